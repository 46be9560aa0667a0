import type { Submission } from '../../gateway/gateway.js'

/** Through whom a submission goes, as ANAF wants to be told. */
export interface Sender {
  /** Digits of the connected company: a `RO` before them is refused. */
  readonly cif: string
  readonly connectionId: string
  readonly token: string
}

/** Throws where a submission has no connection: only simulated governments take such. */
export function senderOf({ access, attemptId }: Submission): Sender {
  if (access === null) throw new Error(`attempt ${attemptId} goes to ANAF without a connection`)
  const { connectionId, vatNumber, credentials } = access
  // ANAF answers a missing token as any that it doesn't accept: 401.
  return { cif: cifOf(vatNumber), connectionId, token: credentials['accessToken'] ?? '' }
}

/** The digits of a Romanian VAT number. */
export function cifOf(vatNumber: string): string {
  return vatNumber.replace(/^RO/, '')
}

/** Whether the connected company is the buyer, who has issued the invoice in the seller's name. */
export function isSelfBilled({ invoice, access }: Submission): boolean {
  const { supplier, customer } = invoice
  return access?.vatNumber === customer.vatNumber && access.vatNumber !== supplier.vatNumber
}

/** Where an upload goes, and what is said of it. */
export function uploadCall(submission: Submission): {
  readonly path: 'upload' | 'uploadb2c'
  readonly parameters: Readonly<Record<string, string>>
} {
  const { customer, invoiceType } = submission.invoice
  return {
    path: customer.consumer === true || isPersonal(customer.vatNumber) ? 'uploadb2c' : 'upload',
    parameters: {
      // A debit note is an invoice with the amount that is added.
      standard: invoiceType === 'credit_note' ? 'CN' : 'UBL',
      cif: senderOf(submission).cif,
      ...(countryOf(customer) !== 'RO' && { extern: 'DA' }),
      ...(isSelfBilled(submission) && { autofactura: 'DA' }),
    },
  }
}

/** A person has no VAT number but a personal one, or thirteen zeros. */
function isPersonal(vatNumber: string): boolean {
  return /^(?:RO)?[0-9]{13}$/.test(vatNumber)
}

function countryOf({ address, vatNumber }: Submission['invoice']['customer']): string {
  if (address !== undefined) return address.country
  return /^[A-Z]{2}/.exec(vatNumber)?.[0] ?? 'RO'
}
