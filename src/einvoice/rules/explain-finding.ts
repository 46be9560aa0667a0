import type { InvoiceDocument } from '../syntax/invoice-document.js'
import { type TermPaths, termPaths } from '../syntax/term-paths.js'
import type { XmlElement } from '../xml/element.js'
import type { RuleCatalogue, RuleEntry } from './catalogue/rule-catalogue.js'
import { messageWith, sentence } from './finding-text.js'
import type { DocumentFinding } from './judge-document.js'

/** The explanation of a finding, for any input format. */
interface Explanation {
  /** Business term or group; empty if the rule refers to none. */
  readonly term: string
  /** The most precise element that the term determines. */
  readonly element: XmlElement
  /**
   * The path of the term in such a document, below the root; undefined if the syntax has no unique
   * place for it.
   */
  readonly termPath: string | undefined
  readonly message: string
  readonly fix: string
}

/** Explains findings on one document: the business term, the value found and what to do. */
export class Explainer {
  readonly #paths: TermPaths

  /**
   * @param asInJson whether values are formatted as in JSON: dates of CII with hyphens
   * @param terms the paths of the terms in a national format
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
    // The term's own element, if its group has exactly one.
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
   * The term that a rule refers to: the first that occurs in the element or, if that is a group,
   * next to it; else that of the element, if it has a value; else the first.
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
    if (entry.message === '') return `${found.name} does not have the form that the EN 16931 syntax binding requires`
    const value = attribute === undefined ? valueOf(element) : found.attribute(attribute)
    const shown = value === undefined || !this.asInJson ? value : withHyphens(value, element)
    const place = attribute === undefined ? element.name : `${found.name}/@${attribute}`
    return messageWith(entry, shown, this.asInJson ? '' : place)
  }
}

/** The subject of a finding. */
interface Subject {
  readonly term: string
  readonly entry: RuleEntry
  /** The group in which the term's element is searched. */
  readonly group: XmlElement
}

/** The text of an element; for a date in CII the text inside; undefined for any other group. */
function valueOf(element: XmlElement): string | undefined {
  if (element.children.length === 0) return element.stringValue
  const [child] = element.children
  return child !== undefined && DATES.has(child.name) ? child.stringValue : undefined
}

const DATES: ReadonlySet<string> = new Set(['udt:DateTimeString', 'qdt:DateTimeString', 'udt:DateString'])

/** A date in the format of the JSON. */
function withHyphens(value: string, element: XmlElement): string {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00$/.test(value)) return value.slice(0, 10)
  const isDate = DATES.has(element.name) || DATES.has(element.children[0]?.name ?? '')
  return isDate ? value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : value
}
