import type { Syntax } from '../../domain/request/invoice-request.js'
import { EN16931_CATALOGUE, EN16931_CII, EN16931_UBL } from '../../einvoice/rules/en16931.js'
import { EN_16931, isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import type { DocumentRules, Flag } from '../../einvoice/rules/judge-document.js'
import { PEPPOL_GERMAN_TEXTS, XRECHNUNG_GERMAN_TEXTS } from '../../einvoice/rules/peppol/german-texts.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID } from '../../einvoice/rules/peppol/german-facts.js'
import { PEPPOL_RULE_IDS } from '../../einvoice/rules/peppol/index.js'
import { PEPPOL_TEXTS } from '../../einvoice/rules/peppol/texts.js'
import { facturXRules } from '../factur-x/levels.js'
import { FACTUR_X_CATALOGUE, facturXProfile } from '../factur-x-profiles.js'
import { builtOnce, type DocumentProfile, documentProfile } from '../judging/document-profile.js'
import { xrechnungAssertions } from './rules/xrechnung.js'
import { XRECHNUNG_TEXTS } from './rules/texts.js'

/** Levels set by KoSIT's validator, by scenario (scenarios.xml, `customLevel`). */
const XRECHNUNG_LEVELS: Readonly<Record<string, Flag>> = {
  'BR-CL-21': 'warning',
  'BR-CL-23': 'warning',
  'UBL-CR-646': 'fatal',
  'BR-DE-TMP-32': 'information',
}
const EXTENSION_LEVELS: Readonly<Record<string, Flag>> = {
  'BR-CL-23': 'warning',
  'BR-DE-TMP-32': 'information',
  'BR-DEX-15': 'warning',
  ...Object.fromEntries(
    [
      'BR-CL-21',
      'BR-CL-24',
      'BR-CL-10',
      'BR-CL-11',
      'BR-CL-25',
      'BR-CL-26',
      'BR-CO-16',
      'UBL-CR-470',
      'UBL-CR-646',
    ].map((id): [string, Flag] => [id, 'information']),
  ),
}

/**
 * Rules that every document with sub-lines or third party payments breaks: the extension defines
 * these, and includes them in the amount due (BR-DEX-09).
 */
const SET_ASIDE: ReadonlySet<string> = new Set(['UBL-CR-470', 'UBL-CR-646', 'BR-CO-16'])

/** The texts of EN 16931's rules, of XRechnung's and of Peppol's, by rule id. */
export const XRECHNUNG_CATALOGUE = EN16931_CATALOGUE.with(
  XRECHNUNG_TEXTS,
  XRECHNUNG_GERMAN_TEXTS,
  PEPPOL_TEXTS,
  PEPPOL_GERMAN_TEXTS,
)

/** KoSIT's artefact, which takes over Peppol's rules. */
const XRECHNUNG_ARTEFACT = 'XRechnung 3.0.2, schematron 2.6.0 (KoSIT)'

/** XRechnung on EN 16931. */
export const XRECHNUNG_DOCUMENTS = documentProfile({
  name: 'de',
  title: 'Germany, XRechnung',
  country: 'DE',
  variants: [
    { name: 'Extension', specification: XRECHNUNG_EXTENSION_ID },
    { name: 'CVD', specification: XRECHNUNG_CVD_ID },
  ],
  sources: [/^BR-(?:DEX?|TMP)-/, PEPPOL_RULE_IDS].map((ids) => ({ ids, artefact: XRECHNUNG_ARTEFACT })),
  claimed: /xeinkauf\.de|xoev-de/,
  marks: ['extension', 'cvd'],
  rules: xrechnung,
})

/** ZUGFeRD at the level EN 16931, as a profile of its own. */
export const ZUGFERD_EN_16931 = facturXProfile('EN 16931')
/** ZUGFeRD at the level EXTENDED. */
export const ZUGFERD_EXTENDED = facturXProfile('EXTENDED')

/** Two artefacts judge the level EN 16931: that of the standard in CII, and that of Factur-X. */
const zugferd = builtOnce((): DocumentRules => {
  const ofLevel = facturXRules('EN 16931', FACTUR_X_CATALOGUE)
  return {
    ...EN16931_CII,
    ...ofLevel,
    assertions: [...EN16931_CII.assertions, ...ofLevel.assertions],
    forbidden: EN16931_CII.forbidden,
    warnings: new Set([...EN16931_CII.warnings, ...ofLevel.warnings]),
  }
})

/**
 * The rules for a Cross Industry Invoice from the API: XRechnung, or the levels EN 16931 and
 * EXTENDED of ZUGFeRD 2.5, each with its own schema.
 */
export const GERMAN_CII_DOCUMENTS: DocumentProfile = {
  ...XRECHNUNG_DOCUMENTS,
  rules(syntax, specification, day) {
    if (specification === EN_16931) return zugferd()
    if (isFacturXExtended(specification)) return ZUGFERD_EXTENDED.rules(syntax, specification, day)
    return XRECHNUNG_DOCUMENTS.rules(syntax, specification, day)
  },
}

/**
 * The rules of the extensions check themselves whether a document claims them; levels follow
 * KoSIT's scenarios.
 */
function xrechnung(syntax: Syntax, marks: readonly string[]): DocumentRules {
  const standard = syntax === 'ubl' ? EN16931_UBL : EN16931_CII
  const isExtended = marks.includes('extension')
  const levels = isExtended ? EXTENSION_LEVELS : XRECHNUNG_LEVELS
  return {
    ...standard,
    assertions: [...standard.assertions, ...xrechnungAssertions(syntax)],
    catalogue: XRECHNUNG_CATALOGUE,
    levels: marks.includes('cvd') ? { ...levels, 'BR-CL-13': 'information' } : levels,
    ...(isExtended && { setAside: SET_ASIDE }),
  }
}
