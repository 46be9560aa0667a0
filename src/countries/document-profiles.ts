import type { CountryCode, Syntax } from '../domain/invoice-request.js'
import { CII_CODE_LISTS } from '../einvoice/codes/cii-lists.js'
import { CURRENT_CODE_LISTS } from '../einvoice/codes/code-lists.js'
import {
  EN16931_CII,
  EN16931_CII_FORBIDDEN,
  EN16931_CII_WARNINGS,
  EN16931_UBL,
  EN16931_UBL_FORBIDDEN,
  UBL_WARNINGS,
} from '../einvoice/rules/bindings/en16931.js'
import type { BoundRules } from '../einvoice/rules/bindings/binding.js'
import { EN16931_RULES } from '../einvoice/rules/en16931.js'
import {
  documentRuleSet,
  type DocumentRules,
  type DocumentRuleSet,
  type Flag,
} from '../einvoice/rules/judge-document.js'
import { PEPPOL_RULES } from '../einvoice/rules/peppol.js'
import { PEPPOL_BILLING_UBL, PEPPOL_SELF_BILLING_UBL } from '../einvoice/rules/peppol-ubl/index.js'
import { PEPPOL_BINDING, SELF_BILLING_BINDING } from '../einvoice/rules/peppol-messages.js'
import { CII_D22B_SCHEMA, CII_SCHEMA, UBL_SCHEMA } from '../einvoice/schema/schemas.js'
import type { Rule } from '../einvoice/rules/rule.js'
import { vatCategoryRules } from '../einvoice/rules/vat-categories.js'
import { xrechnungBoundRules } from './de/rules/bound.js'
import { ALL_XRECHNUNG_RULES, XRECHNUNG_BINDING } from './de/rules/index.js'
import { flow2BoundRules } from './fr/rules/bound.js'
import { boundMessages } from './fr/rules/bound-messages.js'
import { EXTENDED_MARK, extendedRules } from './fr/rules/extended/index.js'
import { flow2Rules } from './fr/rules/index.js'
import { ANAF_CODE_LISTS } from './ro/code-lists.js'
import { RO_RULES } from './ro/rules/index.js'
import { ANAF_FORBIDDEN, ANAF_UBL } from './ro/rules/ubl-binding.js'

/** `be-sb` is Peppol BIS Self-Billing, for invoices that the buyer makes. */
export const DOCUMENT_PROFILES = ['en', 'ro', 'be', 'be-sb', 'de', 'fr'] as const
export type DocumentProfileName = (typeof DOCUMENT_PROFILES)[number]

/** By which rules the documents of a country are judged. */
export interface DocumentProfile {
  readonly name: DocumentProfileName
  /** The country whose it is; null: of all that apply EN 16931. */
  readonly country: CountryCode | null
  /** Whether a document claims the profile by its customisation id (BT-24). */
  readonly claims: (specification: string) => boolean
  /** Whether invoices inside the country are judged by it although they claim no profile: France's has no customisation id of its own. */
  readonly isUnnamed: boolean
  /** The rules for a document of that customisation id; undefined: the country takes none in that syntax. */
  readonly rules: (syntax: Syntax, specification: string) => DocumentRuleSet | undefined
}

const STANDARD: readonly Rule[] = [...EN16931_RULES, ...vatCategoryRules('BR-AF', 'BR-AG')]

const EN_UBL: DocumentRules = {
  ...{ schema: UBL_SCHEMA, bound: EN16931_UBL, model: [], forbidden: EN16931_UBL_FORBIDDEN },
  ...{ codes: CURRENT_CODE_LISTS, described: STANDARD, warnings: UBL_WARNINGS },
}

const EN_CII: DocumentRules = {
  ...{ schema: CII_SCHEMA, bound: EN16931_CII, model: [], forbidden: EN16931_CII_FORBIDDEN },
  ...{ codes: CII_CODE_LISTS, described: STANDARD, warnings: EN16931_CII_WARNINGS },
}

