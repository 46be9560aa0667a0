import type { Party } from '../../domain/request/invoice-request.js'
import { andWarning, type Finding, type Judgement } from './judgement.js'
import { quoted } from '../xml/quoted.js'
import { sentence } from './finding-text.js'

/** The one rule that needs the account's companies. `{}` stands for the number. */
export const UNKNOWN_SUPPLIER = {
  id: 'CW-SUPPLIER',
  severity: 'warning',
  terms: ['BT-31'],
  message: "No active company of the account has the supplier's number {}",
  fix: 'Check supplier.vatNumber. If the company is yours, create it with POST /v1/companies, where it has no VAT number with the same registrationNumber or taxNumber; if you invoice for another company (self-billing, an agent), ignore this warning',
} as const

/**
 * Adds to a verdict the warning that the issuer, the supplier or with self-billing the customer,
 * is not a company of the account. It never invalidates the invoice: agents are legitimate, and
 * the government decides.
 */
export function andUnknownSupplier(
  judgement: Judgement,
  issuer: Party,
  role: 'supplier' | 'customer' = 'supplier',
): Judgement {
  const { vatNumber, taxRegistration, legalRegistration, siret, name } = issuer
  const number = vatNumber === '' ? (taxRegistration ?? legalRegistration?.id ?? siret ?? name) : vatNumber
  const { id: rule, severity, message, fix } = UNKNOWN_SUPPLIER
  const warning: Finding = {
    rule,
    severity,
    path: `${role}.vatNumber`,
    term: role === 'supplier' ? 'BT-31' : 'BT-48',
    message: sentence(message.replace('supplier', role).replace('{}', () => quoted(number))),
    fix: sentence(fix.replace('supplier.vatNumber', `${role}.vatNumber`)),
  }
  return andWarning(judgement, warning)
}
