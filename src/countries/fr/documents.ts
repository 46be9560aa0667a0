import type { Syntax } from '../../domain/request/invoice-request.js'
import { EN16931_CATALOGUE, EN16931_CII, EN16931_UBL } from '../../einvoice/rules/en16931.js'
import type { DocumentRules, Flag } from '../../einvoice/rules/judge-document.js'
import { CII_D22B_SCHEMA } from '../../einvoice/schema/schemas.js'
import { documentProfile } from '../judging/document-profile.js'
import { isFramework } from './chorus-terms.js'
import { FRENCH_EDITIONS } from './editions.js'
import { CHORUS_RULES } from './rules/chorus.js'
import { flow2Assertions } from './rules/flow2.js'
import { EXTENDED_CTC_FR_ID } from './profile.js'
import { EXTENDED_MARK, extendedRules } from './rules/extended/index.js'
import { EXTENSION_TEXTS } from './rules/extension-texts.js'
import { FRENCH_TEXTS } from './rules/texts.js'

/** The texts of EN 16931's rules and of France's, by rule id. */
export const FRENCH_CATALOGUE = EN16931_CATALOGUE.with(FRENCH_TEXTS, EXTENSION_TEXTS)

/** Flow 2 of the French reform on EN 16931, or on its extension EXTENDED-CTC-FR. */
export const FLOW_2_DOCUMENTS = documentProfile({
  name: 'fr',
  title: 'France, flow 2',
  country: 'FR',
  variants: [{ name: 'EXTENDED-CTC-FR', specification: EXTENDED_CTC_FR_ID }],
  editions: FRENCH_EDITIONS,
  schemas: { cii: 'Cross Industry Invoice D22B schemas (UN/CEFACT)' },
  claimed: /cpro\.gouv\.fr|extended-ctc-fr/,
  isUnnamed: true,
  marks: [EXTENDED_MARK],
  rules: flow2,
  facturXExtended: (edition) => ({ ...flow2('cii', [EXTENDED_MARK], edition), levels: LEVELS }),
})

function flow2(syntax: Syntax, marks: readonly string[], edition: string): DocumentRules {
  const standard = syntax === 'ubl' ? EN16931_UBL : { ...EN16931_CII, schema: CII_D22B_SCHEMA }
  const core = marks.includes(EXTENDED_MARK) ? extendedRules(standard, syntax, edition) : standard
  return {
    ...core,
    assertions: [...core.assertions, ...flow2Assertions(syntax, edition)],
    catalogue: FRENCH_CATALOGUE,
  }
}

/**
 * An invoice to the public sector as Chorus Pro demands it: EN 16931 with Chorus Pro's own
 * requirements, which are rules of the service. The reform's rules do not apply.
 */
export const CHORUS_DOCUMENTS = documentProfile({
  name: 'fr-chorus',
  title: 'France, Chorus Pro',
  country: 'FR',
  editions: FRENCH_EDITIONS,
  claimed: /(?!)/,
  variants: [{ name: 'EXTENDED-CTC-FR', specification: EXTENDED_CTC_FR_ID }],
  isOfProcess: isFramework,
  own: CHORUS_RULES,
  marks: [EXTENDED_MARK],
  rules(syntax, marks, edition) {
    const standard = syntax === 'ubl' ? EN16931_UBL : EN16931_CII
    const core = marks.includes(EXTENDED_MARK) ? extendedRules(standard, syntax, edition) : standard
    return { ...core, catalogue: FRENCH_CATALOGUE }
  },
})

/**
 * Factur-X EXTENDED allows two numbers of one account, as its own examples have them; so do the
 * French rules since October 2026.
 */
const LEVELS: Readonly<Record<string, Flag>> = { 'BR-CO-27': 'warning' }
