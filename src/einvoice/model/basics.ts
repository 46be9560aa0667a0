// Types that all parts of the semantic model use.

/** An identifier with the scheme that gives it meaning, for example ISO 6523 `0088` for a GLN. */
export interface Identifier {
  readonly value: string
  readonly scheme?: string | undefined
}

/** BG-14 (the document) and BG-26 (a line). */
export interface Period {
  /** BT-73, BT-134. */
  readonly start?: string | undefined
  /** BT-74, BT-135. */
  readonly end?: string | undefined
}
