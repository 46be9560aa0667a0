import { hash } from 'node:crypto'
import type { Scope } from '../../../domain/event.js'
import type { Access, Submission } from '../../gateway/gateway.js'
import type { ListFilter } from './api.js'
import type { UploadCall } from './budgets.js'
import type { ListedMessage } from './message-page.js'

/** The company that submits, in the form that ANAF requires. */
export interface Sender {
  /** Digits of the connected company: ANAF refuses the prefix `RO`. */
  readonly cif: string
  readonly connectionId: string
  readonly token: string
}

/** Throws without a connection: only simulated governments accept that. */
export function senderOf({ access, attemptId }: Pick<Submission, 'access' | 'attemptId'>): Sender {
  if (access === null) throw new Error(`attempt ${attemptId} has no connection to ANAF`)
  return companyOf(access)
}

/** The company of a connection. */
export function companyOf({ connectionId, vatNumber, credentials }: Access): Sender {
  // ANAF answers a missing token like an invalid one: 401.
  return { cif: cifOf(vatNumber), connectionId, token: credentials['accessToken'] ?? '' }
}

/** The digits of a Romanian VAT number. */
export function cifOf(vatNumber: string): string {
  return vatNumber.replace(/^RO/, '')
}

/** Whether the connected company is the buyer, who issued the invoice in the seller's name. */
function isSelfBilled({ invoice, access }: Submission): boolean {
  const { supplier, customer } = invoice
  return access?.vatNumber === customer.vatNumber && access.vatNumber !== supplier.vatNumber
}

/** What ANAF is given once: an invoice, or a message to a seller. */
export interface Upload {
  readonly scope: Scope
  /** Of the ledger: always the same for the same upload. */
  readonly attemptId: string
  readonly bytes: Uint8Array
  readonly sender: Sender
  readonly path: 'upload' | 'uploadb2c'
  readonly parameters: Readonly<Record<string, string>>
  /** The budgets from which it is deducted. */
  readonly counted: UploadCall
  /** It can't have reached ANAF before. */
  readonly createdAt: Date
  /** Where ANAF lists it. */
  readonly listed: {
    /** As in `ListedPeriod`. */
    readonly filter?: ListFilter
    /** Whether it may be this message, by its kind. */
    readonly mayBe: (message: ListedMessage) => boolean
  }
  /** The SHA-256 (hex) by which the document of an archive is compared with this one. */
  readonly digestOf: (xml: Uint8Array) => string
}

/** Listed messages that are not invoices: errors in one, and messages of a buyer. */
const NO_INVOICE = /^(?:ERORI|MESAJ)/i

/** The upload of an invoice. */
export function uploadOf(submission: Submission): Upload {
  const { scope, attemptId, createdAt, xml } = submission
  const { customer, invoiceType } = submission.invoice
  const sender = senderOf(submission)
  return {
    scope,
    attemptId,
    createdAt,
    bytes: xml,
    sender,
    path: customer.consumer === true || isPersonal(customer.vatNumber) ? 'uploadb2c' : 'upload',
    parameters: {
      // A debit note is an invoice with the added amount.
      standard: invoiceType === 'credit_note' ? 'CN' : 'UBL',
      cif: sender.cif,
      ...(countryOf(customer) !== 'RO' && { extern: 'DA' }),
      ...(isSelfBilled(submission) && { autofactura: 'DA' }),
    },
    counted: { call: 'upload' },
    listed: {
      // For ANAF the company that uploads a self-billed invoice has received it.
      ...(!isSelfBilled(submission) && { filter: 'T' }),
      mayBe: ({ kind }) => !NO_INVOICE.test(kind),
    },
    digestOf: (document) => hash('sha256', document),
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
