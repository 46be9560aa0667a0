import { XmlElement } from './element.js'
import { stringValueIn, textNodesIn } from './texts.js'

const NONE: readonly never[] = []

/** An element of a document that was read. */
export class SourceElement extends XmlElement {
  content = ''
  /** Only the text shows whether it is a number. */
  readonly isWrittenNumber = false
  readonly isWrittenShort = false
  /**
   * Whether it directly contains comments or processing instructions, which split its text into
   * several nodes.
   */
  isParted = false
  /**
   * Offset of the end of its content in the document, in characters; equals `contentStart` for an
   * element without content.
   */
  contentEnd: number

  constructor(
    name: string,
    parent: XmlElement | null,
    ordinal: number,
    private readonly begin: number,
    /** The document. */
    private readonly source: string,
    /** Offset of its content in the document, in characters. */
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
