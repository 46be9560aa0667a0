import { withGroupAmounts } from '../../../einvoice/model/line-hierarchy.js'
import type { Invoice } from '../../../einvoice/model/invoice-model.js'
import type { Party } from '../../../einvoice/model/parties.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { saysNothing } from '../business-process.js'

const FRENCH = /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/
const WITH_COUNTRY = /^[A-Z]{2}[A-Z0-9+*]{2,}$/

/**
 * What the service demands of French invoices beyond the official artefacts: `CW-FR-…`. Warnings
 * tell what is allowed and yet worth a look.
 */
export const BUSINESS_RULES: readonly Rule[] = [
  {
    id: 'CW-FR-SUPPLIER-VAT',
    terms: ['BT-31', 'BT-30'],
    message: "The seller's VAT number {} is not a French one",
    fix: "Give the seller's VAT number (supplier.vatNumber) as FR, a key of 2 characters and the 9 digits of the SIREN, for example FR44732829320",
    check: ({ seller }, breach) => {
      // Outside the scope of VAT the document shows no VAT number (BR-O-02); its SIREN is judged
      // by BR-FR-10.
      if (seller.vatIdentifier !== undefined && !FRENCH.test(seller.vatIdentifier))
        breach('BT-31', undefined, seller.vatIdentifier)
    },
  },
  {
    id: 'CW-FR-CUSTOMER-VAT',
    terms: ['BT-48', 'BT-47'],
    message: "The buyer's VAT number {} does not fit the country that it names",
    fix: "Give the buyer's VAT number (customer.vatNumber) as FR, a key of 2 characters and the SIREN, for example FR44732829320; for a buyer abroad the foreign number with its country code",
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
    message: 'The issue date {} lies in the future',
    fix: 'Give the day on which the invoice is issued (issueDate), or leave the date if it is meant',
    check: ({ issueDate }, breach, today) => {
      if (issueDate > today) breach('BT-2', undefined, issueDate)
    },
  },
  {
    id: 'CW-FR-DUE-DATE',
    severity: 'warning',
    terms: ['BT-9', 'BT-20'],
    message: 'The invoice does not say when it is to be paid, which the law demands (Code de commerce, art. L441-9)',
    fix: 'Give the due date (dueDate) as YYYY-MM-DD, or the terms of payment (paymentMeans.paymentTerms)',
    check: ({ kind, paymentDueDate, paymentTerms, totals }, breach) => {
      const isSilent = paymentDueDate === undefined && paymentTerms === undefined
      if (kind === 'invoice' && isSilent && totals.due?.isPositive()) breach('BT-9')
    },
  },
  {
    id: 'CW-FR-ADDRESS',
    severity: 'warning',
    terms: ['BG-5', 'BG-8'],
    message:
      'The address of a party lacks street, postal code or city, which the law demands (CGI, annexe II, art. 242 nonies A)',
    fix: 'Give street, post code and city of both parties (street, postalCode and city of supplier.address and customer.address)',
    check: ({ seller, buyer }, breach) => {
      if (isPartial(seller)) breach('BG-5')
      if (isPartial(buyer)) breach('BG-8')
    },
  },
  {
    id: 'CW-FR-NATURE',
    severity: 'warning',
    terms: ['BT-23', 'BG-25'],
    message: 'Nothing tells whether goods or services were sold, so the invoice goes out as one for both ({})',
    fix: 'Give the business process (businessProcess: B1 goods, S1 services, M1 both), or a line a unit of time or matter (lines[].unitCode, for example HUR or KGM), a classification (lines[].itemCode: customs nomenclature or CPV) or the period of a service (lines[].period)',
    check: ({ businessProcess, lines }: Invoice, breach) => {
      if (businessProcess === 'M1' && saysNothing(lines)) breach('BT-23', undefined, businessProcess)
    },
  },
  {
    id: 'CW-FR-LINE-CYCLE',
    terms: ['EXT-FR-FE-162', 'BT-131'],
    message: 'The line {} groups itself, by the lines under it, so that its net amount cannot be computed',
    fix: 'Give the lines of the group other parent lines (lines[].fr.parentLine), so that none stands under itself',
    check: ({ lines }, breach) => {
      withGroupAmounts(lines).forEach(({ id, subtype, netAmount }, index) => {
        if (subtype === 'GROUP' && netAmount === undefined) breach('EXT-FR-FE-162', index, id)
      })
    },
  },
]

/** An address that is missing altogether is found by BR-08 and BR-10. */
function isPartial({ address }: Party): boolean {
  if (address === undefined) return false
  return [address.line1, address.postCode, address.city].some((part) => part === undefined)
}
