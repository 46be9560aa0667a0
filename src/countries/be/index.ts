import type { Country } from '../country.js'
import { PEPPOL_BILLING_DOCUMENTS, PEPPOL_SELF_BILLING_DOCUMENTS } from './documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { peppolSimulator } from '../peppol/simulator.js'
import { belgianInvoice } from './profile.js'
import { BE_REJECTIONS } from './rejections.js'
import { BUSINESS_RULES } from './rules.js'
import { BELGIAN_VAT } from './vat.js'
import { BELGIAN_SETUP } from './setup.js'

declare module '../../domain/invoice-request.js' {
  interface CountryCodes {
    BE: true
  }
}

/** Belgium: Peppol BIS Billing 3.0 over the Peppol network. */
export const belgium: Country = {
  code: 'BE',
  name: 'Belgium',
  language: 'nl',
  timeZone: 'Europe/Brussels',
  vat: BELGIAN_VAT,
  setup: BELGIAN_SETUP,
  documents: [PEPPOL_BILLING_DOCUMENTS, PEPPOL_SELF_BILLING_DOCUMENTS],
  invoicing: modelledInvoicing({
    model: belgianInvoice,
    ubl: {
      format: 'UBL 2.1 Peppol BIS Billing 3.0',
      rules: { documents: PEPPOL_BILLING_DOCUMENTS, own: BUSINESS_RULES },
    },
    explain: (rawText) => BE_REJECTIONS.explain(rawText),
    simulator: peppolSimulator({ country: 'BE', model: belgianInvoice, catalogue: BE_REJECTIONS }),
  }),
}
