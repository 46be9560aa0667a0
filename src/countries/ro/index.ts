import type { Country } from '../country.js'
import { ROMANIAN_ANSWERING } from './anaf/message-to-seller.js'
import { anafGateway } from './anaf/gateway.js'
import { BUSINESS_RULES } from './rules/business.js'
import { CIUS_RO_DOCUMENTS } from './documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { romanianInvoice, romanianRequest } from './invoice.js'
import { ROMANIAN_EXAMPLE } from './example.js'
import { ROMANIAN_REJECTIONS } from './rejections.js'
import { ROMANIAN_SETTINGS } from './settings.js'
import { ROMANIAN_SETUP } from './setup.js'
import { anafSimulator } from './simulator.js'
import { ROMANIAN_VAT } from './vat.js'

declare module '../../domain/request/invoice-request.js' {
  interface CountryCodes {
    RO: true
  }
}

/** Romania: RO e-Factura, UBL 2.1 in the profile CIUS-RO. */
export const romania: Country = {
  code: 'RO',
  name: 'Romania',
  language: 'ro',
  currency: 'RON',
  timeZone: 'Europe/Bucharest',
  vat: ROMANIAN_VAT,
  settings: ROMANIAN_SETTINGS,
  setup: ROMANIAN_SETUP,
  documents: [CIUS_RO_DOCUMENTS],
  invoicing: modelledInvoicing({
    model: romanianInvoice,
    asRequest: romanianRequest,
    terms: ['customer.nationalId', 'prepayments'],
    // Autofactura: the buyer uploads it.
    isIssuedByCustomer: ({ typeCode }) => typeCode === '389',
    ubl: { format: 'UBL 2.1 CIUS-RO', rules: { documents: CIUS_RO_DOCUMENTS, own: BUSINESS_RULES } },
    explain: (rawText, outcome) => ROMANIAN_REJECTIONS.explain(rawText, outcome),
    answering: ROMANIAN_ANSWERING,
    simulator: anafSimulator,
    gateway: (tools) => anafGateway(tools),
  }),
  example: ROMANIAN_EXAMPLE,
}
