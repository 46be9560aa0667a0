import type { Finding, Judgement } from './judgement.js'
import { quoted } from '../xml/quoted.js'
import { MOST_FINDINGS } from './finding-list.js'
import { sentence } from './finding-text.js'

/**
 * The one rule that the invoice alone can't tell: who sends it. `{}` stands for the VAT number.
 */
export const UNKNOWN_SUPPLIER = {
  id: 'CW-SUPPLIER',
  severity: 'warning',
  terms: ['BT-31'],
  message: "The supplier's VAT number, {}, is that of no active company of the account",
  fix: 'Check supplier.vatNumber. If the company is yours, create it with POST /v1/companies; if you invoice for somebody else (self-billing, an agent), leave it as it is',
} as const

/**
 * A verdict with the warning that the supplier is no company of the account. It is told, never
 * refused: in self-billing and with agents it is right, and the government judges. So it does not
 * change whether the invoice is valid.
 */
export function andUnknownSupplier(judgement: Judgement, vatNumber: string): Judgement {
  const { id: rule, severity, message, fix } = UNKNOWN_SUPPLIER
  const warning: Finding = {
    rule,
    severity,
    path: 'supplier.vatNumber',
    term: 'BT-31',
    message: sentence(message.replace('{}', () => quoted(vatNumber))),
    fix: sentence(fix),
  }
  return {
    ...judgement,
    findings: [...judgement.findings, warning].slice(0, MOST_FINDINGS),
    findingsTotal: judgement.findingsTotal + 1,
  }
}
