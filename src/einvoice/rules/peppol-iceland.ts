import type { Invoice, SupportingDocument } from '../model.js'
import { bothAreIn, isCalendarDay, sellerIsIn } from './peppol-facts.js'
import { normalised, type Rule, type Term } from './rule.js'

const KENNITALA = '0196'
/** Description of the document that bears the final due date. */
const FINAL_DUE_DATE = 'EINDAGI'

/** IS-R-001 to IS-R-010: sellers with an address in Iceland. */
export const ICELANDIC_RULES: readonly Rule[] = [
  {
    ...icelandic('IS-R-001', 'BT-3', 'is neither an invoice (380) nor a credit note (381)', ({ typeCode }) => {
      return !['380', '381'].includes(normalised(typeCode))
    }),
    severity: 'warning',
  },
  icelandic('IS-R-002', 'BT-30', 'does not give the kennitala of the seller (scheme 0196)', ({ seller }) => {
    return seller.legalRegistration?.scheme !== KENNITALA
  }),
  icelandic('IS-R-003', 'BG-5', 'does not give street and post code of the seller', ({ seller: { address } }) => {
    return (address?.line1 && address.postCode) === undefined
  }),
  icelandic('IS-R-006', 'BT-84', 'is paid by claim (9), but the account does not have 12 digits', accountFor('9')),
  icelandic('IS-R-007', 'BT-84', 'is paid by transfer (42), but the account does not have 12 digits', accountFor('42')),
  icelandic('IS-R-008', 'BT-122', 'has a final due date (EINDAGI) that is not written as YYYY-MM-DD', (invoice) => {
    return finalDueDates(invoice).some(({ reference }) => !isCalendarDay(reference))
  }),
  icelandic('IS-R-009', 'BT-9', 'has a final due date (EINDAGI) but no due date', (invoice) => {
    return finalDueDates(invoice).length > 0 && dueDate(invoice) === undefined
  }),
  icelandic('IS-R-010', 'BT-122', 'has a final due date (EINDAGI) before the due date', (invoice) => {
    const due = dueDate(invoice)
    const dates = finalDueDates(invoice)
    return dates.length > 0 && (due === undefined || !dates.some(({ reference }) => due <= reference))
  }),
  icelandic('IS-R-004', 'BT-47', 'does not give the kennitala of the buyer (scheme 0196)', (invoice) => {
    return bothAreIn(invoice, 'IS') && invoice.buyer.legalRegistration?.scheme !== KENNITALA
  }),
  icelandic('IS-R-005', 'BG-8', 'does not give street and post code of the buyer', (invoice) => {
    const { address } = invoice.buyer
    return bothAreIn(invoice, 'IS') && (address?.line1 && address.postCode) === undefined
  }),
]

function accountFor(meansCode: string): (invoice: Invoice) => boolean {
  return ({ payment }) => {
    if (payment?.meansCode !== meansCode) return false
    return normalised(payment.transfers.find(({ account }) => account !== undefined)?.account ?? '').length !== 12
  }
}

function finalDueDates({ supportingDocuments }: Invoice): readonly SupportingDocument[] {
  return supportingDocuments.filter(({ description }) => description === FINAL_DUE_DATE)
}

/** A credit note of UBL has no due date of its own. */
function dueDate({ kind, paymentDueDate }: Invoice): string | undefined {
  return kind === 'invoice' ? paymentDueDate : undefined
}

function icelandic(id: string, term: Term, fault: string, isBroken: (invoice: Invoice) => boolean): Rule {
  return {
    ...{ id, terms: [term], message: `The document of the Icelandic seller ${fault}` },
    fix: 'Follow the Icelandic rules of Peppol BIS Billing 3.0',
    check: (invoice, breach) => {
      if (sellerIsIn(invoice, 'IS') && isBroken(invoice)) breach(term)
    },
  }
}
