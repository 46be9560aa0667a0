import type { Country } from '../country.js'
import { nationalInvoicing } from '../national-invoicing.js'
import { inDifferences } from './correction.js'
import { FA3_DOCUMENTS } from './documents.js'
import { putFa3 } from './fa3/document.js'
import { FA3_FIELDS } from './fa3/fields.js'
import { readFa3 } from './fa3/read/document.js'
import { ksefGateway } from './ksef/gateway.js'
import { fa3Model } from './model.js'
import { concernsIssue, offlineWarnings } from './offline.js'
import { POLISH_TYPES } from './order.js'
import { printedInPoland } from './printed.js'
import { asPolish } from './profile.js'
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
  currency: 'PLN',
  timeZone: 'Europe/Warsaw',
  vat: POLISH_VAT,
  settings: POLISH_SETTINGS,
  setup: POLISH_SETUP,
  documents: [FA3_DOCUMENTS],
  invoicing: nationalInvoicing({
    format: 'fa3',
    formatName: 'FA (3) 1-0E',
    terms: POLISH_TERMS,
    typeCodes: POLISH_TYPES,
    model: fa3Model,
    put: putFa3,
    read: ({ root }) => readFa3(root),
    asRequest: asPolish,
    fields: FA3_FIELDS,
    rules: { documents: FA3_DOCUMENTS, own: POLISH_OWN_RULES, concerns: concernsIssue },
    explain: (rawText, outcome) => POLISH_REJECTIONS.explain(rawText, outcome),
    simulator: ksefSimulator,
    gateway: (tools) => ksefGateway(tools),
    printed: printedInPoland,
    warningsWhenSent: offlineWarnings,
    inCommonFields: inDifferences,
  }),
}
