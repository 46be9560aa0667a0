import { EN_16931, isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Country } from '../country.js'
import { PEPPOL_SELF_BILLING_DOCUMENTS } from '../be/documents.js'
import { GERMAN_CII_DOCUMENTS, XRECHNUNG_DOCUMENTS, ZUGFERD_EN_16931, ZUGFERD_EXTENDED } from './documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { accessPointGateway } from '../peppol/access-point/gateway.js'
import { PEPPOL_DOOR } from '../peppol/access-point/inbound.js'
import { PEPPOL_ANSWERING } from '../peppol/invoice-response.js'
import { PEPPOL_SETTINGS } from '../peppol/access-point/settings.js'
import { peppolSimulator } from '../peppol/simulator.js'
import { germanInvoice, germanRequest } from './profile.js'
import { DE_REJECTIONS } from './rejections.js'
import { BUSINESS_RULES, LEVEL_RULE } from './rules/business.js'
import { GERMAN_SETUP } from './setup.js'
import { GERMAN_VAT } from './vat.js'

declare module '../../domain/request/invoice-request.js' {
  interface CountryCodes {
    DE: true
  }
}

/** For an invoice whose profile is the caller's choice. */
const CHOSEN_RULES = { documents: GERMAN_CII_DOCUMENTS, own: BUSINESS_RULES.filter((rule) => rule !== LEVEL_RULE) }

function ciiFormat({ specification }: Pick<Invoice, 'specification'>): string {
  if (specification === EN_16931) return 'CII D22B ZUGFeRD 2.5'
  return isFacturXExtended(specification) ? 'CII D22B ZUGFeRD 2.5 EXTENDED' : 'CII D16B XRechnung 3.0'
}

/** Germany: XRechnung 3.0 over the Peppol network, to authorities by their Leitweg-ID. */
export const germany: Country = {
  code: 'DE',
  name: 'Germany',
  language: 'de',
  timeZone: 'Europe/Berlin',
  vat: GERMAN_VAT,
  settings: PEPPOL_SETTINGS,
  inbound: [PEPPOL_DOOR],
  setup: GERMAN_SETUP,
  documents: [XRECHNUNG_DOCUMENTS, PEPPOL_SELF_BILLING_DOCUMENTS, ZUGFERD_EN_16931, ZUGFERD_EXTENDED],
  invoicing: modelledInvoicing({
    model: germanInvoice,
    asRequest: germanRequest,
    terms: ['de', 'line.de', 'profile', 'selfBilled', 'prepayments'],
    ubl: { format: 'UBL 2.1 XRechnung 3.0', rules: { documents: XRECHNUNG_DOCUMENTS, own: BUSINESS_RULES } },
    selfBilling: {
      format: 'UBL 2.1 Peppol BIS Self-Billing 3.0',
      rules: { documents: PEPPOL_SELF_BILLING_DOCUMENTS, own: BUSINESS_RULES },
    },
    cii: {
      format: ciiFormat,
      rules: { documents: GERMAN_CII_DOCUMENTS, own: BUSINESS_RULES },
      chosenRules: ({ profile }) => (profile === undefined ? undefined : CHOSEN_RULES),
      hybrid: { filename: 'xrechnung.xml', conformanceLevel: 'XRECHNUNG', version: '3.0' },
    },
    explain: (rawText, outcome) => DE_REJECTIONS.explain(rawText, outcome),
    gateway: (tools) => accessPointGateway(tools, germanInvoice),
    answering: PEPPOL_ANSWERING,
    simulator: peppolSimulator({ country: 'DE', model: germanInvoice, catalogue: DE_REJECTIONS }),
  }),
}
