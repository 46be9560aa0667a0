import type { RequestedType } from '../country.js'
import type { InvoiceRequest, InvoiceType } from '../../domain/request/invoice-request.js'
import type { SimplifiedType } from './simplified-types.js'

const TYPES: Readonly<Record<InvoiceType, string>> = { invoice: 'TD01', credit_note: 'TD04', debit_note: 'TD05' }
const SIMPLIFIED: Readonly<Record<InvoiceType, SimplifiedType>> = {
  invoice: 'TD07',
  credit_note: 'TD08',
  debit_note: 'TD09',
}

/** TipoDocumento: as sent, or else derived from the invoice type. */
export function documentType(request: InvoiceRequest): string {
  const { documentType: given, invoiceType, typeCode, withholdings = [], socialFunds = [] } = request
  if (given !== undefined || typeCode !== ADVANCE) return given ?? TYPES[invoiceType]
  return withholdings.length + socialFunds.length > 0 ? FEE_ADVANCE : INVOICE_ADVANCE
}

/** UNTDID 1001 of an advance; it is TD02, or TD03 on a fee (parcella). */
const ADVANCE = '386'
const INVOICE_ADVANCE = 'TD02'
const FEE_ADVANCE = 'TD03'

/** The codes of UNTDID 1001 that an invoice may request, with the TipoDocumento of each. */
export const REQUESTED_TYPES: ReadonlyMap<string, RequestedType> = new Map([
  [ADVANCE, { invoiceTypes: ['invoice'], documentTypes: [INVOICE_ADVANCE, FEE_ADVANCE] }],
])

/** The invoice type of a TipoDocumento. */
export function invoiceTypeOf(type: string): InvoiceType {
  if (type === TYPES.credit_note || type === SIMPLIFIED.credit_note) return 'credit_note'
  return type === TYPES.debit_note || type === SIMPLIFIED.debit_note ? 'debit_note' : 'invoice'
}

/** Whether the invoice type alone determines this TipoDocumento. */
export function isImplied(type: string): boolean {
  return TYPES[invoiceTypeOf(type)] === type
}

/** UNTDID 1001 of a TipoDocumento; undefined if there is none. */
export function typeCodeOf({ documentType: type, selfBilled, invoiceType }: InvoiceRequest): string | undefined {
  if (selfBilled === true && (type === undefined || TYPE_CODES[type] === undefined))
    return invoiceType === 'credit_note' ? SELF_BILLED_CREDIT_NOTE : SELF_BILLED
  if (type === undefined) return undefined
  return TYPE_CODES[type] ?? (/^TD(?:1[6-9]|2[0-389])$/.test(type) ? SELF_BILLED : INVOICE)
}

const INVOICE = '380'
const SELF_BILLED = '389'
const SELF_BILLED_CREDIT_NOTE = '261'
const TYPE_CODES: Readonly<Record<string, string>> = {
  TD02: '386',
  TD03: '386',
  TD04: '381',
  TD05: '383',
  TD08: '381',
  TD09: '383',
}
