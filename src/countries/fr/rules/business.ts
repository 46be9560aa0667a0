import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { withGroupAmounts } from '../../../einvoice/model/line-hierarchy.js'
import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import type { Party } from '../../../einvoice/model/parties.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import { exemptionWordingRules } from '../../exemption-wording.js'
import { paymentTermsRule } from '../../payment-terms.js'
import { namesNoAdvance, saysNothing } from '../business-process.js'

const FRENCH = /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/
/** Business processes of invoices for both goods and services. */
const UNDETERMINED: ReadonlySet<string> = new Set(['M1', 'M2', 'M4'])
const NATURE = 'CW-FR-NATURE'
const WITH_COUNTRY = /^[A-Z]{2}[A-Z0-9+*]{2,}$/

/**
 * The service's own rules for French invoices beyond the official artefacts: `CW-FR-…`. Warnings
 * report what is allowed but should be checked.
 */
export const BUSINESS_RULES: readonly Rule[] = [
  {
    id: 'CW-FR-SUPPLIER-VAT',
    terms: ['BT-31', 'BT-30'],
    message: "The seller's VAT number {} is not a French one",
    fix: "Give the seller's VAT number (supplier.vatNumber) as FR, a key of 2 characters and the 9 digits of the SIREN",
    check: ({ seller }, breach) => {
      // Outside the scope of VAT the document has no VAT number (BR-O-02); BR-FR-10 judges its
      // SIREN.
      if (seller.vatIdentifier !== undefined && !FRENCH.test(seller.vatIdentifier))
        breach('BT-31', undefined, seller.vatIdentifier)
    },
  },
  {
    id: 'CW-FR-CUSTOMER-VAT',
    terms: ['BT-48', 'BT-47'],
    message: "The buyer's VAT number {} does not have the format of its country",
    fix: "Give the buyer's VAT number (customer.vatNumber) as FR, a key of 2 characters and the SIREN; for a buyer abroad the foreign number with its country code",
    check: ({ buyer }, breach) => {
      const { vatIdentifier } = buyer
      if (vatIdentifier === undefined) return
      const format = vatIdentifier.startsWith('FR') ? FRENCH : WITH_COUNTRY
      if (!format.test(vatIdentifier)) breach('BT-48', undefined, vatIdentifier)
    },
  },
  {
    id: 'CW-FR-FUTURE-DATE',
    severity: 'warning',
    terms: ['BT-2'],
    message: 'The issue date {} is in the future',
    fix: 'Correct the issue date (issueDate), or keep it if it is right',
    check: ({ issueDate }, breach, today) => {
      if (issueDate > today) breach('BT-2', undefined, issueDate)
    },
  },
  ...exemptionWordingRules({
    country: 'FR',
    law: {
      reverseCharge: 'CGI, annexe II, art. 242 nonies A, I, 13°',
      marginScheme: 'CGI, annexe II, art. 242 nonies A, I, 14° and 15°',
    },
    reverseCharge: 'Autoliquidation',
    marginScheme: {
      'VATEX-EU-D': '"Régime particulier - Agences de voyages"',
      'VATEX-EU-F': '"Régime particulier - Biens d’occasion"',
      'VATEX-EU-I': '"Régime particulier - Objets d’art"',
      'VATEX-EU-J': '"Régime particulier - Objets de collection et d’antiquité"',
    },
  }),
  paymentTermsRule(
    'CW-FR-DUE-DATE',
    'The invoice has no due date or payment terms, which the law requires (Code de commerce, art. L441-9)',
  ),
  {
    id: 'CW-FR-ADDRESS',
    severity: 'warning',
    terms: ['BG-5', 'BG-8'],
    message:
      'The address of a party lacks street, postal code or city, which the law requires (CGI, annexe II, art. 242 nonies A)',
    fix: 'Give street, post code and city of both parties (street, postalCode and city of supplier.address and customer.address)',
    check: ({ seller, buyer }, breach) => {
      if (isPartial(seller)) breach('BG-5')
      if (isPartial(buyer)) breach('BG-8')
    },
  },
  {
    id: NATURE,
    severity: 'warning',
    terms: ['BT-23', 'BG-25'],
    message: 'The invoice does not show whether goods or services were sold, so it is sent as an invoice for both ({})',
    fix: 'Give the business process (businessProcess: B1 goods, S1 services, M1 both; B2, S2, M2 if it is already paid; B4, S4, M4 for the final invoice after an advance), or for a line a unit of time or measure (lines[].unitCode, for example HUR or KGM), a classification (lines[].itemCode: customs nomenclature or CPV) or the period of a service (lines[].period)',
    check: ({ businessProcess, lines }: Invoice, breach) => {
      if (UNDETERMINED.has(businessProcess ?? '') && saysNothing(lines)) breach('BT-23', undefined, businessProcess)
    },
  },
  {
    id: 'CW-FR-ADVANCE',
    severity: 'warning',
    terms: ['BT-113', 'BT-25'],
    message: 'An amount of {} is already paid, but the invoice does not name the invoice of the advance',
    fix: 'Name the invoice of the advance (precedingInvoice), which makes this the final one (business process B4, S4 or M4); or keep it if none was issued',
    check: (invoice, breach) => {
      if (namesNoAdvance(invoice)) breach('BT-113', undefined, invoice.totals.paid?.toString())
    },
  },
  {
    id: 'CW-FR-LINE-CYCLE',
    terms: ['EXT-FR-FE-162', 'BT-131'],
    message: 'The line {} is directly or indirectly its own parent, so its net amount cannot be computed',
    fix: 'Change the parent lines of the group (lines[].fr.parentLine), so that no line is its own parent',
    check: ({ lines }, breach) => {
      withGroupAmounts(lines).forEach(({ id, subtype, netAmount }, index) => {
        if (subtype === 'GROUP' && netAmount === undefined) breach('EXT-FR-FE-162', index, id)
      })
    },
  },
]

/** Whether a rule concerns an invoice: a business process that was sent is no guess. */
export function concernsNature(
  { id }: Pick<Rule, 'id'>,
  { businessProcess }: Pick<InvoiceRequest, 'businessProcess'>,
): boolean {
  return id !== NATURE || isBlank(businessProcess)
}

/** BR-08 and BR-10 report an address that is missing as a whole. */
function isPartial({ address }: Party): boolean {
  if (address === undefined) return false
  return [address.line1, address.postCode, address.city].some((part) => part === undefined)
}
