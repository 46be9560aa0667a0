import type { Country } from '../country.js'
import { CHORUS_DOCUMENTS, FLOW_2_DOCUMENTS } from './documents.js'
import { LIFE_CYCLE_DOCUMENTS } from './life-cycle/documents.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { frenchInvoice, frenchRequest } from './invoice.js'
import { CHORUS_PORTAL } from './chorus/portal.js'
import { FACTUR_X } from '../printed.js'
import { FRENCH_ANSWERING } from './answering.js'
import { PLATFORM_NOTIFICATIONS } from './notifications.js'
import { FRENCH_REJECTIONS } from './rejections.js'
import { BUSINESS_RULES, concernsNature } from './rules/business.js'
import { CHORUS_RULES } from './rules/chorus.js'
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

const FLOW_2_RULES = { documents: FLOW_2_DOCUMENTS, own: BUSINESS_RULES, concerns: concernsNature }

/**
 * France: the reform of electronic invoicing, flow 2 (AFNOR XP Z12-012), UBL 2.1 or CII, submitted
 * to an approved platform; invoices to the public sector in the form of Chorus Pro.
 */
export const france: Country = {
  code: 'FR',
  name: 'France',
  language: 'fr',
  timeZone: 'Europe/Paris',
  vat: FRENCH_VAT,
  // Chorus Pro accepts 20 characters; BR-FR-02 names them.
  numbers: { longest: 20, allowed: /[A-Za-z0-9+\-_/]/ },
  settings: FRENCH_SETTINGS,
  setup: FRENCH_SETUP,
  documents: [FLOW_2_DOCUMENTS, CHORUS_DOCUMENTS, LIFE_CYCLE_DOCUMENTS],
  notifications: PLATFORM_NOTIFICATIONS,
  invoicing: modelledInvoicing({
    model: frenchInvoice,
    asRequest: frenchRequest,
    terms: ['customer.publicSector', 'customer.chorusPro', 'fr', 'line.fr', 'prepayments'],
    ubl: { format: 'UBL 2.1 EN 16931 CTC-FR', rules: FLOW_2_RULES },
    // Factur-X has no level for EXTENDED-CTC-FR.
    sendsHybrid: ({ fr, lines }) => fr === undefined && lines.every((line) => line.fr === undefined),
    portal: {
      ...CHORUS_PORTAL,
      formats: { ubl: 'UBL 2.1 EN 16931 Chorus Pro', cii: 'CII D16B EN 16931 Chorus Pro' },
      rules: {
        documents: CHORUS_DOCUMENTS,
        own: CHORUS_RULES,
        fields: { 'BT-30': 'supplier.siret', 'BT-47': 'customer.siret' },
      },
    },
    cii: {
      format: 'CII D22B EN 16931 CTC-FR',
      rules: FLOW_2_RULES,
      hybrid: FACTUR_X,
    },
    answering: FRENCH_ANSWERING,
    explain: (rawText, outcome) => FRENCH_REJECTIONS.explain(rawText, outcome),
    simulator: platformSimulator,
    gateway: (tools) => frenchGateway(tools),
  }),
}
