import { cut } from '../../domain/text.js'
import type { Decimal } from '../model/decimal.js'

/** Attributes of an element; undefined ones are omitted. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** The target of a writer, element by element: text, or a tree of elements. */
export interface DocumentSink {
  /**
   * An element with children; without any child it is omitted, because the syntaxes forbid empty
   * groups.
   * @param of the model's group that it is written from, if rules need its place
   */
  group(name: string, children: () => void, attributes?: Attributes, of?: object): void
  /** An element with text; undefined is not written. */
  text(name: string, text: string | undefined, attributes?: Attributes): void
  /**
   * An element with a number, in plain notation; undefined is not written.
   * @param places the minimum number of decimals
   */
  number(name: string, value: Decimal | undefined, places: number, attributes?: Attributes): void
}

/**
 * A text with a character that XML 1.0 can't express (control characters, halves of surrogate
 * pairs, U+FFFE, U+FFFF).
 */
export class UnwritableText extends Error {
  constructor(readonly text: string) {
    super(`this text contains a character that XML can't express: ${JSON.stringify(cut(text, 80))}`)
    this.name = 'UnwritableText'
  }
}

/** Outside the production Char of XML 1.0 (clause 2.2). */
export const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u
