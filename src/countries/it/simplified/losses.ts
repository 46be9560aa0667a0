import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import type { Judgement } from '../../../einvoice/rules/judgement.js'
import { RequestFindings } from '../../../einvoice/rules/request-findings.js'
import { documentType } from '../document-types.js'
import { type Fate, OF_INVOICE, OF_LINE, OF_PARTY } from './fates.js'

const REFUSED = {
  id: 'CW-IT-SIMPLIFIED-REFUSED',
  severity: 'fatal',
  terms: [],
  message: 'A simplified invoice has no place for {}, without which it would say something else',
  fix: 'Leave it out, or send an ordinary invoice (documentType: TD01; TD04 for a credit note, TD05 for a debit note)',
} as const

const LOST = {
  id: 'CW-IT-SIMPLIFIED-LEFT-OUT',
  severity: 'warning',
  terms: [],
  message: 'A simplified invoice has no place for {}: the document does not contain it',
  fix: 'Write it into the description of a line (lines[].description) if the customer has to read it, or send an ordinary invoice (documentType: TD01; TD04 for a credit note, TD05 for a debit note)',
} as const

/** The rules on fields that a simplified document has no place for. */
export const SIMPLIFIED_LOSSES = [REFUSED, LOST] as const

/** The fields of a simplified invoice that its document has no place for. Pure. */
export function judgeLosses(request: InvoiceRequest): Judgement {
  const found = new RequestFindings()
  const report = (fate: Fate, path: string): void => {
    if (fate === 'kept') return
    const rule = fate === 'refused' ? REFUSED : LOST
    found.report(rule, '', path, rule.message.replace('{}', `\`${path}\``))
  }
  const reportAll = (of: object, fates: Readonly<Record<string, Fate>>, base: string): void => {
    for (const [name, value] of Object.entries(of)) if (isGiven(value)) report(fates[name] ?? 'lost', base + name)
  }
  const { supplier, customer, lines, vatCollection, it = {}, note, notes = [] } = request
  reportAll(request, OF_INVOICE, '')
  reportAll(supplier, OF_PARTY, 'supplier.')
  reportAll(customer, OF_PARTY, 'customer.')
  lines.forEach((line, index) => {
    reportAll(line, OF_LINE, `lines[${index}].`)
  })
  // A note is what a correction corrects.
  if (documentType(request) === 'TD07' && request.precedingInvoice === undefined) {
    if (isGiven(note)) report('lost', 'note')
    if (notes.length > 0) report('lost', 'notes')
  }
  if (vatCollection !== undefined && vatCollection !== 'immediate') report('refused', 'vatCollection')
  for (const [name, value] of Object.entries(it)) if (isGiven(value)) report('refused', `it.${name}`)
  return found.judgement(SIMPLIFIED_LOSSES.length)
}

/** Whether a field says something. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return !isBlank(value)
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== false
}
