import { cut } from '../../domain/text.js'
import { isOneOf } from '../../domain/keys.js'

/**
 * The values of a refused invoice that a government quotes, by the names in tables of refusals.
 * Tax numbers are in the government's form, dates `YYYY-MM-DD` (`issueDay`: in ANAF's form,
 * `DD-MM-YYYY`), numbers decimals, sizes in bytes.
 */
export const ROLES = [
  // Of the document
  'number',
  'numberLength',
  'numberLengthMore',
  'issueDate',
  'issueDay',
  'currency',
  'otherCurrencies',
  'invoiceId',
  // Of a line
  'description',
  'descriptionLength',
  'descriptionLengthLess',
  'quantity',
  'unitPrice',
  'unitPriceDecimals',
  'lineNumber',
  // Of its parties
  'supplierVat',
  'supplierNumber',
  'customerNumber',
  'participant',
  'participantHost',
  'documentType',
  // Of its file, and of a place in it
  'size',
  'encryptedSize',
  'line',
  'column',
  // Of its upload
  'upload',
  'download',
  'session',
  'authentication',
  // Of an earlier upload of the same invoice
  'earlierUpload',
  'earlierDate',
  'earlierSession',
  'earlierNumber',
  // Elements of its format
  'numberElement',
  'dateElement',
  'currencyElement',
  'typeElement',
  'amountElement',
  'descriptionElement',
  'quantityElement',
  'priceElement',
  'supplierNumberElement',
  'lineElement',
  'rootElement',
  'namespace',
] as const

/** One of `ROLES`. */
type Role = (typeof ROLES)[number]

/** The values of an invoice; unknown ones are absent. */
export type Quoted = Readonly<Partial<Record<Role, string | undefined>>>

/** Whether a table may use this name. */
export function isRole(name: string): name is Role {
  return isOneOf(ROLES, name)
}

/** The most characters of a value that a government quotes. */
const MOST = 190
/** The end of a quotation: a quotation mark that is no apostrophe inside a word. */
const END = /['"‘’‚‛`´“”„«»](?!\w)/

/**
 * A value in the form of a message: on one line, without control characters, shortened, and cut
 * before a mark that would end the quotation.
 */
export function quotable(value: string): string {
  const plain = cut(value, MOST, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const end = plain.search(END)
  return end === -1 ? plain : plain.slice(0, end)
}
