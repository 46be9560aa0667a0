import type { CodeLists } from '../../codes/code-lists.js'
import { aroundNamed, type XmlElement } from '../../xml/element.js'
import type { InvoiceDocument } from '../../syntax/invoice-document.js'
import { RuleFailure } from './xpath.js'

const NONE: readonly XmlElement[] = []

/** A computation that failed on a document. */
class Failed {
  constructor(readonly failure: RuleFailure) {}
}

/** A document as the rules of a syntax binding read it. */
export class JudgedDocument {
  readonly #kept = new Map<object, unknown>()
  readonly #keptOf = new Map<object, Map<XmlElement, unknown>>()

  constructor(
    readonly document: InvoiceDocument,
    readonly codes: CodeLists,
  ) {}

  get root(): XmlElement {
    return this.document.root
  }

  /**
   * Every element with that name anywhere, in document order: `//cac:TaxCategory`. With `@`, every
   * element that has the attribute.
   */
  named(name: string): readonly XmlElement[] {
    const { names } = this.document
    return name.startsWith('@') ? names.bearing(name.slice(1)) : names.named(name)
  }

  /**
   * The result of `compute` for this document, computed once, failures included; `compute` itself
   * is the key.
   */
  once<T>(compute: (document: JudgedDocument) => T): T {
    let kept = this.#kept.get(compute) as T | Failed | undefined
    if (kept === undefined) {
      kept = this.#outcome(compute)
      this.#kept.set(compute, kept)
    }
    if (kept instanceof Failed) throw kept.failure
    return kept
  }

  #outcome<T>(compute: (document: JudgedDocument) => T): T | Failed {
    try {
      return compute(this)
    } catch (error) {
      if (error instanceof RuleFailure) return new Failed(error)
      throw error
    }
  }

  /** The result of `compute` for an element, computed once for each. */
  onceOf<T>(element: XmlElement, compute: (element: XmlElement) => T): T {
    let kept = this.#keptOf.get(compute)
    if (kept === undefined) {
      kept = new Map()
      this.#keptOf.set(compute, kept)
    }
    if (!kept.has(element)) kept.set(element, compute(element))
    return kept.get(element) as T
  }
}

/** Whether the rule holds at an element of its context. Pure. */
export interface Test {
  (element: XmlElement, document: JudgedDocument): boolean
  /** The attribute whose value is judged, if not the element's own. */
  readonly attribute?: string
  /**
   * For a rule on a group, often the whole document: the element inside that breaks the rule, if a
   * single one does.
   */
  readonly culprit?: (element: XmlElement, document: JudgedDocument) => XmlElement | undefined
}

/**
 * A test whose findings are reported at the element that breaks it.
 * @param attribute whose value is judged at that element
 */
export function blaming(culprit: NonNullable<Test['culprit']>, test: Test, attribute?: string): Test {
  const judge = (element: XmlElement, document: JudgedDocument): boolean => test(element, document)
  return Object.assign(judge, attribute === undefined ? { culprit } : { culprit, attribute })
}

/** A test of an attribute's value, which findings quote. */
export function ofAttribute(
  attribute: string,
  test: (value: string | undefined, document: JudgedDocument, element: XmlElement) => boolean,
): Test {
  const judge = (element: XmlElement, document: JudgedDocument): boolean =>
    test(element.attribute(attribute), document, element)
  return Object.assign(judge, { attribute })
}

/** The context elements of a rule. */
export type Context = (document: JudgedDocument) => readonly XmlElement[]

/** Rules with the same context. */
export interface Assertions {
  readonly context: Context
  readonly tests: readonly (readonly [id: string, test: Test])[]
}

/** Rules by their ids, judged at each element of `context`. */
export function inContext(context: Context, tests: Readonly<Record<string, Test>>): Assertions {
  return { context, tests: Object.entries(tests) }
}

/** The whole document. */
export const ROOT: Context = ({ root }) => [root]

/** Every element with one of these names, anywhere. */
export function everywhere(...names: readonly string[]): Context {
  const [only] = names
  return names.length === 1 && only !== undefined
    ? (document) => document.named(only)
    : once((document) => names.flatMap((name) => document.named(name)))
}

/**
 * Every UBL document: the root, and any document inside an extension. `ubl:Invoice |
 * cn:CreditNote` matches both.
 */
export const DOCUMENTS: Context = everywhere('ubl:Invoice', 'cn:CreditNote')

/**
 * Every element at the end of such a path, wherever it begins: the match pattern
 * `cac:Delivery/cac:DeliveryLocation`.
 */
export function along(path: string): Context {
  const steps = path.split('/').reverse()
  const [last = '', ...parents] = steps
  const found = once((document) =>
    document.named(last).filter((element) => aroundNamed(element.parent, parents) !== undefined),
  )
  return (document) => (document.named(last).length === 0 ? NONE : found(document))
}

/** A context that is looked up once in each document. */
export function once(context: Context): Context {
  return (document) => document.once(context)
}
