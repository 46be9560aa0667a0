import type { Assertions } from '../../einvoice/rules/bindings/binding.js'
import { EN16931_UBL } from '../../einvoice/rules/en16931.js'
import type { DocumentRules } from '../../einvoice/rules/judge-document.js'
import type { RuleTable } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { PEPPOL_BILLING_UBL, PEPPOL_RULE_IDS, PEPPOL_SELF_BILLING_UBL } from '../../einvoice/rules/peppol/index.js'
import { PEPPOL_GERMAN_TEXTS } from '../../einvoice/rules/peppol/german-texts.js'
import { PEPPOL_TEXTS, SELF_BILLING_TEXTS } from '../../einvoice/rules/peppol/texts.js'
import { documentProfile } from '../judging/document-profile.js'

/** The texts of EN 16931's rules for UBL and of Peppol's, by rule id. */
export const PEPPOL_CATALOGUE = EN16931_UBL.catalogue.with(PEPPOL_TEXTS, PEPPOL_GERMAN_TEXTS)

/** Peppol BIS Billing 3.0 on EN 16931. */
export const PEPPOL_BILLING_DOCUMENTS = documentProfile({
  name: 'be',
  title: 'Belgium, Peppol BIS Billing',
  country: 'BE',
  sources: [{ ids: PEPPOL_RULE_IDS, artefact: 'Peppol BIS Billing 3.0.21 (OpenPeppol)' }],
  claimed: /urn:fdc:peppol\.eu:2017:poacc:billing:3\.0/,
  rules: (syntax) => (syntax === 'ubl' ? peppol(PEPPOL_BILLING_UBL) : undefined),
})

/** Peppol BIS Self-Billing 3.0, for invoices that the buyer issues. */
export const PEPPOL_SELF_BILLING_DOCUMENTS = documentProfile({
  name: 'be-sb',
  title: 'Belgium, Peppol BIS Self-Billing',
  country: 'BE',
  sources: [{ ids: PEPPOL_RULE_IDS, artefact: 'Peppol BIS Self-Billing 3.0.2 (OpenPeppol)' }],
  claimed: /urn:fdc:peppol\.eu:2017:poacc:selfbilling:3\.0/,
  rules: (syntax) => (syntax === 'ubl' ? peppol(PEPPOL_SELF_BILLING_UBL, SELF_BILLING_TEXTS) : undefined),
})

function peppol(assertions: readonly Assertions[], ...own: readonly RuleTable[]): DocumentRules {
  return {
    ...EN16931_UBL,
    assertions: [...EN16931_UBL.assertions, ...assertions],
    catalogue: PEPPOL_CATALOGUE.with(...own),
  }
}
