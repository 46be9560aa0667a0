import { isBlank, type Rule } from './rule.js'

/** BR-01 to BR-16, BR-29, BR-52 to BR-55, BR-CO-03 and BR-CO-19: the document as a whole. */
export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: 'BR-01',
    terms: ['BT-24'],
    message: 'The invoice does not say which specification it follows',
    fix: 'Give the specification identifier of the profile',
    check: (invoice, breach) => {
      if (isBlank(invoice.specification)) breach('BT-24')
    },
  },
  {
    id: 'BR-02',
    terms: ['BT-1'],
    message: 'The invoice has no number',
    fix: 'Give number or externalId',
    check: (invoice, breach) => {
      if (isBlank(invoice.number)) breach('BT-1')
    },
  },
  {
    id: 'BR-03',
    terms: ['BT-2'],
    message: 'The invoice has no issue date',
    fix: 'Give issueDate as YYYY-MM-DD',
    check: (invoice, breach) => {
      if (isBlank(invoice.issueDate)) breach('BT-2')
    },
  },
  {
    id: 'BR-04',
    terms: ['BT-3'],
    message: 'The invoice has no type',
    fix: 'Give invoiceType',
    check: (invoice, breach) => {
      if (isBlank(invoice.typeCode)) breach('BT-3')
    },
  },
  {
    id: 'BR-05',
    terms: ['BT-5'],
    message: 'The invoice has no currency',
    fix: 'Give currency as an ISO 4217 code',
    check: (invoice, breach) => {
      if (isBlank(invoice.currency)) breach('BT-5')
    },
  },
  {
    id: 'BR-16',
    terms: ['BG-25'],
    message: 'The invoice has no line',
    fix: 'Give at least one line',
    check: (invoice, breach) => {
      if (invoice.lines.length === 0) breach('BG-25')
    },
  },
  {
    id: 'BR-29',
    terms: ['BT-74', 'BT-73'],
    message: 'The invoicing period ends ({}) before it begins',
    fix: 'Give an end that is not before the start',
    check: ({ period }, breach) => {
      if (period?.start !== undefined && period.end !== undefined && period.end < period.start)
        breach('BT-74', undefined, period.end)
    },
  },
  {
    id: 'BR-52',
    terms: ['BT-122', 'BG-24'],
    message: 'A supporting document has no reference',
    fix: 'Give the attachment a filename',
    check: (invoice, breach) => {
      invoice.supportingDocuments.forEach((document, index) => {
        if (isBlank(document.reference)) breach('BT-122', index)
      })
    },
  },
  {
    id: 'BR-53',
    terms: ['BT-111', 'BT-6'],
    message: 'The total of VAT in the accounting currency {} cannot be told',
    fix: 'Give exchangeRate: how many units of the accounting currency one unit of the invoice currency is worth',
    check: ({ taxCurrency, currency, totals }, breach) => {
      if (taxCurrency !== undefined && taxCurrency !== currency && totals.vatInTaxCurrency === undefined)
        breach('BT-111', undefined, taxCurrency)
    },
  },
  {
    id: 'BR-55',
    terms: ['BT-25', 'BG-3'],
    message: 'A reference to a preceding invoice has no number',
    fix: 'Give precedingInvoice.number',
    check: (invoice, breach, { report }) => {
      // The artefact for UBL asks for the element alone, and what we write ourselves always has it.
      if (report === undefined) return
      invoice.precedingInvoices.forEach((preceding, index) => {
        if (isBlank(preceding.number)) breach('BT-25', index)
      })
    },
  },
  {
    id: 'BR-CO-03',
    terms: ['BT-7', 'BT-8'],
    message: 'The tax point is given both as a date ({}) and as a code',
    fix: 'Give one of the two',
    check: (invoice, breach) => {
      if (invoice.taxPointDate !== undefined && invoice.taxPointDateCode !== undefined)
        breach('BT-7', undefined, invoice.taxPointDate)
    },
  },
  {
    id: 'BR-CO-19',
    terms: ['BG-14', 'BT-73', 'BT-74'],
    message: 'The invoicing period has neither start nor end',
    fix: 'Give one of them, or leave the period out',
    check: ({ period, taxPointDateCode }, breach) => {
      if (period !== undefined && isBlank(period.start) && isBlank(period.end) && taxPointDateCode === undefined)
        breach('BG-14')
    },
  },
]
