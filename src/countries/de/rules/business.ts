import { EN_16931 } from '../../../einvoice/rules/factur-x.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { businessRules } from '../../peppol/business-rules.js'
import { LEITWEG_ID } from '../../peppol/participant.js'
import { isLeitwegId } from '../leitweg-id.js'

/** Beyond the official artefacts: `CW-DE-…`. Rates: § 12 UStG. */
export const BUSINESS_RULES: readonly Rule[] = [
  ...businessRules({
    country: 'DE',
    name: 'Germany',
    vatNumber: /^DE[1-9]\d{8}$/,
    vatFormat: 'DE followed by 9 digits',
    rates: ['19', '7'],
    creditNoteLaw: '§ 31 Abs. 5 UStDV',
  }),
  {
    id: 'CW-DE-LEITWEG-ID',
    terms: ['BT-49', 'BT-34'],
    message: 'The Leitweg-ID {} does not have the format, or its check digits are wrong',
    fix: 'Send the Leitweg-ID (customer.leitwegId) exactly as the authority states it: coarse address, fine address and two check digits, separated by hyphens',
    check: ({ seller, buyer }, breach) => {
      for (const [term, address] of [
        ['BT-34', seller.electronicAddress],
        ['BT-49', buyer.electronicAddress],
      ] as const)
        if (address?.scheme === LEITWEG_ID && !isLeitwegId(address.value)) breach(term, undefined, address.value)
    },
  },
  {
    id: 'CW-DE-LEVEL',
    severity: 'warning',
    terms: ['BT-25', 'BT-24'],
    message:
      'The invoice refers to {} besides another invoice, which XRechnung does not allow in a Cross Industry Invoice; it has the level EN 16931 of ZUGFeRD 2.4 instead',
    fix: 'Send the invoice as UBL (format: ubl) if the customer accepts only XRechnung',
    check: ({ specification, precedingInvoices }, breach) => {
      const [, further] = precedingInvoices
      if (specification === EN_16931 && further !== undefined) breach('BT-25', 1, further.number)
    },
  },
  {
    id: 'CW-DE-LEITWEG-REFERENCE',
    severity: 'warning',
    terms: ['BT-10', 'BT-49'],
    message: 'The buyer is addressed by a Leitweg-ID, but the buyer reference is {}',
    fix: "Leave the buyer's reference (buyerReference) out, so that it becomes the Leitweg-ID: authorities route invoices by it",
    check: ({ buyer: { electronicAddress }, buyerReference }, breach) => {
      if (electronicAddress?.scheme === LEITWEG_ID && buyerReference !== electronicAddress.value)
        breach('BT-10', undefined, buyerReference)
    },
  },
]
