import type { XmlElement } from '../xml/element.js'

/** A value that is written in a way its type does not have, or not quite. */
export interface LexicalFault {
  readonly kind:
    /** No `xs:decimal` (`1e3`, `1,5`, nothing), or over 400 digits: the model has undefined. */
    | 'number'
    /** Not a calendar day of the syntax's form: the model has the text as written. */
    | 'date'
    /** A CII date whose `@format` is not 102: the model has nothing. */
    | 'dateFormat'
    /** Neither true, false, 1 nor 0: the group that it sorts is not in the model. */
    | 'boolean'
    /** BT-8 of CII in a code that UNTDID 2475 does not have: the model has the text as written. */
    | 'code'
    /** Not Base64: the model has what could be decoded. */
    | 'base64'
    /**
     * A number or date with white space around, which is read without it. Text functions of XPath
     * do see it.
     */
    | 'padding'
  readonly element: XmlElement
  /** As written. */
  readonly text: string
}

/** What a reader noted while it read. */
export interface ReadingAccount {
  readonly faults: readonly LexicalFault[]
  /** Elements from which groups of the model were read. */
  readonly origins: ReadonlyMap<object, XmlElement>
  /** 1 for each element, by its ordinal, that the model has. */
  readonly seen: Uint8Array
}

/**
 * What became of a document when it was read: nothing of it gets lost in silence.
 *
 * - What the reader did not take over into the model is in `unread()`.
 * - What is written in a way its type does not have is in `faults`.
 * - `originOf(group)` is the element of a group of the model (the invoice, a party, a line, an
 *   allowance …).
 */
export class ReadingReport {
  constructor(
    private readonly root: XmlElement,
    private readonly account: ReadingAccount,
  ) {}

  get faults(): readonly LexicalFault[] {
    return this.account.faults
  }

  /**
   * Elements whose content did not go into the model, each with all in it: unknown ones, and
   * further ones where the model has room for one.
   */
  unread(): XmlElement[] {
    const found: XmlElement[] = []
    const { seen } = this.account
    const visit = (element: XmlElement): void => {
      for (const child of element.children)
        if (seen[child.ordinal] === 1) visit(child)
        else found.push(child)
    }
    visit(this.root)
    return found
  }

  /**
   * The element from which a group of the model was read; undefined for an object that is none.
   */
  originOf(group: object): XmlElement | undefined {
    return this.account.origins.get(group)
  }
}
