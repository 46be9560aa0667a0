import { SIRET } from '../../../einvoice/request/from-request/parties.js'
import type { Party } from '../../../einvoice/model/parties.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { CREDIT_NOTE_TYPES } from '../../../einvoice/codes/document-types.js'
import { attachmentsSizeRule } from '../../attachments-size.js'
import { creditNoteRule } from '../../credit-note.js'

function hasSiret({ identifiers }: Party): boolean {
  return identifiers.some(({ scheme }) => scheme === SIRET)
}

/** What a credit note refers to. */
export const CREDIT_NOTE_RULE = 'CW-IT-CREDIT-NOTE'

/**
 * Rules that depend on the day or on more than the document: SdI's control of the date with its
 * own code, and the service's own rules, `CW-IT-…`.
 */
export const BUSINESS_RULES: readonly Rule[] = [
  attachmentsSizeRule('00003', 'SdI', 5_000_000),
  {
    id: '00403',
    terms: ['BT-2'],
    message: 'The issue date {} is in the future, which SdI rejects',
    fix: 'Give today or an earlier day (issueDate), in the time zone of Rome',
    check: ({ issueDate }, breach, today) => {
      if (issueDate > today) breach('BT-2', undefined, issueDate)
    },
  },
  creditNoteRule(CREDIT_NOTE_RULE),
  {
    id: 'CW-IT-DOCUMENT-TYPE',
    terms: ['BT-3'],
    message:
      'The kind of document (documentType) and invoiceType contradict each other: only TD04 and TD08 are credit notes',
    fix: 'Use credit_note only with TD04 and TD08, or leave out documentType, which the service derives from invoiceType; the integration of a foreign credit note (TD17 to TD19) is an invoice (invoiceType: invoice) with negative amounts',
    check: ({ kind, typeCode }, breach) => {
      if ((kind === 'creditNote') !== CREDIT_NOTE_TYPES.has(typeCode)) breach('BT-3')
    },
  },
  {
    id: 'CW-IT-BENEFICIARY',
    terms: ['BT-85', 'BT-59'],
    message: 'The holder of the account {} is not the payee, and FatturaPA has one place for both (Beneficiario)',
    fix: 'Send the name of whom the customer pays once: paymentMeans.accountName or payee.name',
    check: ({ payment, payee }, breach) => {
      const [transfer] = payment?.transfers ?? []
      const holder = transfer?.accountName
      if (holder !== undefined && payee !== undefined && holder !== payee.name) breach('BT-85', 0, holder)
    },
  },
  {
    id: 'CW-IT-EXCHANGE-RATE',
    terms: ['BT-6'],
    message: 'The invoice is in {}, but the exchange rate is missing: SdI reads every amount as EUR',
    fix: 'Give the euros for one unit of the currency (exchangeRate): the service converts the amounts and also states each line in its currency',
    check: ({ currency, taxCurrency }, breach) => {
      if (currency !== 'EUR' && taxCurrency === undefined) breach('BT-6', undefined, currency)
    },
  },
  {
    id: 'CW-IT-NO-EXCHANGE',
    severity: 'warning',
    terms: ['BT-6'],
    message: 'The invoice is in EUR, so the exchange rate has no effect: the document does not contain it',
    fix: 'Leave out exchangeRate, or give the currency that it converts (currency)',
    check: ({ currency, taxCurrency }, breach) => {
      if (currency === 'EUR' && taxCurrency !== undefined) breach('BT-6')
    },
  },
  {
    id: 'CW-IT-NO-PLACE',
    severity: 'warning',
    terms: ['BT-57', 'BT-58', 'BT-49', 'BT-34', 'BT-46', 'BT-29'],
    message: 'FatturaPA cannot contain {}: the document does not contain it',
    fix: 'Use the note (note) if the customer has to read it, otherwise send the invoice without it; SdI delivers by customer.sdiCode or customer.pec',
    check: ({ seller, buyer }, breach) => {
      if (buyer.contact?.telephone !== undefined) breach('BT-57', undefined, "the customer's phone number")
      if (buyer.contact?.email !== undefined) breach('BT-58', undefined, "the customer's email address")
      if (buyer.electronicAddress !== undefined) breach('BT-49', undefined, "the customer's Peppol participant id")
      if (seller.electronicAddress !== undefined) breach('BT-34', undefined, "the supplier's Peppol participant id")
      if (hasSiret(buyer)) breach('BT-46', undefined, "the customer's SIRET")
      if (hasSiret(seller)) breach('BT-29', undefined, "the supplier's SIRET")
    },
  },
  {
    id: 'CW-IT-REVERSE-CHARGE',
    severity: 'warning',
    terms: ['BT-121'],
    message: 'The kind of domestic reverse charge is not given, so the invoice contains N6.9, other cases',
    fix: 'Give the Natura of the trade (lines[].exemptionReasonCode): N6.1 scrap, N6.2 gold, N6.3 subcontracts in building, N6.4 buildings, N6.5 mobile phones, N6.6 electronics, N6.7 building services, N6.8 energy, N6.9 other cases',
    check: ({ vatBreakdown, buyer }, breach) => {
      const isDomestic = buyer.address === undefined || buyer.address.country === 'IT'
      vatBreakdown.forEach(({ category, exemptionReasonCode }, index) => {
        if (isDomestic && category === 'AE' && exemptionReasonCode === 'VATEX-EU-AE') breach('BT-121', index)
      })
    },
  },
]
