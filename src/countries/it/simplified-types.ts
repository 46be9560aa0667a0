import type { InvoiceRequest } from '../../domain/request/invoice-request.js'

/** TipoDocumento of the simplified invoice, its credit note and its debit note. */
const SIMPLIFIED_TYPES = ['TD07', 'TD08', 'TD09'] as const
/** One of `SIMPLIFIED_TYPES`. */
export type SimplifiedType = (typeof SIMPLIFIED_TYPES)[number]

/** The root element. */
export const SIMPLIFIED_ROOT = 'fs:FatturaElettronicaSemplificata'

/** FormatoTrasmissione, which is the edition as well. */
export const SIMPLIFIED_FORMAT = 'FSM10'

/** Whether the document is a simplified one (art. 21-bis DPR 633/72), which has its own format. */
export function isSimplified({ documentType = '' }: Pick<InvoiceRequest, 'documentType'>): boolean {
  return simplifiedType(documentType) !== undefined
}

/** The type, if it is that of a simplified document. */
export function simplifiedType(type: string): SimplifiedType | undefined {
  return SIMPLIFIED_TYPES.find((each) => each === type)
}
