import type { Invoice } from '../model.js'
import { isBillingProcess, isCalendarDay, isInGermany, PEPPOL_BILLING_PROCESS } from './peppol-facts.js'
import { isBlank, normalised, type Rule, type Term } from './rule.js'

export const PEPPOL_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

/** PEPPOL-EN16931-R001 to R020, R053 to R061: header, parties, VAT totals and payment. */
export const PEPPOL_DOCUMENT_RULES: readonly Rule[] = [
  {
    id: 'PEPPOL-EN16931-R001',
    terms: ['BT-23'],
    message: 'The document names no business process',
    fix: `Use ${PEPPOL_BILLING_PROCESS}`,
    check: ({ businessProcess }, breach) => {
      if (businessProcess === undefined) breach('BT-23')
    },
  },
  {
    id: 'PEPPOL-EN16931-R007',
    terms: ['BT-23'],
    message: 'The business process {} is not one that Peppol approves',
    fix: `Use ${PEPPOL_BILLING_PROCESS}`,
    check: (invoice, breach) => {
      if (!isBillingProcess(invoice)) breach('BT-23', undefined, invoice.businessProcess)
    },
  },
  {
    id: 'PEPPOL-EN16931-R002',
    terms: ['BG-1'],
    message: 'The document has more than one note',
    fix: 'Join the texts to one note; several are for German sellers and buyers only',
    check: (invoice, breach) => {
      if (invoice.notes.length > 1 && !isInGermany(invoice)) breach('BG-1')
    },
  },
  {
    id: 'PEPPOL-EN16931-R003',
    terms: ['BT-10', 'BT-13'],
    message: 'Neither a buyer reference nor an order number is given',
    fix: 'Give buyerReference or orderReference; without either the buyer cannot tell what the invoice is for',
    check: (invoice, breach) => {
      // UBL has no sales order (BT-14) without an order's ID.
      const { buyerReference, purchaseOrderReference, salesOrderReference } = invoice
      if ((buyerReference ?? purchaseOrderReference ?? salesOrderReference) === undefined) breach('BT-10')
    },
  },
  {
    id: 'PEPPOL-EN16931-R004',
    terms: ['BT-24'],
    message: 'The specification {} is not Peppol BIS Billing 3.0',
    fix: `Use ${PEPPOL_BILLING}`,
    check: ({ specification }, breach) => {
      const id = normalised(specification)
      if (!id.startsWith(PEPPOL_BILLING) || id.includes('::')) breach('BT-24', undefined, specification)
    },
  },
  {
    id: 'PEPPOL-EN16931-R053',
    terms: ['BG-23'],
    message: 'There is no VAT total with a breakdown',
    fix: 'Give one VAT total with its breakdown',
    check: ({ vatBreakdown }, breach) => {
      if (vatBreakdown.length === 0) breach('BG-23')
    },
  },
  {
    id: 'PEPPOL-EN16931-R054',
    terms: ['BT-111', 'BT-6'],
    message: 'A VAT total in the accounting currency and that currency do not go together',
    fix: 'Give exchangeRate, so that the VAT total can be stated in the accounting currency',
    check: ({ taxCurrency, totals, vatBreakdown }, breach) => {
      const withoutBreakdown = vatBreakdown.length === 0 && totals.vat !== undefined ? 1 : 0
      const stated = withoutBreakdown + (totals.vatInTaxCurrency === undefined ? 0 : 1)
      if (stated !== (taxCurrency === undefined ? 0 : 1)) breach('BT-111')
    },
  },
  {
    id: 'PEPPOL-EN16931-R055',
    terms: ['BT-111', 'BT-110'],
    message: 'The VAT totals in the two currencies do not have the same sign',
    fix: 'Give exchangeRate as a positive number',
    check: ({ taxCurrency, currency, totals }, breach) => {
      if (taxCurrency === undefined) return
      // Where both currencies are one (R005), each total is compared with itself.
      const stated = normalised(taxCurrency) === currency ? totals.vat : totals.vatInTaxCurrency
      const { vat } = totals
      const agree =
        stated !== undefined &&
        vat !== undefined &&
        ((!stated.isPositive() && !vat.isPositive()) || (!stated.isNegative() && !vat.isNegative()))
      if (!agree) breach('BT-111', undefined, stated?.toString())
    },
  },
  {
    id: 'PEPPOL-EN16931-R005',
    terms: ['BT-6', 'BT-5'],
    message: 'The VAT accounting currency {} is the currency of the invoice',
    fix: 'Leave the accounting currency out',
    check: ({ taxCurrency, currency }, breach) => {
      if (taxCurrency !== undefined && normalised(taxCurrency) === normalised(currency))
        breach('BT-6', undefined, taxCurrency)
    },
  },
  {
    id: 'PEPPOL-EN16931-R010',
    terms: ['BT-49'],
    message: 'The buyer has no electronic address',
    fix: 'Give customer.peppolId as scheme:value, for example 0208:0403170701',
    check: ({ buyer }, breach) => {
      if (buyer.electronicAddress === undefined) breach('BT-49')
    },
  },
  {
    id: 'PEPPOL-EN16931-R020',
    terms: ['BT-34'],
    message: 'The seller has no electronic address',
    fix: 'Give supplier.peppolId as scheme:value, for example 0208:0403170701',
    check: ({ seller }, breach) => {
      if (seller.electronicAddress === undefined) breach('BT-34')
    },
  },
  {
    id: 'PEPPOL-EN16931-R061',
    terms: ['BT-89', 'BG-19'],
    message: 'Payment is by direct debit, but there is no mandate',
    fix: 'Give the reference of the mandate',
    check: ({ payment }, breach) => {
      const code = normalised(payment?.meansCode ?? '')
      if ((code === '49' || code === '59') && payment?.directDebit?.mandate === undefined) breach('BT-89')
    },
  },
]

