import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { type SaidInJson, toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Profile } from '../../einvoice/rules/profile.js'
import { PEPPOL_BILLING } from '../../einvoice/rules/peppol/specification.js'
import { PEPPOL_BILLING_PROCESS } from '../../einvoice/rules/peppol/specification.js'
import { plainAddress } from '../peppol/address.js'
import { peppolInvoice } from '../peppol/model.js'
import { paidByAdvances, type PrepaymentStyle, readAdvances } from '../prepayments/paid.js'
import { DUTCH_WORDS, FRENCH_WORDS, GERMAN_WORDS, type PrepaymentWords } from '../prepayments/words.js'
import { isSelfBilling, selfBilling } from '../peppol/self-billing.js'
import { type BelgianLanguage, belgianLanguage } from './language.js'

/**
 * Peppol BIS Billing 3.0, the format of the Belgian mandate (Royal Decree of 8 July 2025) unless
 * the parties agree on another.
 */
const PEPPOL_BIS: Profile = {
  specification: PEPPOL_BILLING,
  businessProcess: PEPPOL_BILLING_PROCESS,
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  // The VAT must also be in EUR (VAT code, article 5 of Royal Decree no. 1). No official artefact
  // requires it, so it is written when possible.
  accountingCurrency: 'EUR',
  accountingCurrencyIfKnown: true,
  // Neither Peppol nor its edition of EN 16931 requires a due date or payment terms.
  defaultPaymentTerms: null,
  // VAT code, article 5, § 1, 9° and 9°bis of Royal Decree no. 1, in Dutch and French.
  exemptionReasons: {
    AE: 'Btw verlegd / Autoliquidation',
    K: 'Vrijgestelde intracommunautaire levering (art. 39bis WBTW) / Livraison intracommunautaire exemptée (art. 39bis CTVA)',
    G: 'Vrijgestelde uitvoer (art. 39 WBTW) / Exportation exemptée (art. 39 CTVA)',
  },
  language: 'nl',
  address: plainAddress,
}

/** The same for an invoice that the customer issues. */
const PEPPOL_BIS_SELF_BILLING = selfBilling(PEPPOL_BIS)

const WORDS: Readonly<Record<BelgianLanguage, PrepaymentWords>> = {
  nl: DUTCH_WORDS,
  fr: FRENCH_WORDS,
  de: GERMAN_WORDS,
}

function prepaymentStyle(language: BelgianLanguage): PrepaymentStyle {
  return { words: WORDS[language], sharesNote: true }
}

/**
 * The semantic model of an accepted Belgian invoice; its sentences are in the language of the
 * region.
 */
export function belgianInvoice(request: InvoiceRequest, attachments?: readonly Uint8Array[]): Invoice {
  const language = belgianLanguage(request)
  const accepted = paidByAdvances(request, prepaymentStyle(language))
  const profile = accepted.selfBilled === true ? PEPPOL_BIS_SELF_BILLING : PEPPOL_BIS
  return peppolInvoice(accepted, { ...profile, language }, attachments)
}

/** The inverse: a document that was read, as JSON. */
export function belgianRequest(invoice: Invoice): SaidInJson {
  const said = isSelfBilling(invoice)
    ? toRequest(invoice, 'BE', PEPPOL_BIS_SELF_BILLING, { selfBilled: true })
    : toRequest(invoice, 'BE', PEPPOL_BIS)
  return readAdvances(said, prepaymentStyle(belgianLanguage(said.request)), belgianInvoice)
}
