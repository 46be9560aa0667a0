import { normalised } from '../../../einvoice/xml/white-space.js'

/** BR-FR-04, UNTDID 1001. */
export const TYPES: ReadonlySet<string> = new Set(
  '380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503'.split(' '),
)
/** BR-FR-08. */
export const BUSINESS_PROCESSES: ReadonlySet<string> = new Set(
  'B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8 B9 S9 M9'.split(' '),
)
/** Corrected invoices, UNTDID 1001. */
export const CORRECTED: ReadonlySet<string> = new Set(['384', '471', '472', '473'])
/** Credit notes, UNTDID 1001. */
export const CREDIT_NOTES: ReadonlySet<string> = new Set(['261', '381', '396', '502', '503'])
/** Invoices and credit notes of a down payment, UNTDID 1001. */
export const DOWN_PAYMENTS: ReadonlySet<string> = new Set(['386', '500', '503'])
/** Business processes of invoices that are already paid. */
export const PAID: ReadonlySet<string> = new Set(['B2', 'S2', 'M2'])
/** Business processes of final invoices after a down payment. */
export const AFTER_DOWN_PAYMENT: ReadonlySet<string> = new Set(['B4', 'S4', 'M4'])

/**
 * BR-FR-02. The artefact checks spaces in the original text and everything else in the trimmed
 * text.
 */
export function isInvoiceNumber(text: string): boolean {
  return /^[A-Za-z0-9+\-_/]+$/.test(normalised(text)) && !text.includes(' ')
}

/** BR-FR-03: a day of the years 2000 to 2099. */
export function isDay(text: string): boolean {
  const [, month, day] = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? []
  if (month === undefined) return false
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(month), 0)).getUTCDate()
  return Number(day) <= lastDay
}

/** BR-FR-20: how platforms process an invoice. */
export const TREATMENTS: ReadonlySet<string> = new Set(['B2B', 'B2BINT', 'B2C', 'B2CINT', 'OUTOFSCOPE', 'ARCHIVEONLY'])

/** The notes that the law requires (BR-FR-05). */
const MANDATORY: readonly (readonly [code: string, what: string, example: string])[] = [
  ['PMT', 'the recovery costs for late payment', '#PMT#Indemnité forfaitaire de 40 €'],
  ['PMD', 'the penalties for late payment', "#PMD#Trois fois le taux d'intérêt légal"],
  ['AAB', 'the discount for early payment or its absence', "#AAB#Pas d'escompte"],
]

/**
 * BR-FR-05: the subject codes of the notes that the law requires. In UBL the rules are numbered in
 * this order.
 */
export const MANDATORY_NOTES: readonly string[] = MANDATORY.map(([code]) => code)

/**
 * BR-FR-06: the subject codes that may occur once. In UBL the rules are numbered in this order.
 */
export const ONCE_ONLY_NOTES: readonly string[] = [...MANDATORY_NOTES, 'TXD']

/** BR-FR-17. */
export const ATTACHMENT_KINDS: ReadonlySet<string> = new Set([
  ...['RIB', 'LISIBLE', 'FEUILLE_DE_STYLE', 'PJA', 'BORDEREAU_SUIVI', 'DOCUMENT_ANNEXE', 'BON_LIVRAISON'],
  ...['BON_COMMANDE', 'BORDEREAU_SUIVI_VALIDATION', 'ETAT_ACOMPTE', 'FACTURE_PAIEMENT_DIRECT'],
  'RECAPITULATIF_COTRAITANCE',
])

/** The characters of addresses and routing codes in the directory. */
export function isRoutable(text: string): boolean {
  return /^[A-Za-z0-9+\-_.]+$/.test(text)
}

/** BR-FR-15: the VAT categories that France has. */
export const CATEGORIES: ReadonlySet<string> = new Set(['S', 'E', 'AE', 'K', 'G', 'O', 'Z'])

/** Self-billed invoices and credit notes, UNTDID 1001: the seller receives these. */
export const SELF_BILLED: ReadonlySet<string> = new Set(['389', '501', '500', '471', '473', '261', '502'])

/** Types that correct an invoice, including self-billed ones, UNTDID 1001. */
export const CORRECTS: ReadonlySet<string> = new Set(['384', '472', '381', '396', '503'])
/** Types that correct a self-billed invoice, UNTDID 1001. */
export const CORRECTS_SELF_BILLED: ReadonlySet<string> = new Set(['261', '471', '473', '502'])

/**
 * The text after the first `#CODE#` in the notes of UBL, up to the next number sign; empty if
 * there is none.
 */
export function textAfterCode(notes: string, code: string): string {
  const at = notes.indexOf(`#${code}#`)
  return at < 0 ? '' : (notes.slice(at + code.length + 2).split('#')[0] ?? '')
}

/** Like XPath's `\d`, this matches any decimal digit of Unicode. */
export function isSiren(text: string | undefined): boolean {
  return text !== undefined && /^\p{Nd}{9}$/u.test(normalised(text))
}
