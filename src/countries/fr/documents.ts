import type { Syntax } from '../../domain/request/invoice-request.js'
import { EN16931_CATALOGUE, EN16931_CII, EN16931_UBL } from '../../einvoice/rules/en16931.js'
import type { DocumentRules, Flag } from '../../einvoice/rules/judge-document.js'
import { CII_D22B_SCHEMA } from '../../einvoice/schema/schemas.js'
import { documentProfile } from '../judging/document-profile.js'
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
  sources: [
    { ids: /^BR-FR-/, artefact: 'BR-FR-Flux2 1.4.0.03 (FNFE-MPE)' },
    { ids: /^(?:BR-F[RX]EXT-|UBL-FREXT-|CII-FREXT|CII-EXT-)/, artefact: 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)' },
  ],
  schemas: { cii: 'Cross Industry Invoice D22B schemas (UN/CEFACT)' },
  claimed: /cpro\.gouv\.fr|extended-ctc-fr/,
  isUnnamed: true,
  marks: [EXTENDED_MARK],
  rules: flow2,
  facturXExtended: () => ({ ...flow2('cii', [EXTENDED_MARK]), levels: LEVELS }),
})

function flow2(syntax: Syntax, marks: readonly string[]): DocumentRules {
  const standard = syntax === 'ubl' ? EN16931_UBL : { ...EN16931_CII, schema: CII_D22B_SCHEMA }
  const core = marks.includes(EXTENDED_MARK) ? extendedRules(standard, syntax) : standard
  return {
    ...core,
    assertions: [...core.assertions, ...flow2Assertions(syntax)],
    catalogue: FRENCH_CATALOGUE,
  }
}

/** Factur-X EXTENDED allows two numbers of one account, as its own examples have them. */
const LEVELS: Readonly<Record<string, Flag>> = { 'BR-CO-27': 'warning' }

/**
 * The rules for a Cross Industry Invoice at the level EXTENDED of Factur-X that is not for France:
 * those of EXTENDED-CTC-FR, the part of it that France uses.
 */
export function facturXExtended(): DocumentRules {
  const standard = { ...EN16931_CII, schema: CII_D22B_SCHEMA }
  return { ...extendedRules(standard, 'cii'), catalogue: FRENCH_CATALOGUE, levels: LEVELS }
}
