import type { Country } from '../country.js'
import { PEPPOL_BILLING_DOCUMENTS, PEPPOL_SELF_BILLING_DOCUMENTS } from './documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { accessPointGateway } from '../peppol/access-point/gateway.js'
import { PEPPOL_DOOR } from '../peppol/access-point/inbound.js'
import { PEPPOL_ANSWERING } from '../peppol/invoice-response.js'
import { PEPPOL_SETTINGS } from '../peppol/access-point/settings.js'
import { peppolSimulator } from '../peppol/simulator.js'
import { belgianInvoice, belgianRequest } from './profile.js'
import { BE_REJECTIONS } from './rejections.js'
import { BUSINESS_RULES } from './rules.js'
import { BELGIAN_VAT } from './vat.js'
import { BELGIAN_SETUP } from './setup.js'

declare module '../../domain/request/invoice-request.js' {
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
  settings: PEPPOL_SETTINGS,
  inbound: [PEPPOL_DOOR],
  setup: BELGIAN_SETUP,
  documents: [PEPPOL_BILLING_DOCUMENTS, PEPPOL_SELF_BILLING_DOCUMENTS],
  invoicing: modelledInvoicing({
    model: belgianInvoice,
    asRequest: belgianRequest,
    terms: ['selfBilled', 'prepayments'],
    ubl: {
      format: 'UBL 2.1 Peppol BIS Billing 3.0',
      rules: { documents: PEPPOL_BILLING_DOCUMENTS, own: BUSINESS_RULES },
    },
    selfBilling: {
      format: 'UBL 2.1 Peppol BIS Self-Billing 3.0',
      rules: { documents: PEPPOL_SELF_BILLING_DOCUMENTS, own: BUSINESS_RULES },
    },
    explain: (rawText, outcome) => BE_REJECTIONS.explain(rawText, outcome),
    gateway: (tools) => accessPointGateway(tools, belgianInvoice),
    answering: PEPPOL_ANSWERING,
    simulator: peppolSimulator({ country: 'BE', model: belgianInvoice, catalogue: BE_REJECTIONS }),
  }),
}
