// The theme that the person has chosen, before anything is drawn: this is no module, which would be late.
// A cookie keeps it, because the next program listens on another port, for which storage is another.

document.documentElement.dataset.theme = /(?:^|; )shortlist-theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] ?? "auto";
