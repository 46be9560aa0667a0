import type { InvoiceRequest, InvoiceType } from '../../domain/request/invoice-request.js'

const TYPES: Readonly<Record<InvoiceType, string>> = { invoice: 'TD01', credit_note: 'TD04', debit_note: 'TD05' }

/** TipoDocumento: as given, else told from the kind of invoice. */
export function documentType({ documentType: given, invoiceType }: InvoiceRequest): string {
  return given ?? TYPES[invoiceType]
}

/** The kind of invoice that a TipoDocumento stands for. */
export function invoiceTypeOf(type: string): InvoiceType {
  return type === TYPES.credit_note ? 'credit_note' : type === TYPES.debit_note ? 'debit_note' : 'invoice'
}

/** Whether the kind of invoice alone tells this TipoDocumento. */
export function isTold(type: string): boolean {
  return TYPES[invoiceTypeOf(type)] === type
}

/** UNTDID 1001 of a TipoDocumento; undefined where none is given. */
export function typeCodeOf({ documentType: type }: InvoiceRequest): string | undefined {
  if (type === undefined) return undefined
  return TYPE_CODES[type] ?? (/^TD(?:1[6-9]|2[0-389])$/.test(type) ? SELF_BILLED : INVOICE)
}

const INVOICE = '380'
const SELF_BILLED = '389'
const TYPE_CODES: Readonly<Record<string, string>> = { TD02: '386', TD03: '386', TD04: '381', TD05: '383' }
