import type { CodeLists } from '../codes/code-lists.js'
import type { Invoice } from '../model.js'
import type { SyntaxReport } from '../syntax/syntax-report.js'

/** A business term (BT) or group (BG) of EN 16931, for example `BT-40` or `BG-25`. */
export type Term = `BT-${string}` | `BG-${string}`

/**
 * One rule of EN 16931, of a national usage specification, or of the service's own. Rules speak of the semantic model alone, so the same
 * table judges an invoice that came as JSON and a document that was read from XML.
 */
export interface Rule {
  /** Official id, as the official artefact reports it; the service's own begin with `CW-`. */
  readonly id: string
  /** Fatal where absent. */
  readonly severity?: 'fatal' | 'warning'
  /** The terms the rule speaks of, the most telling first. */
  readonly terms: readonly [Term, ...Term[]]
  /** What is wrong, in English; `{}` stands for the value found. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /** Calls `breach` once for each place where the rule is broken. Pure. */
  readonly check: (invoice: Invoice, breach: Breach, context: RuleContext) => void
}

/**
 * Notes a broken rule.
 * @param term the term at fault
 * @param index which occurrence, where the term lies in a repeated group (a line, a VAT breakdown entry, a supporting document)
 * @param value the value found, for the message
 */
export type Breach = (term: Term, index?: number, value?: string) => void

export interface RuleContext {
  readonly codes: CodeLists
  /** Today in the country's time zone, `YYYY-MM-DD`. */
  readonly today: string
  /** What the model does not say of the document that it was read from; undefined for an invoice that came as JSON. */
  readonly report?: SyntaxReport | undefined
}

/** Whether a text says nothing: absent, empty or white space. */
export function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text === '' || /^[ \t\r\n]*$/.test(text)
}

/** A text without the white space around it, as XML Schema and XPath have white space: four characters, where `trim()` takes all of Unicode's. */
export function trimmed(text: string): string {
  // A regular expression for the end would look at every run of white space to its end from each of its places.
  let [start, end] = [0, text.length]
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

/** XPath's normalize-space(): the official artefacts measure and compare texts so. */
export function normalised(text: string): string {
  return /^[ \t\r\n]|[ \t\r\n]$|[ \t\r\n][ \t\r\n]|[\t\r\n]/.test(text)
    ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
    : text
}
