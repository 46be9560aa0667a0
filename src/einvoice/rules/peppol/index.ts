import type { Assertions } from '../bindings/binding.js'
import { is } from '../bindings/xpath.js'
import { PEPPOL_CREDIT_NOTE_TYPES, PEPPOL_INVOICE_TYPES } from './code-lists.js'
import {
  PEPPOL_BILLING,
  PEPPOL_BILLING_PROCESS,
  PEPPOL_PROCESSES,
  PEPPOL_SELF_BILLING,
  PEPPOL_SELF_BILLING_PROCESS,
} from './specification.js'
import { HALF, TWO_CENTS } from './slack.js'
import { codeRules } from './codes.js'
import { DANISH_RULES } from './denmark.js'
import { documentRules, noEmptyElements, SHARED_DOCUMENT_RULES } from './document.js'
import type { PeppolEdition } from './facts.js'
import { germanUblRules, XRECHNUNG_DATES } from './germany.js'
import { GREEK_RULES } from './greece.js'
import { IDENTIFIER_RULES } from './identifiers.js'
import { DUTCH_RULES, ITALIAN_RULES } from './italy-netherlands.js'
import { lineRules, ONE_OBJECT_PER_LINE } from './lines.js'
import { NORDIC_RULES } from './nordic.js'

const BILLING: PeppolEdition = {
  specification: PEPPOL_BILLING,
  processes: PEPPOL_PROCESSES,
  judged: PEPPOL_PROCESSES,
  isSelfBilling: false,
  invoiceTypes: PEPPOL_INVOICE_TYPES,
  creditNoteTypes: PEPPOL_CREDIT_NOTE_TYPES,
}

const OF_SELF_BILLING = Array.from(PEPPOL_PROCESSES, (id) =>
  id === PEPPOL_BILLING_PROCESS ? PEPPOL_SELF_BILLING_PROCESS : id,
)

const SELF_BILLING: PeppolEdition = {
  specification: PEPPOL_SELF_BILLING,
  processes: new Set(OF_SELF_BILLING),
  judged: new Set(OF_SELF_BILLING.filter((id) => !id.endsWith('with_response'))),
  invoiceTypes: new Set(['389', '527']),
  creditNoteTypes: new Set(['261']),
  isSelfBilling: true,
}

/** The rules of Peppol BIS Billing 3.0.21 for a UBL document beyond EN 16931. */
export const PEPPOL_BILLING_UBL: readonly Assertions[] = [
  ...international(BILLING),
  ...NORDIC_RULES,
  ...DANISH_RULES,
  ...ITALIAN_RULES,
  ...GREEK_RULES,
  ...DUTCH_RULES,
  ...germanUblRules('peppol'),
]

/**
 * The rules of Peppol BIS Self-Billing 3.0.2: the same without the national rules, for invoices
 * that the buyer issues.
 */
export const PEPPOL_SELF_BILLING_UBL: readonly Assertions[] = international(SELF_BILLING)

/**
 * The rules that XRechnung adopted from Peppol, with tolerance for forints, and its own. A
 * reference to an order that only has the seller's number (BT-14) needs an empty one of the buyer
 * (BT-13) by the schema.
 */
export const XRECHNUNG_UBL: readonly Assertions[] = [
  noEmptyElements(({ name, parent }) => name === 'cbc:ID' && parent?.name === 'cac:OrderReference'),
  ...SHARED_DOCUMENT_RULES,
  ...lineRules(({ root }) => (is(root, 'cbc:DocumentCurrencyCode', 'HUF') ? HALF : TWO_CENTS)),
  ...germanUblRules('xrechnung'),
  XRECHNUNG_DATES,
]

/** How the ids of Peppol's rules begin, and of those that its members add. */
export const PEPPOL_RULE_IDS = /^(?:PEPPOL-|(?:DE|DK|GR|IS|IT|NL|NO|SE)-[RS]-)/

function international(edition: PeppolEdition): readonly Assertions[] {
  return [
    noEmptyElements(() => false),
    ...SHARED_DOCUMENT_RULES,
    ...documentRules(edition),
    ...lineRules(() => TWO_CENTS),
    ONE_OBJECT_PER_LINE,
    ...IDENTIFIER_RULES,
    ...codeRules(edition),
  ]
}
