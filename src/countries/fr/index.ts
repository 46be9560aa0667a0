import { toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Country } from '../country.js'
import { FLOW_2_DOCUMENTS } from './documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { frenchInvoice } from './invoice.js'
import { FRANCE } from './profile.js'
import { FACTUR_X } from '../printed.js'
import { FRENCH_REJECTIONS } from './rejections.js'
import { BUSINESS_RULES } from './rules/business.js'
import { platformSimulator } from './simulator.js'
import { FRENCH_VAT } from './vat.js'
import { frenchGateway } from './gateway.js'
import { FRENCH_SETTINGS } from './settings.js'
import { FRENCH_SETUP } from './setup.js'

declare module '../../domain/request/invoice-request.js' {
  interface CountryCodes {
    FR: true
  }
}

/**
 * France: the reform of electronic invoicing, flow 2 (AFNOR XP Z12-012), UBL 2.1 or CII, submitted
 * to an approved platform.
 */
export const france: Country = {
  code: 'FR',
  name: 'France',
  language: 'fr',
  timeZone: 'Europe/Paris',
  vat: FRENCH_VAT,
  settings: FRENCH_SETTINGS,
  setup: FRENCH_SETUP,
  documents: [FLOW_2_DOCUMENTS],
  invoicing: modelledInvoicing({
    model: frenchInvoice,
    asRequest: (invoice) => toRequest(invoice, 'FR', FRANCE),
    terms: ['customer.publicSector', 'fr', 'line.fr'],
    ubl: { format: 'UBL 2.1 EN 16931 CTC-FR', rules: { documents: FLOW_2_DOCUMENTS, own: BUSINESS_RULES } },
    cii: {
      format: 'CII D22B EN 16931 CTC-FR',
      rules: { documents: FLOW_2_DOCUMENTS, own: BUSINESS_RULES },
      hybrid: FACTUR_X,
    },
    explain: (rawText, outcome) => FRENCH_REJECTIONS.explain(rawText, outcome),
    simulator: platformSimulator,
    gateway: (tools) => frenchGateway(tools),
  }),
}
