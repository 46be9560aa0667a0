import type { InvoiceDocument } from '../syntax/invoice-document.js'
import { type TermPaths, termPaths } from '../syntax/term-paths.js'
import type { XmlElement } from '../xml/element.js'
import type { RuleCatalogue, RuleEntry } from './catalogue/rule-catalogue.js'
import { messageWith, sentence } from './finding-text.js'
import type { DocumentFinding } from './judge-document.js'

/** What is told of a finding, in whatever the invoice came. */
export interface Explanation {
  /** Business term or group; empty where the rule speaks of none. */
  readonly term: string
  /** The most precise element that the term tells. */
  readonly element: XmlElement
  /**
   * Where the term stands in such a document, below the root; undefined where the syntax has no
   * one place for it.
   */
  readonly termPath: string | undefined
  readonly message: string
  readonly fix: string
}

/** Explains findings on one document: the business term, the value found and what to do. */
export class Explainer {
  readonly #paths: TermPaths

  /**
   * @param asInJson whether values are told as JSON has them: dates of CII with hyphens
   * @param terms where the terms stand in a national format
   */
  constructor(
    document: InvoiceDocument,
    private readonly catalogue: RuleCatalogue,
    private readonly asInJson = false,
    terms?: TermPaths,
  ) {
    this.#paths = terms ?? termPaths(document.detected.root)
  }

  explain({ rule, element: found, attribute, message, fix }: DocumentFinding): Explanation {
    const { term, entry, group } = this.#subjectOf(this.catalogue.of(rule), found, attribute !== undefined)
    // The term's own element, if its group has one and no other like it.
    const element = this.#paths.elementOf(term, group) ?? found
    const said = message ?? this.#messageOf(entry, element, found, attribute)
    return {
      term,
      element,
      termPath: this.#paths.pathOf(term),
      message: sentence(said.replaceAll('<element>', () => found.name)),
      fix: sentence((fix ?? entry.fix).replaceAll('<element>', () => found.name)),
    }
  }

  /**
   * Which of its terms a rule means: the first that stands in the element or, if that is a group,
   * beside it; else that of the element, if it has a value; else the first.
   */
  #subjectOf(entries: readonly [RuleEntry, ...RuleEntry[]], found: XmlElement, isOnAttribute: boolean): Subject {
    const isGroup = found.children.length > 0
    const around = isGroup && found.parent !== null && found.parent.parent !== null ? found.parent : null
    for (const entry of entries)
      for (const term of entry.terms) {
        if (this.#paths.isIn(term, found)) return { term, entry, group: found }
        if (around !== null && this.#paths.isIn(term, around)) return { term, entry, group: around }
      }
    const [entry] = entries
    const [first] = entry.terms
    const term = first === undefined || (!isGroup && !isOnAttribute) ? this.#paths.termOf(found) : first
    return { term, entry, group: found }
  }

  #messageOf(entry: RuleEntry, element: XmlElement, found: XmlElement, attribute?: string): string {
    if (entry.message === '')
      return `${found.name} does not have the form that the binding of EN 16931 to the syntax asks for`
    const value = attribute === undefined ? valueOf(element) : found.attribute(attribute)
    const shown = value === undefined || !this.asInJson ? value : withHyphens(value, element)
    const place = attribute === undefined ? element.name : `${found.name}/@${attribute}`
    return messageWith(entry, shown, this.asInJson ? '' : place)
  }
}

/** What a finding is about. */
interface Subject {
  readonly term: string
  readonly entry: RuleEntry
  /** The group in which the term's element is looked for. */
  readonly group: XmlElement
}

/** The text of an element; of a date in CII that in it; undefined for any other group. */
function valueOf(element: XmlElement): string | undefined {
  if (element.children.length === 0) return element.stringValue
  const [child] = element.children
  return child !== undefined && DATES.has(child.name) ? child.stringValue : undefined
}

const DATES: ReadonlySet<string> = new Set(['udt:DateTimeString', 'qdt:DateTimeString', 'udt:DateString'])

/** A date as JSON has it. */
function withHyphens(value: string, element: XmlElement): string {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00$/.test(value)) return value.slice(0, 10)
  const isDate = DATES.has(element.name) || DATES.has(element.children[0]?.name ?? '')
  return isDate ? value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : value
}
