import type { Rule } from '../einvoice/rules/rule.js'

/**
 * The rule on what a credit note refers to: an invoice; or for a rebate on many of them, their
 * period or contract (Directive 2006/112/EC, article 219, asks for an unambiguous reference; BT-25
 * is optional in EN 16931).
 * @param law the national law, for the message; absent: none is named
 */
export function creditNoteRule(id: string, law?: string): Rule {
  return {
    id,
    terms: ['BG-3', 'BT-25'],
    message: `A credit note names neither the invoice that it corrects nor a period or contract${law === undefined ? '' : ` (${law})`}`,
    fix: 'Give the number of the original invoice (precedingInvoice.number), or its id if it was submitted here (precedingInvoice.id); for a rebate on many invoices their period (period or lines[].period) or contract (contractReference)',
    check: ({ kind, precedingInvoices, period, lines, contractReference }, breach) => {
      const hasPeriod = period !== undefined || lines.some((line) => line.period !== undefined)
      const refers = precedingInvoices.length > 0 || hasPeriod || contractReference !== undefined
      if (kind === 'creditNote' && !refers) breach('BG-3')
    },
  }
}
