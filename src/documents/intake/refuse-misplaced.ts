import type { Country } from '../../countries/country.js'
import { invalidField } from '../../domain/refusal.js'
import { countLines, MOST_LINES } from '../../domain/request/line-count.js'
import { CREDIT_NOTE_TYPES } from '../../einvoice/codes/document-types.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { refuseCorrection } from './refuse-correction.js'
import type { InvoiceBody } from './schemas/invoice-input.js'

/** Refuses an invoice whose lines are too many with their sub-lines. Throws a `Refusal`. */
export function refuseTooManyLines({ lines }: Pick<InvoiceBody, 'lines'>): void {
  const count = countLines(lines)
  if (count > MOST_LINES)
    throw invalidField('lines', `has ${count} lines with their sub-lines; at most ${MOST_LINES} are allowed`)
}

/** UNTDID 1001: invoices and credit notes of an advance. */
const ADVANCES: ReadonlySet<string> = new Set(['386', '500', '503'])

/** Refuses fields that conflict with other fields. Throws a `Refusal`. */
export function refuseMisplaced(body: InvoiceBody): void {
  const {
    lines,
    typeCode,
    invoiceType,
    de,
    paidAt,
    prepaidAmount,
    prepayments = [],
    selfBilled,
    format,
    profile,
  } = body
  if (paidAt !== undefined && prepaidAmount === undefined)
    throw invalidField('paidAt', 'is the day of prepaidAmount, which is missing; give both, or leave paidAt out')
  if (prepayments.length > 0 && prepaidAmount !== undefined)
    throw invalidField('prepaidAmount', 'is the sum of prepayments, which the service adds up; give only one of them')
  if (prepayments.length > 0 && typeCode !== undefined && ADVANCES.has(typeCode))
    throw invalidField(
      'prepayments',
      `can't be on an advance invoice (typeCode ${typeCode}): the final invoice deducts them; leave them or typeCode out`,
    )
  if (selfBilled === true && (format === 'cii' || format === 'factur-x'))
    throw invalidField(
      'format',
      `can't be ${format} with selfBilled: Peppol BIS Self-Billing is in UBL; leave format out`,
    )
  if (selfBilled === true) refuseExtension(body)
  if (profile !== undefined && format === undefined)
    throw invalidField(
      'profile',
      'is that of a Cross Industry Invoice, but format is missing; send format: "factur-x" or "cii", or leave profile out',
    )
  if (body.order !== undefined && (typeCode === undefined || !ADVANCES.has(typeCode)))
    throw invalidField(
      'order',
      'is the whole order of an advance invoice; send typeCode: 386 (its credit note: 503), or leave order out',
    )
  if (body.order?.before !== undefined && (invoiceType ?? 'invoice') === 'invoice' && typeCode === '386')
    throw invalidField(
      'order.before',
      'is the order before a correction, but this is an invoice; send invoiceType: debit_note or typeCode: 503, or leave it out',
    )
  const isCreditNote = typeCode === undefined ? invoiceType === 'credit_note' : CREDIT_NOTE_TYPES.has(typeCode)
  // The schema of UBL has no such element in a credit note.
  if (isCreditNote && de?.thirdPartyPayments !== undefined)
    throw invalidField('de.thirdPartyPayments', 'is not available in a credit note; leave it out')
  if (body.pricesIncludeVat === true) refusePartsOfCents(body)
  refuseCorrection(body, isCreditNote || invoiceType === 'debit_note')
  refuseBasesIn(lines, 'lines')
  refuseBasesIn(body.correction?.before ?? [], 'correction.before')
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

/** Self-billing over Peppol has nothing of XRechnung's extension, and would lose it. */
function refuseExtension({ de, lines }: InvoiceBody): void {
  const line = lines.findIndex((each) => each.de?.subLines !== undefined)
  const field = de?.thirdPartyPayments === undefined ? undefined : 'de.thirdPartyPayments'
  const found = line < 0 ? field : `lines[${line}].de.subLines`
  if (found !== undefined)
    throw invalidField(found, "can't stand beside selfBilled: Peppol BIS Self-Billing has no such field; leave one out")
}

/** With prices that include VAT the sum of amounts is what is paid, so it has cents. */
function refusePartsOfCents({ allowances = [], charges = [] }: InvoiceBody): void {
  for (const [field, all] of Object.entries({ allowances, charges }))
    all.forEach(({ amount }, index) => {
      if (amount !== undefined && !Decimal.of(amount).fits(2))
        throw invalidField(
          `${field}[${index}].amount`,
          'has more than two decimals, but with pricesIncludeVat it is a part of the total; round it to cents',
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

/** Refuses a type that the country's format can't express. Throws a `Refusal`. */
export function refuseTypeCode(
  { typeCode, documentType, invoiceType }: InvoiceBody,
  { code, invoicing }: Country,
): void {
  const known = invoicing?.typeCodes
  if (typeCode === undefined || known === undefined) return
  const type = known.get(typeCode)
  if (type === undefined)
    throw invalidField(
      'typeCode',
      `can't be ${typeCode} for ${code}, whose format has only ${[...known.keys()].join(', ')}; leave it out and give invoiceType`,
    )
  const { invoiceTypes, documentTypes } = type
  if (invoiceType !== undefined && !invoiceTypes.includes(invoiceType))
    throw invalidField(
      'typeCode',
      `can't be ${typeCode} with invoiceType ${invoiceType} for ${code}, whose format has it for ${invoiceTypes.join(' and ')} alone; leave typeCode out: a note on an advance is an ordinary one, with precedingInvoice`,
    )
  if (documentType !== undefined && !documentTypes.includes(documentType))
    throw invalidField(
      'documentType',
      `contradicts typeCode ${typeCode}, which is ${documentTypes.join(' or ')}; leave one of them out`,
    )
}
