import { CII_CODE_LISTS } from '../../einvoice/codes/cii-lists.js'
import { ruleSet } from '../../einvoice/rules/judge.js'
import type { Country } from '../country.js'
import { modelledInvoicing } from '../modelled-invoicing.js'
import { frenchInvoice } from './invoice.js'
import { explain } from './rejections.js'
import { BUSINESS_RULES } from './rules/business.js'
import { FR_RULES } from './rules/index.js'
import { platformSimulator } from './simulator.js'
import { FRENCH_VAT } from './vat.js'
import { FRENCH_SETUP } from './setup.js'

declare module '../../domain/invoice-request.js' {
  interface CountryCodes {
    FR: true
  }
}

/** France: the reform of electronic invoicing, flow 2 (AFNOR XP Z12-012), UBL 2.1 or CII handed to an approved platform. */
export const france: Country = {
  code: 'FR',
  name: 'France',
  timeZone: 'Europe/Paris',
  vat: FRENCH_VAT,
  setup: FRENCH_SETUP,
  invoicing: modelledInvoicing({
    model: frenchInvoice,
    ubl: { format: 'UBL 2.1 EN 16931 CTC-FR', rules: FR_RULES },
    cii: {
      format: 'CII D22B EN 16931 CTC-FR',
      rules: { profile: 'fr', own: ruleSet(BUSINESS_RULES, CII_CODE_LISTS) },
    },
    explain,
    simulator: platformSimulator,
  }),
}
