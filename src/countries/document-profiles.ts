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
import { EN16931_RULES } from '../einvoice/rules/en16931.js'
import { documentRuleSet, type DocumentRules, type DocumentRuleSet } from '../einvoice/rules/judge-document.js'
import { CII_SCHEMA, UBL_SCHEMA } from '../einvoice/schema/schemas.js'
import type { Rule } from '../einvoice/rules/rule.js'
import { vatCategoryRules } from '../einvoice/rules/vat-categories.js'
import { ANAF_CODE_LISTS } from './ro/code-lists.js'
import { RO_RULES } from './ro/rules/index.js'
import { ANAF_FORBIDDEN, ANAF_UBL } from './ro/rules/ubl-binding.js'

export const DOCUMENT_PROFILES = ['en', 'ro', 'be', 'de', 'fr'] as const
export type DocumentProfileName = (typeof DOCUMENT_PROFILES)[number]

/** By which rules the documents of a country are judged. */
export interface DocumentProfile {
  readonly name: DocumentProfileName
  /** Whether a document claims the profile by its customisation id (BT-24). */
  readonly claims: (specification: string) => boolean
  /** null: the country takes no such documents. */
  readonly ubl: DocumentRuleSet | null
  readonly cii: DocumentRuleSet | null
}

const DESCRIBED: readonly Rule[] = [...EN16931_RULES, ...vatCategoryRules('BR-AF', 'BR-AG')]

const EN_UBL: DocumentRules = {
  schema: UBL_SCHEMA,
  ...{ bound: EN16931_UBL, model: [], forbidden: EN16931_UBL_FORBIDDEN, codes: CURRENT_CODE_LISTS },
  ...{ described: DESCRIBED, warnings: UBL_WARNINGS },
}

const EN_CII: DocumentRules = {
  schema: CII_SCHEMA,
  ...{ bound: EN16931_CII, model: [], forbidden: EN16931_CII_FORBIDDEN, codes: CII_CODE_LISTS },
  ...{ described: DESCRIBED, warnings: EN16931_CII_WARNINGS },
}

const RO_UBL: DocumentRules = {
  schema: UBL_SCHEMA,
  ...{ bound: ANAF_UBL, model: [], forbidden: ANAF_FORBIDDEN, codes: ANAF_CODE_LISTS },
  ...{ described: RO_RULES.rules, warnings: UBL_WARNINGS },
}

/** In the order in which they are told from the customisation id; plain EN 16931 takes what no other claims. */
export const PROFILES: readonly DocumentProfile[] = [
  {
    name: 'ro',
    claims: (specification) => specification.includes('efactura.mfinante.ro'),
    ubl: documentRuleSet(RO_UBL),
    cii: null,
  },
  { name: 'en', claims: () => true, ubl: documentRuleSet(EN_UBL), cii: documentRuleSet(EN_CII) },
]

/** The profile of that name, or the one that a document claims. */
export function profileOf(specification: string, name?: DocumentProfileName): DocumentProfile | undefined {
  return PROFILES.find((profile) => (name === undefined ? profile.claims(specification) : profile.name === name))
}
