import { cut } from '../../domain/text.js'
import type { Decimal } from '../model/decimal.js'

/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** What a document is written into, element by element: text, or a tree of elements. */
export interface DocumentSink {
  /**
   * An element with children; without any child it is not written at all, as the syntaxes forbid
   * empty groups.
   * @param of the group of the model that it is written from, where rules ask for its place
   */
  group(name: string, children: () => void, attributes?: Attributes, of?: object): void
  /** An element with text; undefined is not written. */
  text(name: string, text: string | undefined, attributes?: Attributes): void
  /**
   * An element with a number, in plain notation; undefined is not written.
   * @param places so many decimals at least
   */
  number(name: string, value: Decimal | undefined, places: number, attributes?: Attributes): void
}

/**
 * A text that holds a character which XML 1.0 cannot express (control characters, halves of
 * surrogate pairs, U+FFFE, U+FFFF).
 */
export class UnwritableText extends Error {
  constructor(readonly text: string) {
    super(`this text holds a character that XML cannot express: ${JSON.stringify(cut(text, 80))}`)
    this.name = 'UnwritableText'
  }
}

/** Outside the production Char of XML 1.0 (clause 2.2). */
export const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u
