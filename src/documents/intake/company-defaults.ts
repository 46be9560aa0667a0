import type { OptionalTerm } from '../../countries/terms.js'
import { defined } from '../../domain/defined.js'
import type { CompanyDefaults, DefaultPayment } from '../../domain/request/company-defaults.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { RequestNote } from '../../domain/request/terms.js'

/** The terms that a country's format has a place for. */
type Terms = Pick<ReadonlySet<OptionalTerm>, 'has'>

/**
 * An invoice of a company with the company's defaults. What it says itself wins: a note of a
 * subject that it has, its own account, card or code of payment, its own tax regime and legal
 * information. A country without a place for a default gets none of it. Pure.
 */
export function withDefaults(defaults: CompanyDefaults, invoice: InvoiceRequest, terms: Terms): InvoiceRequest {
  const { supplier, paymentMeans } = invoice
  const notes = missingNotes(defaults, invoice, terms)
  const hasDueDate = (invoice.dueDate ?? paymentMeans?.dueDate ?? invoice.paymentSchedule) !== undefined
  const payment =
    defaults.paymentMeans && paymentWith(allowedIn(terms, defaults.paymentMeans), hasDueDate, paymentMeans)
  const taxRegime = terms.has('supplier.taxRegime') ? defaults.taxRegime : undefined
  const legalInformation = terms.has('supplier.legalInformation') ? defaults.legalInformation : undefined
  return {
    ...invoice,
    supplier: { ...defined({ taxRegime, legalInformation }), ...supplier },
    ...(notes.length > 0 && { notes: [...(invoice.notes ?? []), ...notes] }),
    ...(payment && { paymentMeans: payment }),
  }
}

/** UNTDID 4451 in a text, as in `Merci.#PMD#Pénalités : 12 % l'an`. */
const SUBJECT = /#([A-Z]{3})#/g

function missingNotes({ notes = [] }: CompanyDefaults, invoice: InvoiceRequest, terms: Terms): readonly RequestNote[] {
  if (!terms.has('notes')) return []
  const own = [...(invoice.note === undefined ? [] : [{ text: invoice.note }]), ...(invoice.notes ?? [])]
  const subjects = new Set<string | undefined>(
    own.flatMap(({ text, subjectCode }: RequestNote) => [
      ...(subjectCode === undefined && text.startsWith('#') ? [] : [subjectCode]),
      ...Array.from(text.matchAll(SUBJECT), ([, code]) => code),
    ]),
  )
  return notes.filter(({ subjectCode }) => {
    if (subjectCode !== undefined && !terms.has('note.subjectCode')) return false
    return !subjects.has(subjectCode)
  })
}

/** The fields that say how to pay. Of two invoices' they would not fit together. */
const WAYS = ['code', 'text', 'bankAccount', 'accountName', 'bic', 'furtherAccounts', 'card', 'directDebit'] as const

function paymentWith(
  defaults: DefaultPayment,
  hasDueDate: boolean,
  own: InvoiceRequest['paymentMeans'] = {},
): InvoiceRequest['paymentMeans'] {
  const { paymentTerms, ...way } = defaults
  const terms = own.paymentTerms ?? (hasDueDate ? undefined : paymentTerms)
  const found = {
    ...(WAYS.some((field) => own[field] !== undefined) ? {} : way),
    ...own,
    ...defined({ paymentTerms: terms }),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** The payment without the fields that a country does not have. */
function allowedIn(terms: Terms, payment: DefaultPayment): DefaultPayment {
  return Object.fromEntries(
    Object.entries(payment).filter(([field]) => !isLimited(field) || terms.has(`paymentMeans.${field}`)),
  )
}

const LIMITED = ['code', 'text', 'accountName', 'furtherAccounts', 'card', 'directDebit'] as const

function isLimited(field: string): field is (typeof LIMITED)[number] {
  return LIMITED.some((each) => each === field)
}
