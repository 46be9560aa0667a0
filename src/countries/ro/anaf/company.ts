import type { Submission } from '../../gateway/gateway.js'

/** The company that submits, in the form that ANAF requires. */
export interface Sender {
  /** Digits of the connected company: ANAF refuses the prefix `RO`. */
  readonly cif: string
  readonly connectionId: string
  readonly token: string
}

/** Throws without a connection: only simulated governments accept that. */
export function senderOf({ access, attemptId }: Submission): Sender {
  if (access === null) throw new Error(`attempt ${attemptId} has no connection to ANAF`)
  const { connectionId, vatNumber, credentials } = access
  // ANAF answers a missing token like an invalid one: 401.
  return { cif: cifOf(vatNumber), connectionId, token: credentials['accessToken'] ?? '' }
}

/** The digits of a Romanian VAT number. */
export function cifOf(vatNumber: string): string {
  return vatNumber.replace(/^RO/, '')
}

/** Whether the connected company is the buyer, who issued the invoice in the seller's name. */
export function isSelfBilled({ invoice, access }: Submission): boolean {
  const { supplier, customer } = invoice
  return access?.vatNumber === customer.vatNumber && access.vatNumber !== supplier.vatNumber
}

/** Path and parameters of an upload. */
export function uploadCall(submission: Submission): {
  readonly path: 'upload' | 'uploadb2c'
  readonly parameters: Readonly<Record<string, string>>
} {
  const { customer, invoiceType } = submission.invoice
  return {
    path: customer.consumer === true || isPersonal(customer.vatNumber) ? 'uploadb2c' : 'upload',
    parameters: {
      // A debit note is an invoice with the added amount.
      standard: invoiceType === 'credit_note' ? 'CN' : 'UBL',
      cif: senderOf(submission).cif,
      ...(countryOf(customer) !== 'RO' && { extern: 'DA' }),
      ...(isSelfBilled(submission) && { autofactura: 'DA' }),
    },
  }
}

/** A person has no VAT number but a personal number, or thirteen zeros. */
function isPersonal(vatNumber: string): boolean {
  return /^(?:RO)?[0-9]{13}$/.test(vatNumber)
}

function countryOf({ address, vatNumber }: Submission['invoice']['customer']): string {
  if (address !== undefined) return address.country
  return /^[A-Z]{2}/.exec(vatNumber)?.[0] ?? 'RO'
}
