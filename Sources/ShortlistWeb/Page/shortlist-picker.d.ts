// The types of <shortlist-picker>.

export type Id = number | string;
export type Value = string | number | boolean | string[] | null;

/** A row: its id, and its values by attribute. */
export interface Row {
  id: Id;
  values: Record<string, Value>;
}

export interface Query {
  search: string;
  match: "words" | "prefix" | "substring" | "fuzzy" | "typos" | "auto";
  sort: { by: string; order: "ascending" | "descending" }[];
  /** The attribute whose values divide the rows into sections. */
  sections: string | null;
}

/** What is chosen beside the list, by attribute. */
export interface Filters {
  values?: Record<string, { any?: Value[]; all?: Value[]; not?: Value[] }>;
  /** The least and the greatest number; null where the range is open. */
  numbers?: Record<string, [number | null, number | null]>;
  /** The first and the last day, as in "2026-03-01". */
  dates?: Record<string, [string | null, string | null]>;
}

export interface Picked {
  /** How many rows are picked. */
  count: number;
  /** Their ids; of more than 1,000 rows, the first 1,000. */
  ids: Id[];
  /** Reads the rows. */
  rows(): Promise<Row[]>;
}

export interface PickerEventMap {
  pick: CustomEvent<Picked>;
  /** Of what the person does, not of what the page sets. */
  query: CustomEvent<Query & { filters: Filters }>;
  end: CustomEvent<Picked & { accepted: boolean }>;
}

export class ShortlistPicker extends HTMLElement {
  /** Is fulfilled when there is a list, and its rows are counted. */
  readonly ready: Promise<void>;
  get query(): Query;
  set query(query: Partial<Query> | string);
  filters: Filters;
  selection: Id[];
  /** The same as `selection`. */
  value: Id[];
  readonly count: number;
  readonly total: number;
  name: string;
  /**
   * The language, as in "de" or "ar-EG". The attribute `locale` comes before it; without both, it is that of the page
   * around the element, or of the reader.
   */
  lang: string;
  readonly form: HTMLFormElement | null;
  readonly type: string;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly willValidate: boolean;
  checkValidity(): boolean;
  reportValidity(): boolean;
  select(ids: Id[]): Promise<unknown>;
  deselect(ids: Id[]): Promise<unknown>;
  accept(): Promise<void>;
  cancel(): Promise<void>;
  pickedRows(): AsyncGenerator<Row>;
  matchingRows(): AsyncGenerator<Row>;
  addEventListener<K extends keyof PickerEventMap>(
    type: K, listener: (event: PickerEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "shortlist-picker": ShortlistPicker;
  }
}
