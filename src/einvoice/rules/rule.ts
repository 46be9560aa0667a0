import type { Invoice } from '../model.js'
import type { InvoiceLine } from '../model-lines.js'

/**
 * A business term (BT) or group (BG) of EN 16931 or of XRechnung's extension, for example `BT-40`,
 * `BG-25` or `BG-DEX-01`; or a term of the French extension.
 */
export type Term = `BT-${string}` | `BG-${string}` | `EXT-FR-FE-${string}`

/**
 * A rule of the service's own, over the semantic model: what the official artefacts do not ask.
 * Theirs are judged on the document itself, see `judge-document.ts`.
 */
export interface Rule {
  /** Begins with `CW-`. */
  readonly id: string
  /** Fatal where absent. */
  readonly severity?: 'fatal' | 'warning'
  /** The terms the rule speaks of, the most telling first. */
  readonly terms: readonly [Term, ...Term[]]
  /** What is wrong, in English; `{}` stands for the value found. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /**
   * Calls `breach` once for each place where the rule is broken. Pure.
   * @param today in the country's time zone, `YYYY-MM-DD`
   */
  readonly check: (invoice: Invoice, breach: Breach, today: string) => void
}

/**
 * Notes a broken rule.
 * @param term the term at fault
 * @param place which occurrence, where the term lies in a repeated group (a line, a VAT breakdown
 *   entry, a supporting document); of a sub-line the line of the model itself
 * @param value the value found, for the message
 */
export type Breach = (term: Term, place?: number | InvoiceLine, value?: string) => void

/** Whether a text says nothing: absent, empty or white space. */
export function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text === '' || (isWhiteSpace(text.charCodeAt(0)) && /^[ \t\r\n]*$/.test(text))
}

/**
 * A text without the white space around it, as XML Schema and XPath have white space: four
 * characters, where `trim()` takes all of Unicode's.
 */
export function trimmed(text: string): string {
  // A regular expression for the end would look at every run of white space to its end from each
  // of its places.
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
  if (text.length <= 16 && hasNoWhiteSpace(text)) return text
  return /^[ \t\r\n]|[ \t\r\n]$|[ \t\r\n][ \t\r\n]|[\t\r\n]/.test(text)
    ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
    : text
}

function hasNoWhiteSpace(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) <= 0x20) return false
  return true
}
