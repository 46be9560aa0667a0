import type { CodeLists } from '../codes/code-lists.js'
import type { Invoice } from '../model.js'
import type { Schema } from '../schema/schema.js'
import type { ReadDocument } from '../syntax/read-invoice.js'
import type { SyntaxReport } from '../syntax/syntax-report.js'
import type { XmlElement } from '../xml/element.js'
import { BoundDocument, type BoundRules } from './bindings/binding.js'
import type { ForbiddenPaths } from './bindings/forbidden.js'
import { BINDING_MESSAGES } from './bindings/messages.js'
import { RuleFailure } from './bindings/xpath.js'
import { bounded, FindingList } from './finding-list.js'
import { quoted } from './judge.js'
import type { Rule, Term } from './rule.js'

export type Flag = 'fatal' | 'warning' | 'information'

/** What a rule has to say of a document. */
export interface DocumentFinding {
  /** As the official artefact names it. */
  readonly rule: string
  readonly flag: Flag
  /** Where, for example `/ubl:Invoice/cac:InvoiceLine[2]/cac:Price`. */
  readonly path: string
  readonly message: string
}

/** With the element that it is about. */
export interface LocatedFinding extends DocumentFinding {
  readonly element: XmlElement
  /** What to do, where it is told with the finding. */
  readonly fix?: string
}

export interface DocumentJudgement<Found extends DocumentFinding = DocumentFinding> {
  readonly valid: boolean
  /** `MOST_FINDINGS` at most; those that are fatal before the others. */
  readonly findings: readonly Found[]
  /** How many there were. */
  readonly findingsTotal: number
}

/** By what a document in one syntax is judged. */
export interface DocumentRules {
  /** What the document must obey before any rule. Its faults are findings `XSD`. */
  readonly schema: Schema
  /** Rules over the elements of the document, as the binding to the syntax has them. */
  readonly bound: readonly BoundRules[]
  /** Rules over what was read from it: those of the country. */
  readonly model: readonly Rule[]
  readonly forbidden: ForbiddenPaths
  readonly codes: CodeLists
  /** What bound rules are about, for the messages. */
  readonly described: readonly Pick<Rule, 'id' | 'message'>[]
  /** The bound rules that are warnings. */
  readonly warnings: ReadonlySet<string>
  /** Levels that the country sets otherwise than the artefact. */
  readonly levels?: Readonly<Record<string, Flag>>
}

/** A set that is ready to judge. */
export interface DocumentRuleSet extends DocumentRules {
  readonly messages: ReadonlyMap<string, string>
}

/** A rule of the country replaces the bound rule of the same id where `model` says so; otherwise a bound rule goes before. */
export function documentRuleSet(rules: DocumentRules): DocumentRuleSet {
  const isBound = new Set(rules.bound.flatMap(({ tests }) => tests.map(([id]) => id)))
  return {
    ...rules,
    model: rules.model.filter(({ id }) => !isBound.has(id)),
    messages: new Map([
      ...BINDING_MESSAGES,
      ...rules.described.map(({ id, message }): [string, string] => [id, message]),
    ]),
  }
}

/** Judges a document by every rule of a set. Pure. */
export function judgeDocument(
  read: ReadDocument,
  set: DocumentRuleSet,
  today: string,
): DocumentJudgement<LocatedFinding> {
  const { report } = read
  const document = new BoundDocument(read, set.codes)
  const found = new FindingList<LocatedFinding>()
  const note = (rule: string, level: Flag, element: XmlElement, message: () => string): void => {
    const flag = set.levels?.[rule] ?? level
    found.note(flag === 'fatal', () => finding(rule, flag, element, message()))
  }
  for (const { element, message } of set.schema.faults(report.root)) note('XSD', 'fatal', element, () => message)
  for (const { context, tests } of set.bound) {
    let elements: readonly XmlElement[]
    try {
      elements = context(document)
    } catch (error) {
      noteFailure(found, tests[0]?.[0] ?? '', error)
      continue
    }
    for (const element of elements)
      for (const [id, holds] of tests) {
        try {
          if (holds(element, document)) continue
        } catch (error) {
          noteFailure(found, id, error)
          continue
        }
        note(id, set.warnings.has(id) ? 'warning' : 'fatal', element, () =>
          messageOf(set, id, element, holds.attribute),
        )
      }
  }
  for (const { id, severity, path, element } of set.forbidden.findIn(document))
    note(id, severity, element, () => `EN 16931 has no place for ${path}`)
  const context = { codes: set.codes, today, report }
  for (const rule of set.model) {
    const { invoice } = read
    rule.check(
      invoice,
      (term, index, value) => {
        note(rule.id, rule.severity ?? 'fatal', placeOf(term, index, invoice, report), () =>
          rule.message.replace('{}', () => quoted(value)),
        )
      },
      context,
    )
  }
  return { valid: found.valid, findings: found.findings, findingsTotal: found.total }
}

/** Where the official rule would fail; any other error is thrown on. */
function noteFailure(found: FindingList<LocatedFinding>, rule: string, error: unknown): void {
  if (!(error instanceof RuleFailure)) throw error
  const { element, message, fix } = error
  found.note(true, () => ({ ...finding(rule, 'fatal', element, message), fix }))
}

function finding(rule: string, flag: Flag, element: XmlElement, message: string): LocatedFinding {
  return { rule, flag, path: bounded(element.path), message: bounded(message), element }
}

function messageOf(set: DocumentRuleSet, id: string, element: XmlElement, attribute?: string): string {
  const message = set.messages.get(id)
  if (message !== undefined && attribute !== undefined)
    return message.replace('{}', () => quoted(element.attribute(attribute)))
  // What a rule says of a group names no value.
  if (message !== undefined)
    return element.children.length === 0
      ? message.replace('{}', () => quoted(element.stringValue))
      : message.replace(/ ?\{\}/, '')
  return `${element.name} does not have the form that the binding of EN 16931 to the syntax asks for`
}

/** The element of the group that a term stands in, as far as the model tells. */
function placeOf(term: Term, index: number | undefined, invoice: Invoice, report: SyntaxReport): XmlElement {
  const group = groupOf(term, invoice)?.[index ?? 0]
  const element = group === undefined ? undefined : report.originOf(group)
  return element ?? report.root
}

/** The repeated groups in one of which a term stands; undefined for a term that the document has once. */
export function groupOf(term: string, invoice: Invoice): readonly object[] | undefined {
  const { lines, vatBreakdown, allowances, charges, supportingDocuments } = invoice
  return [lines, vatBreakdown, allowances, charges, supportingDocuments][GROUP_OF[term] ?? -1]
}

/** Terms of repeated groups: lines, VAT breakdown, allowances, charges, supporting documents. */
const GROUP_OF: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [...numbered('BT', 126, 161), 'BG-25', 'BG-26', 'BG-27', 'BG-28', 'BG-29', 'BG-30', 'BG-31', 'BG-32'],
    [...numbered('BT', 116, 121), 'BG-23'],
    [...numbered('BT', 92, 98), 'BG-20'],
    [...numbered('BT', 99, 105), 'BG-21'],
    [...numbered('BT', 122, 125), 'BT-125-1', 'BT-125-2', 'BG-24'],
  ].flatMap((terms, group) => terms.map((term) => [term, group])),
)

function numbered(kind: 'BT' | 'BG', from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${kind}-${from + index}`)
}
