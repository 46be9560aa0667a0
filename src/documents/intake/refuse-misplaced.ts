import { invalidField } from '../../domain/refusal.js'
import { countLines, MOST_LINES } from '../../domain/request/line-count.js'
import { CREDIT_NOTE_TYPES } from '../../einvoice/codes/document-types.js'
import type { InvoiceBody } from './schemas/invoice-input.js'

/** Refuses an invoice whose lines are too many with their sub-lines. Throws a `Refusal`. */
export function refuseTooManyLines({ lines }: Pick<InvoiceBody, 'lines'>): void {
  const count = countLines(lines)
  if (count > MOST_LINES)
    throw invalidField('lines', `has ${count} lines with their sub-lines; at most ${MOST_LINES} are allowed`)
}

/** Refuses fields that conflict with other fields. Throws a `Refusal`. */
export function refuseMisplaced(body: InvoiceBody): void {
  const { lines, typeCode, invoiceType, de, paidAt, prepaidAmount, selfBilled, format } = body
  if (paidAt !== undefined && prepaidAmount === undefined)
    throw invalidField('paidAt', 'is the day of prepaidAmount, which is missing; give both, or leave paidAt out')
  if (selfBilled === true && (format === 'cii' || format === 'factur-x'))
    throw invalidField(
      'format',
      `can't be ${format} with selfBilled: Peppol BIS Self-Billing is in UBL; leave format out`,
    )
  const isCreditNote = typeCode === undefined ? invoiceType === 'credit_note' : CREDIT_NOTE_TYPES.has(typeCode)
  // The schema of UBL has no such element in a credit note.
  if (isCreditNote && de?.thirdPartyPayments !== undefined)
    throw invalidField('de.thirdPartyPayments', 'is not available in a credit note; leave it out')
  refuseBasesIn(lines, 'lines')
  lines.forEach(({ fr, exemptionReason, exemptionReasonCode }, index) => {
    // The reason goes into the VAT breakdown, which has no entry for such a line.
    if (fr?.subtype !== 'GROUP' && fr?.subtype !== 'INFORMATION') return
    const field = exemptionReason === undefined ? 'exemptionReasonCode' : 'exemptionReason'
    if (exemptionReason !== undefined || exemptionReasonCode !== undefined)
      throw invalidField(
        `lines[${index}].${field}`,
        `is not available in a line of subtype ${fr.subtype}, which is not counted; leave it out`,
      )
  })
}

type Allowances = NonNullable<InvoiceBody['lines'][number]['allowances']>

interface WithAllowances {
  readonly allowances?: Allowances
  readonly de?: { readonly subLines?: readonly WithAllowances[] }
}

/** Refuses a percentage of the rest without the percentage, or with a base of its own. */
function refuseBasesIn(lines: readonly WithAllowances[], at: string): void {
  lines.forEach(({ allowances = [], de }, index) => {
    const line = `${at}[${index}]`
    allowances.forEach(({ of, percentage, baseAmount }, place) => {
      if (of === undefined) return
      const path = `${line}.allowances[${place}]`
      if (percentage === undefined)
        throw invalidField(`${path}.percentage`, 'is required with of: "rest"; give it, or leave `of` out')
      if (baseAmount !== undefined)
        throw invalidField(`${path}.baseAmount`, 'contradicts of: "rest", which is the base; leave one of them out')
    })
    refuseBasesIn(de?.subLines ?? [], `${line}.de.subLines`)
  })
}
