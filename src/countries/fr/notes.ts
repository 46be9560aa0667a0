import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { NOTE_SUBJECTS } from '../../einvoice/codes/notes.js'
import type { Note } from '../../einvoice/model/invoice-model.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { isFrench } from './parties.js'

/**
 * What the law has where the parties agreed on nothing else (Code de commerce, art. L441-10 II and
 * D441-5).
 */
const LATE_PAYMENT =
  'Pénalités de retard : taux de la Banque centrale européenne à son opération de refinancement la plus récente majoré de 10 points ' +
  'de pourcentage, exigibles sans rappel (art. L441-10 du Code de commerce).'
const RECOVERY_COSTS =
  'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D441-5 du Code de commerce).'
const NO_DISCOUNT = "Pas d'escompte en cas de paiement anticipé."

/**
 * BG-1. BR-FR-05 wants three notes of every invoice: recovery costs (PMT), penalties for late
 * payment (PMD) and discount for early payment (AAB).
 *
 * - Coded notes stand in `notes`; a caller may also put them into `note` as UBL does,
 *   `Merci.#PMD#Pénalités : 12 % l'an`; these stand as they are.
 * - Of the three, what is missing says what the law has without agreement; AAB repeats the terms
 *   of payment where they speak of a discount.
 * - BAR, the treatment that the platform is asked for (BR-FR-20), tells companies in France (B2B)
 *   from those abroad (B2BINT), so that a French buyer without SIREN or French address is found
 *   (BR-FR-11, BR-FR-21) before the platform does; and consumers (B2C, B2CINT), whose invoices are
 *   only reported.
 *
 * Free text comes first: the artefact reads on from `#BAR#` to the next number sign, so that only
 * a coded note may follow.
 */
export function frenchNotes({ note, notes = [], customer, paymentMeans }: InvoiceRequest): readonly Note[] {
  const given = [...codedNotes(note ?? ''), ...notes]
  const terms = paymentMeans?.paymentTerms
  const discount = terms !== undefined && /escompte|discount/i.test(terms) ? terms : NO_DISCOUNT
  const statutory: readonly Note[] = [
    { subjectCode: 'BAR', text: treatmentOf(customer) },
    { subjectCode: 'PMT', text: RECOVERY_COSTS },
    { subjectCode: 'PMD', text: LATE_PAYMENT },
    { subjectCode: 'AAB', text: discount },
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

function treatmentOf(customer: InvoiceRequest['customer']): string {
  if (customer.consumer === true) return (customer.address?.country ?? 'FR') === 'FR' ? 'B2C' : 'B2CINT'
  return isFrench(customer) ? 'B2B' : 'B2BINT'
}

/**
 * Takes a text apart at every `#ABC#` whose code is one of UNTDID 4451. Blank parts are left out.
 */
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
