extension Alphabet {
  /// The letters that languages sort elsewhere than under the letter without its accent.
  ///
  /// `n<ñ` says that ñ comes after n, and `z<æ=ä` that æ comes after z, and ä is a variant of it.
  /// The places are those of the Common Locale Data Repository (CLDR 42).
  static let rules: [String: String] = {
    var rules = [
      "az": "c<ç e<ə g<ğ h<x<ı=I i=İ k<q o<ö s<ş u<ü z<w",
      "bs": croatian, "hr": croatian, "sr-latn": croatian,
      "cs": "c<č h<ch r<ř s<š z<ž",
      "cy": "c<ch d<dd f<ff g<ng l<ll p<ph r<rh t<th",
      "da": danish, "fo": danish, "nb": danish, "nn": danish, "no": danish,
      "de-phonebk": "ae=ä oe=ö ue=ü",
      "eo": "c<ĉ g<ĝ h<ĥ j<ĵ s<ŝ u<ŭ",
      "es": "n<ñ", "gl": "n<ñ", "fil": "n<ñ<ng",
      "es-trad": "c<ch l<ll n<ñ",
      "et": "s<š<z<ž w<õ<ä<ö<ü",
      "fi": "y=ü z<å<ä=æ<ö=ø", "sv": "y=ü z<å<ä=æ<ö=ø",
      "hu": """
      c<cs d<dz<dzs g<gy l<ly n<ny o<ö=ő s<sz t<ty u<ü=ű z<zs \
      cscs=ccs dzdz=ddz dzsdzs=ddzs gygy=ggy lyly=lly nyny=nny szsz=ssz tyty=tty zszs=zzs
      """,
      "is": "a<á d<ð e<é i<í o<ó u<ú y<ý z<þ<æ=ä<ö=ø<å",
      "fa": "و<ه",
      "kk": "у<ұ<ү ы<і",
      "lt": "c<č i=y s<š z<ž",
      "lv": "c<č g<ģ i=y k<ķ l<ļ n<ņ r<ŗ s<š z<ž",
      "mk": "д<ѓ т<ќ",
      "pl": "a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż",
      "ro": "a<ă<â i<î s<ș=ş t<ț=ţ",
      "sk": "a<ä c<č h<ch o<ô r<ř s<š z<ž",
      "sl": "c<č<ć d<đ s<š z<ž",
      "sq": "c<ç d<dh e<ë g<gj l<ll n<nj r<rr s<sh t<th x<xh z<zh",
      "tr": "c<ç g<ğ h<ı=I i=İ o<ö s<ş u<ü",
      "vi": "a<ă<â d<đ e<ê o<ô<ơ u<ư",
    ]
    rules["vi"]? += vietnameseTones
    return rules
  }()

  /// What all languages share.
  static let commonRules = "כ=ך מ=ם נ=ן פ=ף צ=ץ"
  private static let croatian = "c<č<ć d<dž<đ l<lj n<nj s<š z<ž"
  private static let danish = "y=ü z<æ=ä<ø=ö<å=aa"
  private static let vietnameseTones =
    " ă=ằ=ẳ=ẵ=ắ=ặ â=ầ=ẩ=ẫ=ấ=ậ ê=ề=ể=ễ=ế=ệ ô=ồ=ổ=ỗ=ố=ộ ơ=ờ=ở=ỡ=ớ=ợ ư=ừ=ử=ữ=ứ=ự"
}
