import type { InvoiceLine } from '../../einvoice/model/lines.js'
import { bounded } from '../../einvoice/rules/finding-text.js'
import { judge } from '../../einvoice/rules/judge.js'
import type { Rule } from '../../einvoice/rules/rule.js'
import { groupOf } from '../../einvoice/rules/repeated-groups.js'
import type { Term } from '../../einvoice/model/term.js'
import type { InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import { type TermPaths, termPaths } from '../../einvoice/syntax/term-paths.js'
import { childrenNamed, type XmlElement } from '../../einvoice/xml/element.js'
import type { Country } from '../country.js'
import { UnreadableDocument, type UnderstoodDocument } from './read-document.js'
import type { XmlFinding, XmlJudgement } from './xml-judgement.js'

/**
 * Judges a document by the service's own rules of a country, on its parsed data. For a document
 * that can't be read as an invoice, the findings of the official rules are enough.
 *
 * The rules have the levels that they have for the JSON, so that an invoice gets the same verdict
 * in either form.
 * @param terms the paths of the terms in a national format
 * @param today in the country's time zone, `YYYY-MM-DD`
 */
export function judgeByOwnRules(
  document: InvoiceDocument,
  { invoicing }: Country,
  rules: readonly Rule[],
  terms: TermPaths = termPaths(document.detected.root),
  today: string,
): Omit<XmlJudgement, 'profile'> {
  const read = understood(document, invoicing)
  if (read === null || invoicing === null) return { valid: true, findings: [], findingsTotal: 0, rulesChecked: 0 }
  const elements = new Map<string, XmlElement>()
  const found = judge(read.model, rules, today, {
    pathOf(term, place) {
      const element = elementOf(term, place, read, document, terms)
      const { path } = element
      elements.set(path, element)
      return path
    },
    remedyOf: () => undefined,
    isComputed: () => false,
    guessAt: () => undefined,
  })
  return {
    ...found,
    findings: found.findings.map((finding): XmlFinding => {
      const termPath = terms.pathOf(finding.term)
      const element = elements.get(finding.path) ?? document.root
      const line = document.tree.lineOf(element)
      return { ...finding, path: bounded(finding.path), flag: finding.severity, line, termPath }
    }),
  }
}

function understood(document: InvoiceDocument, invoicing: Country['invoicing']): UnderstoodDocument | null {
  try {
    return invoicing?.read(document) ?? null
  } catch (error) {
    if (error instanceof UnreadableDocument) return null
    throw error
  }
}

/** The element of a term; if it is missing, the innermost one that should contain it. */
function elementOf(
  term: Term,
  place: number | InvoiceLine | undefined,
  { model, originOf }: UnderstoodDocument,
  document: InvoiceDocument,
  terms: TermPaths,
): XmlElement {
  const group = typeof place === 'number' ? groupOf(term, model)?.[place] : place
  const origin = group === undefined ? undefined : originOf(group)
  if (origin !== undefined) return terms.elementOf(term, origin) ?? origin
  const all = terms.elementsAt(term, document)
  return all[typeof place === 'number' ? place : 0] ?? innermost(terms.pathOf(term) ?? '', document.root)
}

/** Follows a path as long as each step occurs once. */
function innermost(path: string, root: XmlElement): XmlElement {
  let at = root
  for (const step of path.split('/')) {
    const [next, another] = childrenNamed(at, step)
    if (next === undefined || another !== undefined) break
    at = next
  }
  return at
}
