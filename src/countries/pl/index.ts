import { toRequest } from '../../einvoice/request/to-request/invoice.js'
import type { Country } from '../country.js'
import { nationalInvoicing } from '../national-invoicing.js'
import { FA3_DOCUMENTS } from './documents.js'
import { putFa3 } from './fa3/document.js'
import { FA3_FIELDS } from './fa3/fields.js'
import { readFa3 } from './fa3/read/document.js'
import { ksefGateway } from './ksef/gateway.js'
import { fa3Model } from './model.js'
import { offlineWarnings } from './offline.js'
import { printedInPoland } from './printed.js'
import { POLISH_PROFILE } from './profile.js'
import { POLISH_REJECTIONS } from './rejections.js'
import { POLISH_OWN_RULES } from './rules/business.js'
import { POLISH_SETTINGS } from './settings.js'
import { POLISH_SETUP } from './setup.js'
import { ksefSimulator } from './simulator.js'
import { POLISH_TERMS } from './terms.js'
import { POLISH_VAT } from './vat.js'

declare module '../../domain/request/invoice-request.js' {
  interface CountryCodes {
    PL: true
  }
}

/** Poland: KSeF, the national format FA(3). */
export const poland: Country = {
  code: 'PL',
  name: 'Poland',
  language: 'pl',
  timeZone: 'Europe/Warsaw',
  vat: POLISH_VAT,
  settings: POLISH_SETTINGS,
  setup: POLISH_SETUP,
  documents: [FA3_DOCUMENTS],
  invoicing: nationalInvoicing({
    format: 'fa3',
    formatName: 'FA (3) 1-0E',
    terms: POLISH_TERMS,
    model: fa3Model,
    put: putFa3,
    read: ({ root }) => readFa3(root),
    asRequest: (invoice) => toRequest(invoice, 'PL', POLISH_PROFILE),
    fields: FA3_FIELDS,
    rules: { documents: FA3_DOCUMENTS, own: POLISH_OWN_RULES },
    explain: (rawText, outcome) => POLISH_REJECTIONS.explain(rawText, outcome),
    simulator: ksefSimulator,
    gateway: (tools) => ksefGateway(tools),
    printed: printedInPoland,
    warningsWhenSent: offlineWarnings,
  }),
}
