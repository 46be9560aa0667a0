import { EN_16931, isFacturXExtended } from '../../../einvoice/rules/factur-x.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'
import { exemptionWordingRules } from '../../exemption-wording.js'
import { businessRules } from '../../peppol/business-rules.js'
import { LEITWEG_ID } from '../../peppol/participant.js'
import { isLeitwegId } from '../leitweg-id.js'

/** On an invoice that is no XRechnung although its caller did not ask for another profile. */
export const LEVEL_RULE: Rule = {
  id: 'CW-DE-LEVEL',
  severity: 'warning',
  terms: ['BT-25', 'BT-24'],
  message:
    'The invoice refers to {} besides another invoice, which XRechnung does not allow in a Cross Industry Invoice; it has the level EN 16931 of ZUGFeRD 2.5 instead',
  fix: 'Send the invoice as UBL (format: ubl) if the customer accepts only XRechnung',
  check: ({ specification, precedingInvoices }, breach) => {
    const [, further] = precedingInvoices
    if (specification === EN_16931 && further !== undefined) breach('BT-25', 1, further.number)
  },
}

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
  ...exemptionWordingRules({
    country: 'DE',
    law: { reverseCharge: '§ 14a Abs. 5 UStG', marginScheme: '§ 14a Abs. 6 UStG' },
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',
    marginScheme: {
      'VATEX-EU-D': '"Sonderregelung für Reisebüros"',
      'VATEX-EU-F': '"Gebrauchtgegenstände/Sonderregelung"',
      'VATEX-EU-I': '"Kunstgegenstände/Sonderregelung"',
      'VATEX-EU-J': '"Sammlungsstücke und Antiquitäten/Sonderregelung"',
    },
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
  LEVEL_RULE,
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
  {
    id: 'CW-DE-PROFILE',
    terms: ['BT-24', 'BT-49'],
    message: 'The buyer {} is an authority, which accepts XRechnung alone, but the invoice is in another profile',
    fix: 'Leave profile out or send profile: "xrechnung"; with sub-lines or several preceding invoices, send format: "ubl"',
    check: ({ specification, buyer: { electronicAddress }, buyerReference = '' }, breach) => {
      const isZugferd = trimmed(specification) === EN_16931 || isFacturXExtended(specification)
      // An authority may be addressed otherwise, but routes its invoices by this number.
      const reference = isLeitwegId(buyerReference) ? buyerReference : undefined
      const authority = electronicAddress?.scheme === LEITWEG_ID ? electronicAddress.value : reference
      if (isZugferd && authority !== undefined) breach('BT-24', undefined, authority)
    },
  },
  {
    id: 'CW-DE-LINE-ID',
    terms: ['BT-126'],
    message: 'The number {} of the line is that of another line, too, so sub-lines that name it have no clear parent',
    fix: 'Give each line and sub-line an id of its own, or leave id out',
    check: ({ lines }, breach) => {
      if (lines.every(({ parentLine }) => parentLine === undefined)) return
      const known = new Set<string>()
      for (const line of lines) {
        if (known.has(line.id)) breach('BT-126', line, line.id)
        known.add(line.id)
      }
    },
  },
]
