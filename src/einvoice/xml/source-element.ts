import { XmlElement } from './element.js'
import { stringValueIn, textNodesIn } from './texts.js'

const NONE: readonly never[] = []

/** An element of a document that was read. */
export class SourceElement extends XmlElement {
  content = ''
  /** A number is known by its text alone. */
  readonly isWrittenShort = false
  /**
   * Whether comments or processing instructions stand directly in it, which part its text into
   * several nodes.
   */
  isParted = false
  /**
   * Where its content ends in the document, in characters; with `contentStart` the same place for
   * an element without content.
   */
  contentEnd: number

  constructor(
    name: string,
    parent: XmlElement | null,
    ordinal: number,
    private readonly begin: number,
    /** The document. */
    private readonly source: string,
    /** Where its content begins in the document, in characters. */
    private readonly contentStart: number,
  ) {
    super(name, parent, ordinal)
    this.contentEnd = contentStart
  }

  get offset(): number {
    return this.begin
  }

  get text(): string {
    return this.content
  }

  get stringValue(): string {
    return this.children.length === 0 ? this.content : stringValueIn(this.source, this.contentStart, this.contentEnd)
  }

  get textNodes(): readonly string[] {
    if (this.children.length > 0 || this.isParted) return textNodesIn(this.source, this.contentStart, this.contentEnd)
    return this.content === '' ? NONE : [this.content]
  }
}