const RO_UBL: DocumentRules = {
  ...{ schema: UBL_SCHEMA, bound: ANAF_UBL, model: [], forbidden: ANAF_FORBIDDEN },
  ...{ codes: ANAF_CODE_LISTS, described: RO_RULES.rules, warnings: UBL_WARNINGS },
}

/** Levels that KoSIT's validator sets, by scenario (scenarios.xml, `customLevel`). */
const XRECHNUNG_LEVELS: Readonly<Record<string, Flag>> = {
  ...{ 'BR-CL-21': 'warning', 'BR-CL-23': 'warning', 'UBL-CR-646': 'fatal', 'BR-DE-TMP-32': 'information' },
}
const EXTENSION_LEVELS: Readonly<Record<string, Flag>> = {
  ...{ 'BR-CL-23': 'warning', 'BR-DE-TMP-32': 'information', 'BR-DEX-15': 'warning' },
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

/** In the order in which they are told from the customisation id; plain EN 16931 takes what no other claims. */
export const PROFILES: readonly DocumentProfile[] = [
  profile({ name: 'ro', country: 'RO', claimed: /efactura\.mfinante\.ro/, rules: onUbl(RO_UBL) }),
  profile({
    ...{ name: 'de', country: 'DE', claimed: /xeinkauf\.de|xoev-de/ },
    ...{ marks: ['extension', 'cvd'], rules: german },
  }),
  profile({
    ...{ name: 'be', country: 'BE', claimed: /urn:fdc:peppol\.eu:2017:poacc:billing:3\.0/ },
    rules: onUbl(peppol(PEPPOL_BILLING_UBL)),
  }),
  profile({
    ...{ name: 'be-sb', country: 'BE', claimed: /urn:fdc:peppol\.eu:2017:poacc:selfbilling:3\.0/ },
    rules: onUbl(peppol(PEPPOL_SELF_BILLING_UBL, SELF_BILLING_BINDING)),
  }),
  profile({
    ...{ name: 'fr', country: 'FR', claimed: /cpro\.gouv\.fr|extended-ctc-fr/, isUnnamed: true },
    ...{ marks: [EXTENDED_MARK], rules: french },
  }),
  profile({
    ...{ name: 'en', country: null, claimed: /(?:)/ },
    rules: (syntax) => (syntax === 'ubl' ? EN_UBL : EN_CII),
  }),
]

/** The profile of that name, or the one that a document claims. */
export function profileOf(specification: string, name?: DocumentProfileName): DocumentProfile | undefined {
  return PROFILES.find((each) => (name === undefined ? each.claims(specification) : each.name === name))
}

/** The first profile of a country; undefined: its documents are not ones of EN 16931. */
export function profileOfCountry(country: CountryCode): DocumentProfile | undefined {
  return PROFILES.find((each) => each.country === country)
}

/** What in a document tells by which rules it is to be judged. */
export interface DocumentClaims {
  /** BT-24. */
  readonly specification: string
  /** BT-40 and BT-55. */
  readonly countries: { readonly seller: string; readonly buyer: string }
}

/**
 * The profile that a document is judged by: the one that is asked for; else, of the country that is asked for or of all, the one that its
 * customisation id claims; else the one of the country that both parties are in, where that has no id of its own; else plain EN 16931.
 */
export function profileFor(
  { specification, countries: { seller, buyer } }: DocumentClaims,
  asked: { readonly profile?: DocumentProfileName | undefined; readonly country?: CountryCode | undefined },
): DocumentProfile | undefined {
  if (asked.profile !== undefined) return profileOf(specification, asked.profile)
  const claimed = profileOf(specification)
  if (asked.country !== undefined) return claimed?.country === asked.country ? claimed : profileOfCountry(asked.country)
  if (claimed?.country !== null || seller !== buyer) return claimed
  return PROFILES.find(({ isUnnamed, country }) => isUnnamed && country === seller) ?? claimed
}

/** What a profile is made of. */
interface Making extends Pick<DocumentProfile, 'name' | 'country'> {
  readonly claimed: RegExp
  readonly isUnnamed?: boolean
  /** What in a customisation id tells sets of rules apart. A set depends on the marks alone, whatever else the id says. */
  readonly marks?: readonly string[]
  readonly rules: (syntax: Syntax, marks: readonly string[]) => DocumentRules | undefined
}

/** Rule sets are made when the first document asks for them: one for each syntax and each choice of marks. */
function profile({ name, country, claimed, isUnnamed = false, marks = [], rules: rulesOf }: Making): DocumentProfile {
  const sets = new Map<string, DocumentRuleSet | undefined>()
  return {
    ...{ name, country, isUnnamed, claims: (specification) => claimed.test(specification) },
    rules(syntax, specification) {
      const found = marks.filter((mark) => specification.includes(mark))
      const key = [syntax, ...found].join(' ')
      if (!sets.has(key)) {
        const rules = rulesOf(syntax, found)
        sets.set(key, rules && documentRuleSet(rules))
      }
      return sets.get(key)
    },
  }
}

/** Of a country that takes UBL only. */
function onUbl(rules: DocumentRules): Making['rules'] {
  return (syntax) => (syntax === 'ubl' ? rules : undefined)
}

/** XRechnung on EN 16931. The rules of its extensions look for themselves whether a document claims them; levels go by KoSIT's scenarios. */
function german(syntax: Syntax, marks: readonly string[]): DocumentRules {
  const standard = syntax === 'ubl' ? EN_UBL : EN_CII
  const rules = national(ALL_XRECHNUNG_RULES)
  const levels = marks.includes('extension') ? EXTENSION_LEVELS : XRECHNUNG_LEVELS
  return {
    ...{ ...standard, bound: [...standard.bound, ...xrechnungBoundRules(syntax)] },
    described: [...standard.described, ...PEPPOL_BINDING, ...XRECHNUNG_BINDING, ...rules],
    warnings: new Set([...standard.warnings, ...warningsOf(rules)]),
    levels: marks.includes('cvd') ? { ...levels, 'BR-CL-13': 'information' } : levels,
  }
}

/** Peppol BIS on EN 16931. */
function peppol(bound: readonly BoundRules[], own: DocumentRules['described'] = []): DocumentRules {
  const rules = national(PEPPOL_RULES)
  return {
    ...{ ...EN_UBL, bound: [...EN_UBL.bound, ...bound] },
    described: [...STANDARD, ...PEPPOL_BINDING, ...rules, ...own],
    warnings: new Set([...EN_UBL.warnings, ...warningsOf(rules)]),
  }
}

function warningsOf(rules: readonly Rule[]): readonly string[] {
  return rules.filter(({ severity }) => severity === 'warning').map(({ id }) => id)
}

/** Flow 2 of the French reform on EN 16931, or on its extension EXTENDED-CTC-FR. */
function french(syntax: Syntax, marks: readonly string[]): DocumentRules {
  const standard = syntax === 'ubl' ? EN_UBL : { ...EN_CII, schema: CII_D22B_SCHEMA }
  const core = marks.includes(EXTENDED_MARK) ? extendedRules(standard, syntax) : standard
  const bound = flow2BoundRules(syntax)
  return {
    ...{ ...core, bound: [...core.bound, ...bound] },
    described: [...core.described, ...flow2Rules(syntax), ...boundMessages(bound)],
  }
}

/** Without the rules of the service, which speak of what it makes itself, and without those of EN 16931. */
function national(rules: readonly Rule[]): readonly Rule[] {
  const isStandard = new Set(STANDARD.map(({ id }) => id))
  return rules.filter(({ id }) => !id.startsWith('CW-') && !isStandard.has(id))
}