/** PEPPOL-EN16931-F001: dates are `YYYY-MM-DD`, without the time zone that the schema would let pass. */
export const PEPPOL_DATE_RULE: Rule = {
  id: 'PEPPOL-EN16931-F001',
  terms: ['BT-2', 'BT-9', 'BT-7', 'BT-26', 'BT-73', 'BT-74', 'BT-134', 'BT-135', 'BT-72'],
  message: 'The date {} is not a day written as YYYY-MM-DD',
  fix: 'Write the date as YYYY-MM-DD',
  check: (invoice, breach) => {
    eachDate(invoice, (term, date, index) => {
      if (date !== undefined && !isCalendarDay(date)) breach(term, index, date)
    })
  },
}

function eachDate(invoice: Invoice, see: (term: Term, date: string | undefined, index?: number) => void): void {
  see('BT-2', invoice.issueDate === '' ? undefined : invoice.issueDate)
  // A credit note's due date stands in the payment means, which the official context does not name.
  if (invoice.kind === 'invoice') see('BT-9', invoice.paymentDueDate)
  see('BT-7', invoice.taxPointDate)
  invoice.precedingInvoices.forEach(({ issueDate }, index) => {
    see('BT-26', issueDate, index)
  })
  see('BT-73', invoice.period?.start)
  see('BT-74', invoice.period?.end)
  invoice.lines.forEach(({ period }, index) => {
    see('BT-134', period?.start, index)
    see('BT-135', period?.end, index)
  })
  see('BT-72', invoice.delivery?.date)
}

/** PEPPOL-EN16931-R008: an element that is there says something. What the model cannot hold is judged with the syntax of the document. */
export const PEPPOL_EMPTY_RULE: Rule = {
  id: 'PEPPOL-EN16931-R008',
  terms: ['BT-27', 'BT-44', 'BT-153', 'BT-122', 'BT-125'],
  message: 'A field of the document is empty',
  fix: 'Leave the field out, or give it a text',
  check: (invoice, breach) => {
    eachText(invoice, (term, text, index) => {
      if (text !== undefined && isBlank(text)) breach(term, index)
    })
    invoice.supportingDocuments.forEach(({ attachment }, index) => {
      if (attachment?.content?.length === 0) breach('BT-125', index)
    })
  },
}

/** The texts that a caller of the API can leave empty; the mapping drops optional ones. */
function eachText(invoice: Invoice, see: (term: Term, text: string | undefined, index?: number) => void): void {
  const { seller, buyer } = invoice
  see('BT-1', invoice.number)
  see('BT-27', seller.name)
  see('BT-31', seller.vatIdentifier)
  see('BT-30', seller.legalRegistration?.value)
  see('BT-34', seller.electronicAddress?.value)
  see('BT-40', seller.address?.country)
  see('BT-44', buyer.name)
  see('BT-48', buyer.vatIdentifier)
  see('BT-47', buyer.legalRegistration?.value)
  see('BT-49', buyer.electronicAddress?.value)
  see('BT-55', buyer.address?.country)
  invoice.precedingInvoices.forEach(({ number, issueDate }, index) => {
    see('BT-25', number, index)
    see('BT-26', issueDate, index)
  })
  invoice.supportingDocuments.forEach(({ reference }, index) => {
    see('BT-122', reference, index)
  })
  invoice.lines.forEach(({ item, period }, index) => {
    see('BT-153', item.name, index)
    see('BT-134', period?.start, index)
    see('BT-135', period?.end, index)
  })
}
