import type { Country } from '../country.js'
import { XRECHNUNG_DOCUMENTS } from './documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { peppolSimulator } from '../peppol/simulator.js'
import { germanInvoice } from './profile.js'
import { DE_REJECTIONS } from './rejections.js'
import { BUSINESS_RULES } from './rules/business.js'
import { GERMAN_SETUP } from './setup.js'
import { GERMAN_VAT } from './vat.js'

declare module '../../domain/invoice-request.js' {
  interface CountryCodes {
    DE: true
  }
}

/** Germany: XRechnung 3.0 over the Peppol network, to authorities by their Leitweg-ID. */
export const germany: Country = {
  code: 'DE',
  name: 'Germany',
  language: 'de',
  timeZone: 'Europe/Berlin',
  vat: GERMAN_VAT,
  setup: GERMAN_SETUP,
  documents: [XRECHNUNG_DOCUMENTS],
  invoicing: modelledInvoicing({
    model: germanInvoice,
    ubl: { format: 'UBL 2.1 XRechnung 3.0', rules: { documents: XRECHNUNG_DOCUMENTS, own: BUSINESS_RULES } },
    cii: {
      format: 'CII D16B XRechnung 3.0',
      rules: { documents: XRECHNUNG_DOCUMENTS, own: BUSINESS_RULES },
      hybrid: { filename: 'xrechnung.xml', conformanceLevel: 'XRECHNUNG', version: '3.0' },
    },
    explain: (rawText) => DE_REJECTIONS.explain(rawText),
    simulator: peppolSimulator({ country: 'DE', model: germanInvoice, catalogue: DE_REJECTIONS }),
  }),
}
