import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { NOTE_SUBJECTS } from '../../einvoice/codes/notes.js'
import type { Note } from '../../einvoice/model/invoice-model.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { isFrench, isPrivate, isPublic } from './parties.js'

interface LatePayment {
  /** PMT. */
  readonly recovery: string
  /** PMD. */
  readonly penalties: string
}

/**
 * The legal defaults without another agreement of the parties: between businesses (Code de
 * commerce, art. L441-10 II and D441-5), of the public sector (Code de la commande publique, art.
 * R2192-31 and D2192-35), of private persons, whom neither applies to (Code civil, art. 1231-6),
 * and for credit notes, which the customer does not pay.
 */
const LATE_PAYMENT = {
  business: {
    recovery:
      'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D441-5 du Code de commerce).',
    penalties:
      'Pénalités de retard : taux de la Banque centrale européenne à son opération de refinancement la plus récente majoré de 10 points ' +
      'de pourcentage, exigibles sans rappel (art. L441-10 du Code de commerce).',
  },
  public: {
    recovery:
      'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D2192-35 du Code de la commande publique).',
    penalties:
      'Intérêts moratoires : taux de la Banque centrale européenne à ses opérations principales de refinancement majoré de 8 points ' +
      'de pourcentage (art. R2192-31 du Code de la commande publique).',
  },
  private: {
    recovery: 'Indemnité forfaitaire pour frais de recouvrement : sans objet (client non professionnel).',
    penalties: 'Pénalités de retard : intérêts au taux légal après mise en demeure (art. 1231-6 du Code civil).',
  },
  creditNote: {
    recovery: 'Indemnité forfaitaire pour frais de recouvrement : sans objet (avoir).',
    penalties: 'Pénalités de retard : sans objet (avoir).',
  },
} as const satisfies Readonly<Record<string, LatePayment>>
const NO_DISCOUNT = "Pas d'escompte en cas de paiement anticipé."

/**
 * BG-1. BR-FR-05 requires three notes in every invoice: recovery costs (PMT), penalties for late
 * payment (PMD) and discount for early payment (AAB).
 *
 * - Coded notes are in `notes`; a caller may also put them into `note` as in UBL,
 *   `Merci.#PMD#Pénalités : 12 % l'an`; these are unchanged.
 * - Missing ones of the three contain the legal default; AAB repeats the payment terms if they
 *   mention a discount, and the cash discounts (`cashDiscounts`, in words).
 * - BAR, the requested processing by the platform (BR-FR-20), distinguishes companies in France
 *   (B2B) from those abroad (B2BINT), so that a French buyer without SIREN or French address is
 *   detected (BR-FR-11, BR-FR-21) before the platform does it; and consumers (B2C, B2CINT), whose
 *   invoices are only reported.
 *
 * Free text comes first: the artefact reads from `#BAR#` to the next number sign, so only a coded
 * note may follow.
 */
export function frenchNotes(invoice: InvoiceRequest, cashDiscounts: readonly string[] = []): readonly Note[] {
  const { note, notes = [], customer, paymentMeans } = invoice
  const { recovery, penalties } = latePaymentOf(invoice)
  const given = [...codedNotes(note ?? ''), ...notes]
  const terms = paymentMeans?.paymentTerms
  const agreed = terms !== undefined && /escompte|discount/i.test(terms) ? [terms] : []
  const discounts = [...agreed, ...cashDiscounts]
  const statutory: readonly Note[] = [
    { subjectCode: 'BAR', text: treatmentOf(customer) },
    { subjectCode: 'PMT', text: recovery },
    { subjectCode: 'PMD', text: penalties },
    { subjectCode: 'AAB', text: discounts.length > 0 ? discounts.join('. ') : NO_DISCOUNT },
  ]
  const missing = statutory.filter(({ subjectCode }) => given.every((each) => each.subjectCode !== subjectCode))
  const isBar = ({ subjectCode }: Note): boolean => subjectCode === 'BAR'
  const coded = [...given.filter(({ subjectCode }) => subjectCode !== undefined), ...missing]
  return [
    ...given.filter(({ subjectCode }) => subjectCode === undefined),
    ...coded.filter(isBar),
    ...coded.filter((each) => !isBar(each)),
  ]
}

function latePaymentOf({ invoiceType, customer }: InvoiceRequest): LatePayment {
  if (invoiceType === 'credit_note') return LATE_PAYMENT.creditNote
  if (isPrivate(customer)) return LATE_PAYMENT.private
  return isPublic(customer) ? LATE_PAYMENT.public : LATE_PAYMENT.business
}

function treatmentOf(customer: InvoiceRequest['customer']): string {
  if (isPrivate(customer)) return (customer.address?.country ?? 'FR') === 'FR' ? 'B2C' : 'B2CINT'
  return isFrench(customer) ? 'B2B' : 'B2BINT'
}

/** Splits a text at every `#ABC#` with a code of UNTDID 4451. Blank parts are dropped. */
function codedNotes(text: string): Note[] {
  const notes: Note[] = []
  let start = 0
  let subjectCode: string | undefined
  const end = (at: number): void => {
    const part = text.slice(start, at).trim()
    if (!isBlank(part)) notes.push(subjectCode === undefined ? { text: part } : { subjectCode, text: part })
  }
  for (const match of text.matchAll(/#([A-Z0-9]{3})#/g)) {
    const code = match[1] ?? ''
    if (!NOTE_SUBJECTS.has(code)) continue
    end(match.index)
    start = match.index + match[0].length
    subjectCode = code
  }
  end(text.length)
  return notes
}
