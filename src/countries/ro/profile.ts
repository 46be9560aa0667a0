import type { Profile } from '../../einvoice/rules/profile.js'
import { romanianAddress } from './address.js'

/**
 * CIUS-RO 1.0.1 (Order 1366/2021 of the Romanian Ministry of Finance and its amendments), as its
 * validation artefacts 1.0.9 judge it.
 */
export const CIUS_RO: Profile = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1',
  // BR-RO-020 allows no debit note (383): in Romania an invoice that refers to the earlier one
  // raises the amount (Fiscal Code, art. 330).
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // BR-RO-030.
  accountingCurrency: 'RON',
  // BR-CO-25 of ANAF's rules requires a due date or terms, the API neither. This text is true of
  // any invoice: "according to the contract or the law".
  defaultPaymentTerms: 'Conform contractului sau legii',
  // Fiscal Code, art. 319 (20).
  exemptionReasons: {
    AE: 'Taxare inversă',
    K: 'Livrare intracomunitară scutită, art. 294 alin. (2) lit. a) din Codul fiscal',
    G: 'Export scutit, art. 294 alin. (1) lit. a) din Codul fiscal',
  },
  language: 'ro',
  address: romanianAddress,
}
