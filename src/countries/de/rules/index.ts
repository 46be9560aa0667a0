import { CURRENT_CODE_LISTS } from '../../../einvoice/codes/code-lists.js'
import { EN16931_RULES } from '../../../einvoice/rules/en16931.js'
import { ruleSet, type RuleSet } from '../../../einvoice/rules/judge.js'
import { PEPPOL_DOCUMENT_RULES, PEPPOL_EMPTY_RULE } from '../../../einvoice/rules/peppol-document.js'
import { germanRules, XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID } from '../../../einvoice/rules/peppol-germany.js'
import { lineNetRule, peppolLineRules, XRECHNUNG_SLACK } from '../../../einvoice/rules/peppol-lines.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { vatCategoryRules } from '../../../einvoice/rules/vat-categories.js'
import { BUSINESS_RULES } from './business.js'
import { CVD_RULES } from './cvd.js'
import { EXTENSION_RULES } from './extension.js'

/** Rules of Peppol that XRechnung left out when it took the others over: those on Peppol's own identifiers and on notes and references. */
const NOT_TAKEN_OVER: ReadonlySet<string> = new Set(
  ['R002', 'R003', 'R004', 'R007'].map((id) => `PEPPOL-EN16931-${id}`),
)

/** KoSIT's schematron 2.5.0 for XRechnung 3.0.2, with the level of BR-TMP-2 as of 2.6.0. */
const XRECHNUNG_RULES: readonly Rule[] = [
  PEPPOL_EMPTY_RULE,
  ...PEPPOL_DOCUMENT_RULES.filter(({ id }) => !NOT_TAKEN_OVER.has(id)),
  ...peppolLineRules(XRECHNUNG_SLACK),
  lineNetRule('warning', XRECHNUNG_SLACK),
  ...germanRules('xrechnung'),
]

/** Levels that KoSIT's validator gives to rules of EN 16931 (scenarios.xml, `customLevel`), by scenario. */
const LENIENT = ['BR-CL-21', 'BR-CL-23']
const EXTENSION_LENIENT = [...LENIENT, 'BR-CL-10', 'BR-CL-11', 'BR-CL-24', 'BR-CL-25', 'BR-CL-26', 'BR-CO-16']
const CVD_LENIENT = [...LENIENT, 'BR-CL-13']

function standardRules(lenient: readonly string[]): readonly Rule[] {
  return [...EN16931_RULES, ...vatCategoryRules('BR-AF', 'BR-AG')].map((rule) =>
    lenient.includes(rule.id) ? { ...rule, severity: 'warning' } : rule,
  )
}

/** What a German receiver judges an invoice by: EN 16931 and XRechnung at KoSIT's levels, and then the business rules of the service. */
export const DE_RULES = ruleSet([...standardRules(LENIENT), ...XRECHNUNG_RULES, ...BUSINESS_RULES], CURRENT_CODE_LISTS)

const EXTENSION = ruleSet(
  [...standardRules(EXTENSION_LENIENT), ...XRECHNUNG_RULES, ...EXTENSION_RULES],
  CURRENT_CODE_LISTS,
)
const CVD = ruleSet([...standardRules(CVD_LENIENT), ...XRECHNUNG_RULES, ...CVD_RULES], CURRENT_CODE_LISTS)
const STANDARD = ruleSet([...standardRules(LENIENT), ...XRECHNUNG_RULES], CURRENT_CODE_LISTS)

/** The official rules for a document of that specification (BT-24): XRechnung, its extension, or its profile for clean vehicles. */
export function xrechnungRules(specification: string): RuleSet {
  if (specification === XRECHNUNG_EXTENSION_ID) return EXTENSION
  return specification === XRECHNUNG_CVD_ID ? CVD : STANDARD
}

/** Those of XRechnung, its extension and its profile for clean vehicles together: no id stands in two with two levels. */
export const ALL_XRECHNUNG_RULES: readonly Rule[] = [...XRECHNUNG_RULES, ...EXTENSION_RULES, ...CVD_RULES]

/** What the rules of XRechnung are about that only the binding to a syntax can break. */
export const XRECHNUNG_BINDING: readonly Pick<Rule, 'id' | 'message'>[] = [
  { id: 'BR-TMP-3', message: 'Net and gross price of a line have different base quantities' },
  { id: 'BR-DEX-14', message: 'A third party payment is not in the currency of the invoice' },
  { id: 'BR-DEX-15', message: 'A line is a sub invoice line, which XRechnung does not take in CII' },
]
