import { EN16931_CATALOGUE } from '../einvoice/rules/en16931.js'
import { FACTUR_X_LEVELS, facturXLevel, type FacturXLevel } from '../einvoice/rules/factur-x.js'
import { builtOnce, type DocumentProfile } from './judging/document-profile.js'
import { facturXRules } from './factur-x/levels.js'
import { FACTUR_X_TEXTS } from './factur-x/texts.js'
import { onlyEdition, type RuleSource } from './judging/editions.js'

/** The texts of the rules of all profiles. */
export const FACTUR_X_CATALOGUE = EN16931_CATALOGUE.with(FACTUR_X_TEXTS)
const ARTEFACT = 'Factur-X 1.09, ZUGFeRD 2.5 (FNFE-MPE, FeRD)'

/** The names under which the profiles are requested, by their names in the metadata of a PDF. */
export const FACTUR_X_PROFILE_NAMES = {
  MINIMUM: 'factur-x-minimum',
  'BASIC WL': 'factur-x-basic-wl',
  BASIC: 'factur-x-basic',
  'EN 16931': 'factur-x-en16931',
  EXTENDED: 'factur-x-extended',
} as const satisfies Readonly<Record<FacturXLevel, string>>

const SOURCES: readonly RuleSource[] = [{ ids: /^/, artefact: ARTEFACT }]

/**
 * The profiles of Factur-X 1.09, which is ZUGFeRD 2.5, each with its own schema and rules. The
 * profile EN 16931 has the customisation id of the standard, so no document claims it alone.
 */
export const FACTUR_X_PROFILES: readonly DocumentProfile[] = (Object.keys(FACTUR_X_LEVELS) as FacturXLevel[]).map(
  (level): DocumentProfile => {
    const rules = builtOnce(() => facturXRules(level, FACTUR_X_CATALOGUE))
    return {
      name: FACTUR_X_PROFILE_NAMES[level],
      title: `Factur-X ${level}`,
      country: null,
      isUnnamed: false,
      variants: [],
      sources: SOURCES,
      editions: onlyEdition(SOURCES),
      schemas: { cii: `Factur-X 1.09 schema of ${level} (FNFE-MPE, FeRD)` },
      claims: (specification) => facturXLevel(specification) === level,
      rules: (syntax) => (syntax === 'cii' ? rules() : undefined),
    }
  },
)

/** The profile of a level. */
export function facturXProfile(level: FacturXLevel): DocumentProfile {
  const profile = FACTUR_X_PROFILES.find(({ name }) => name === FACTUR_X_PROFILE_NAMES[level])
  if (profile === undefined) throw new Error(`there is no profile ${level}`)
  return profile
}
