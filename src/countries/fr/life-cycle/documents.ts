import { CURRENT_CODE_LISTS } from '../../../einvoice/codes/code-lists.js'
import { ForbiddenPaths } from '../../../einvoice/rules/bindings/forbidden.js'
import { RuleCatalogue } from '../../../einvoice/rules/catalogue/rule-catalogue.js'
import { TermPaths } from '../../../einvoice/syntax/term-paths.js'
import { nationalProfile } from '../../judging/document-profile.js'
import { FRENCH_EDITIONS } from '../editions.js'
import { lifeCycleRules } from './rules.js'
import { CDAR_SCHEMA } from './schema.js'
import { LIFE_CYCLE_TEXTS } from './texts.js'

/**
 * Life-cycle messages (CDAR), by which platforms and parties of the reform notify each other of
 * the status of an invoice. They are no invoices: they are validated, and neither sent nor
 * converted.
 */
export const LIFE_CYCLE_DOCUMENTS = nationalProfile({
  name: 'fr-cdar',
  title: 'France, life-cycle messages',
  country: 'FR',
  format: 'cdar',
  schema: 'Cross Domain Acknowledgement and Response D22B schemas (UN/CEFACT)',
  claimed: /^CDAR$/,
  editions: FRENCH_EDITIONS,
  // The service's rules for France are about invoices.
  own: [],
  rules: (edition) => ({
    schema: CDAR_SCHEMA,
    assertions: lifeCycleRules(edition),
    catalogue: new RuleCatalogue([LIFE_CYCLE_TEXTS]),
    terms: NO_TERMS,
    forbidden: NOTHING_FORBIDDEN,
    codes: CURRENT_CODE_LISTS,
    warnings: NO_WARNINGS,
  }),
})

/** Its elements are data of the norm (MDT-…), not business terms of an invoice. */
const NO_TERMS = new TermPaths([])
const NOTHING_FORBIDDEN = new ForbiddenPaths([])
/** The levels are in the catalogue. */
const NO_WARNINGS: ReadonlySet<string> = new Set([])
