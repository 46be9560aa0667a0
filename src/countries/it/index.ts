import { toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Country } from '../country.js'
import { nationalInvoicing } from '../national-invoicing.js'
import { ITALIAN_ANSWERING } from './answering.js'
import { FATTURAPA_DOCUMENTS, SIMPLIFIED_DOCUMENTS } from './documents.js'
import { REQUESTED_TYPES } from './document-types.js'
import { ITALIAN_ELEMENTS } from './elements.js'
import { putFattura } from './fatturapa/document.js'
import { readFattura } from './fatturapa/read/document.js'
import { italianGateway } from './gateway.js'
import { fatturaModel } from './model.js'
import { isIssuedByCustomer } from './parties.js'
import { italianFacts } from './printed.js'
import { ITALY } from './profile.js'
import { ITALIAN_REJECTIONS } from './rejections.js'
import { sdiDoor } from './sdi/inbound.js'
import { sdiReceptionDoor } from './sdi/reception.js'
import { ITALIAN_SETTINGS } from './settings.js'
import { ITALIAN_SETUP } from './setup.js'
import { BUSINESS_RULES, CREDIT_NOTE_RULE } from './rules/business.js'
import { putSimplified } from './simplified/document.js'
import { SIMPLIFIED_ELEMENTS } from './simplified/elements.js'
import { judgeLosses, SIMPLIFIED_LOSSES } from './simplified/losses.js'
import { readSimplified } from './simplified/read.js'
import { isSimplified, SIMPLIFIED_ROOT } from './simplified-types.js'
import { sdiSimulator } from './simulator.js'
import { ITALIAN_TERMS } from './terms.js'
import { ITALIAN_VAT } from './vat.js'

declare module '../../domain/request/invoice-request.js' {
  interface CountryCodes {
    IT: true
  }
}

/** Italy: FatturaPA 1.2.3 through the Sistema di Interscambio (SdI). */
export const italy: Country = {
  code: 'IT',
  name: 'Italy',
  language: 'it',
  timeZone: 'Europe/Rome',
  vat: ITALIAN_VAT,
  // SdI accepts 20 characters.
  numbers: { longest: 20, allowed: /[A-Za-z0-9+\-_/.]/ },
  settings: ITALIAN_SETTINGS,
  setup: ITALIAN_SETUP,
  inbound: [sdiDoor, sdiReceptionDoor],
  documents: [FATTURAPA_DOCUMENTS, SIMPLIFIED_DOCUMENTS],
  invoicing: nationalInvoicing({
    format: 'fatturapa',
    formatName: 'FatturaPA 1.2.3',
    terms: ITALIAN_TERMS,
    typeCodes: REQUESTED_TYPES,
    model: fatturaModel,
    put: putFattura,
    read: ({ tree, kind }) => (kind === SIMPLIFIED_ROOT ? readSimplified(tree) : readFattura(tree)),
    asRequest: (invoice) => toRequest(invoice, 'IT', ITALY),
    fields: ITALIAN_ELEMENTS,
    rules: {
      documents: FATTURAPA_DOCUMENTS,
      own: BUSINESS_RULES,
      // Simplified ones have a stricter rule.
      concerns: ({ id }, invoice) => id !== CREDIT_NOTE_RULE || !isSimplified(invoice),
    },
    special: {
      formatName: 'Simplified FatturaPA 1.0.2',
      documents: SIMPLIFIED_DOCUMENTS,
      put: putSimplified,
      fields: SIMPLIFIED_ELEMENTS,
      rulesOnFields: SIMPLIFIED_LOSSES,
      judge: judgeLosses,
    },
    explain: (rawText, outcome) => ITALIAN_REJECTIONS.explain(rawText, outcome),
    answering: ITALIAN_ANSWERING,
    simulator: sdiSimulator,
    gateway: (tools) => italianGateway(tools),
    printed: italianFacts,
    isIssuedByCustomer,
  }),
}
