import type { Profile } from '../../einvoice/rules/profile.js'
import { romanianAddress } from './address.js'

/**
 * CIUS-RO 1.0.1 (Order 1366/2021 of the Romanian Ministry of Finance and its amendments), as its
 * validation artefacts 1.0.9 judge it.
 */
export const CIUS_RO: Profile = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1',
  // BR-RO-020 admits no debit note (383): in Romania an invoice that refers to the one before
  // raises the amount (Fiscal Code, art. 330).
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '380' },
  // BR-RO-030.
  accountingCurrency: 'RON',
  // BR-CO-25 of ANAF's rules wants a due date or terms, the API neither. This says nothing but
  // what holds for any invoice: due as agreed or as the law has it ("according to the contract or
  // the law").
  defaultPaymentTerms: 'Conform contractului sau legii',
  address: romanianAddress,
}
