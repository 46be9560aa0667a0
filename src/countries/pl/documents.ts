import { RuleCatalogue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { nationalProfile } from '../judging/document-profile.js'
import { nationalRules } from '../judging/national-rules.js'
import { FA3_FIELDS } from './fa3/fields.js'
import { ARITHMETIC } from './rules/arithmetic.js'
import { ATTACHMENT } from './rules/attachment.js'
import { CONSISTENCY } from './rules/consistency.js'
import { KSEF_CHECKS } from './rules/ksef.js'
import { SIZE } from './rules/size.js'
import { POLISH_TEXTS } from './rules/texts.js'
import { FA3_SCHEMA } from './schema.js'

/** The texts of the rules of FA(3), by rule id. */
export const POLISH_CATALOGUE = new RuleCatalogue([POLISH_TEXTS])

/** The rules of KSeF for a document, and the service's own. */
export const FA3_DOCUMENTS = nationalProfile({
  name: 'pl',
  title: 'Poland, FA(3)',
  country: 'PL',
  format: 'fa3',
  schema: 'FA(3) 1-0E (Ministerstwo Finansów)',
  sources: [{ ids: /^KSEF:/, artefact: 'KSeF, verification of invoices (API 2.6.0)' }],
  claimed: /^FA \(3\)$/,
  rules: () =>
    nationalRules({
      schema: FA3_SCHEMA,
      assertions: [...KSEF_CHECKS, ...SIZE, ...ARITHMETIC, ...CONSISTENCY, ...ATTACHMENT],
      catalogue: POLISH_CATALOGUE,
      fields: FA3_FIELDS,
    }),
})
