import type { InvoiceRequest, InvoiceType } from '../../domain/request/invoice-request.js'

const TYPES: Readonly<Record<InvoiceType, string>> = { invoice: 'TD01', credit_note: 'TD04', debit_note: 'TD05' }

/** TipoDocumento: as sent, or else derived from the invoice type. */
export function documentType({ documentType: given, invoiceType }: InvoiceRequest): string {
  return given ?? TYPES[invoiceType]
}

/** The invoice type of a TipoDocumento. */
export function invoiceTypeOf(type: string): InvoiceType {
  return type === TYPES.credit_note ? 'credit_note' : type === TYPES.debit_note ? 'debit_note' : 'invoice'
}

/** Whether the invoice type alone determines this TipoDocumento. */
export function isImplied(type: string): boolean {
  return TYPES[invoiceTypeOf(type)] === type
}

/** UNTDID 1001 of a TipoDocumento; undefined if there is none. */
export function typeCodeOf({ documentType: type }: InvoiceRequest): string | undefined {
  if (type === undefined) return undefined
  return TYPE_CODES[type] ?? (/^TD(?:1[6-9]|2[0-389])$/.test(type) ? SELF_BILLED : INVOICE)
}

const INVOICE = '380'
const SELF_BILLED = '389'
const TYPE_CODES: Readonly<Record<string, string>> = { TD02: '386', TD03: '386', TD04: '381', TD05: '383' }
