import type { Invoice } from '../../../einvoice/model.js'
import type { Term } from '../../../einvoice/rules/rule.js'

/** Shows each text of one kind to `measure`, without making a list of them: these run for every invoice. */
type Texts = (invoice: Invoice, measure: (text: string | undefined, index?: number) => void) => void
export type Limit = readonly [id: string, limit: number, term: Term, what: string, texts: Texts]

function one(text: (invoice: Invoice) => string | undefined): Texts {
  return (invoice, measure) => {
    measure(text(invoice))
  }
}

function each<T>(group: (invoice: Invoice) => readonly T[], text: (member: T) => string | undefined): Texts {
  return (invoice, measure) => {
    group(invoice).forEach((member, index) => {
      measure(text(member), index)
    })
  }
}

const lines = (invoice: Invoice): Invoice['lines'] => invoice.lines
const documents = (invoice: Invoice): Invoice['supportingDocuments'] => invoice.supportingDocuments

/** How long each text may be in characters, runs of white space counting as one. In the order of ANAF's rules. */
export const LENGTH_LIMITS: readonly Limit[] = [
  ['BR-RO-L0201', 20, 'BT-38', "The seller's post code", one(({ seller }) => seller.address?.postCode)],
  ['BR-RO-L0202', 20, 'BT-53', "The buyer's post code", one(({ buyer }) => buyer.address?.postCode)],
  [
    'BR-RO-L0203',
    20,
    'BT-67',
    "The tax representative's post code",
    one(({ taxRepresentative }) => taxRepresentative?.address?.postCode),
  ],
  ['BR-RO-L0204', 20, 'BT-78', 'The post code of delivery', one(({ delivery }) => delivery?.address?.postCode)],
  ['BR-RO-L155', 200, 'BT-1', 'The invoice number', one(({ number }) => number)],
  ['BR-RO-L0302', 200, 'BT-12', 'The contract reference', one(({ contractReference }) => contractReference)],
  [
    'BR-RO-L0303',
    200,
    'BT-13',
    'The purchase order reference',
    one(({ purchaseOrderReference }) => purchaseOrderReference),
  ],
  ['BR-RO-L0304', 200, 'BT-14', 'The sales order reference', one(({ salesOrderReference }) => salesOrderReference)],
  [
    'BR-RO-L0305',
    200,
    'BT-15',
    'The receiving advice reference',
    one(({ receivingAdviceReference }) => receivingAdviceReference),
  ],
  [
    'BR-RO-L0306',
    200,
    'BT-16',
    'The despatch advice reference',
    one(({ despatchAdviceReference }) => despatchAdviceReference),
  ],
  ['BR-RO-L0307', 200, 'BT-17', 'The tender or lot reference', one(({ tenderReference }) => tenderReference)],
  ['BR-RO-L0501', 50, 'BT-37', "The seller's city", one(({ seller }) => seller.address?.city)],
  ['BR-RO-L0502', 50, 'BT-52', "The buyer's city", one(({ buyer }) => buyer.address?.city)],
  [
    'BR-RO-L0503',
    50,
    'BT-66',
    "The tax representative's city",
    one(({ taxRepresentative }) => taxRepresentative?.address?.city),
  ],
  ['BR-RO-L0504', 50, 'BT-77', 'The city of delivery', one(({ delivery }) => delivery?.address?.city)],
  [
    'BR-RO-L1001',
    100,
    'BT-19',
    'The buyer accounting reference',
    one(({ buyerAccountingReference }) => buyerAccountingReference),
  ],
  ['BR-RO-L1002', 100, 'BT-36', "The second line of the seller's address", one(({ seller }) => seller.address?.line2)],
  ['BR-RO-L1003', 100, 'BT-162', "The third line of the seller's address", one(({ seller }) => seller.address?.line3)],
  ['BR-RO-L1004', 100, 'BT-41', "The seller's contact point", one(({ seller }) => seller.contact?.name)],
  ['BR-RO-L1005', 100, 'BT-42', "The seller's telephone number", one(({ seller }) => seller.contact?.telephone)],
  ['BR-RO-L1006', 100, 'BT-43', "The seller's email address", one(({ seller }) => seller.contact?.email)],
  ['BR-RO-L1007', 100, 'BT-51', "The second line of the buyer's address", one(({ buyer }) => buyer.address?.line2)],
  ['BR-RO-L1008', 100, 'BT-163', "The third line of the buyer's address", one(({ buyer }) => buyer.address?.line3)],
  ['BR-RO-L1009', 100, 'BT-56', "The buyer's contact point", one(({ buyer }) => buyer.contact?.name)],
  ['BR-RO-L1010', 100, 'BT-57', "The buyer's telephone number", one(({ buyer }) => buyer.contact?.telephone)],
  ['BR-RO-L1011', 100, 'BT-58', "The buyer's email address", one(({ buyer }) => buyer.contact?.email)],
  [
    'BR-RO-L1012',
    100,
    'BT-65',
    "The second line of the tax representative's address",
    one(({ taxRepresentative }) => taxRepresentative?.address?.line2),
  ],
  [
    'BR-RO-L1013',
    100,
    'BT-164',
    "The third line of the tax representative's address",
    one(({ taxRepresentative }) => taxRepresentative?.address?.line3),
  ],
  [
    'BR-RO-L1014',
    100,
    'BT-76',
    'The second line of the address of delivery',
    one(({ delivery }) => delivery?.address?.line2),
  ],
  [
    'BR-RO-L1015',
    100,
    'BT-165',
    'The third line of the address of delivery',
    one(({ delivery }) => delivery?.address?.line3),
  ],
  ['BR-RO-L151', 150, 'BT-35', "The seller's street", one(({ seller }) => seller.address?.line1)],
  ['BR-RO-L152', 150, 'BT-50', "The buyer's street", one(({ buyer }) => buyer.address?.line1)],
  [
    'BR-RO-L153',
    150,
    'BT-64',
    "The tax representative's street",
    one(({ taxRepresentative }) => taxRepresentative?.address?.line1),
  ],
  ['BR-RO-L154', 150, 'BT-75', 'The street of delivery', one(({ delivery }) => delivery?.address?.line1)],
  ['BR-RO-L201', 200, 'BT-27', "The seller's name", one(({ seller }) => seller.name)],
  ['BR-RO-L202', 200, 'BT-28', "The seller's trading name", one(({ seller }) => seller.tradingName)],
  ['BR-RO-L203', 200, 'BT-44', "The buyer's name", one(({ buyer }) => buyer.name)],
  ['BR-RO-L204', 200, 'BT-45', "The buyer's trading name", one(({ buyer }) => buyer.tradingName)],
  ['BR-RO-L205', 200, 'BT-59', "The payee's name", one(({ payee }) => payee?.name)],
  [
    'BR-RO-L206',
    200,
    'BT-62',
    "The tax representative's name",
    one(({ taxRepresentative }) => taxRepresentative?.name),
  ],
  ['BR-RO-L207', 200, 'BT-70', "The receiver's name", one(({ delivery }) => delivery?.partyName)],
  ['BR-RO-L301', 300, 'BT-20', 'The text of the payment terms', one(({ paymentTerms }) => paymentTerms)],
  [
    'BR-RO-L1000',
    1000,
    'BT-33',
    "The seller's additional legal information",
    one(({ seller }) => seller.legalInformation),
  ],
  [
    'BR-RO-L208',
    200,
    'BT-85',
    'The name of the payment account',
    each(
      ({ payment }) => payment?.transfers ?? [],
      ({ accountName }) => accountName,
    ),
  ],
  ['BR-RO-L209', 200, 'BT-88', 'The name of the card holder', one(({ payment }) => payment?.card?.holderName)],
  ['BR-RO-L1016', 100, 'BT-82', 'The text of the payment means', one(({ payment }) => payment?.meansText)],
  ['BR-RO-L140', 140, 'BT-83', 'The remittance information', one(({ payment }) => payment?.remittance)],
  ['BR-RO-L1024', 100, 'BT-153', 'The item name', each(lines, ({ item }) => item.name)],
  [
    'BR-RO-L1021',
    100,
    'BT-133',
    'The buyer accounting reference of a line',
    each(lines, (line) => line.buyerAccountingReference),
  ],
  ['BR-RO-L212', 200, 'BT-154', 'The item description', each(lines, ({ item }) => item.description)],
  ['BR-RO-L303', 300, 'BT-127', 'The note of a line', each(lines, ({ note }) => note)],
  [
    'BR-RO-L0505',
    50,
    'BT-160',
    'The name of an item attribute',
    each(lines, ({ item }) => longest(item.attributes.map(({ name }) => name))),
  ],
  [
    'BR-RO-L1025',
    100,
    'BT-161',
    'The value of an item attribute',
    each(lines, ({ item }) => longest(item.attributes.map(({ value }) => value))),
  ],
  // ANAF's artefact measures the reason code here, and of invoices only, so that a long reason passes; the verdict follows it.
  [
    'BR-RO-L1017',
    100,
    'BT-97',
    'The reason code of an allowance',
    each(
      ({ kind, allowances }) => (kind === 'invoice' ? allowances : []),
      ({ reasonCode }) => reasonCode,
    ),
  ],
  [
    'BR-RO-L1018',
    100,
    'BT-104',
    'The reason code of a charge',
    each(
      ({ kind, charges }) => (kind === 'invoice' ? charges : []),
      ({ reasonCode }) => reasonCode,
    ),
  ],
  [
    'BR-RO-L1022',
    100,
    'BT-139',
    'The reason of a line allowance',
    each(lines, (line) => longest(line.allowances.map(({ reason = '' }) => reason))),
  ],
  [
    'BR-RO-L1023',
    100,
    'BT-144',
    'The reason of a line charge',
    each(lines, (line) => longest(line.charges.map(({ reason = '' }) => reason))),
  ],
  [
    'BR-RO-L302',
    300,
    'BT-22',
    'The note',
    each(
      ({ notes }) => notes,
      ({ subjectCode, text }) => (subjectCode === undefined ? text : `#${subjectCode}#${text}`),
    ),
  ],
  ['BR-RO-L302', 300, 'BT-20', 'The text of the payment terms', one(({ paymentTerms }) => paymentTerms)],
  ['BR-RO-L302', 300, 'BT-127', 'The note of a line', each(lines, ({ note }) => note)],
  [
    'BR-RO-L0308',
    200,
    'BT-122',
    'The reference of a supporting document',
    each(documents, ({ reference }) => reference),
  ],
  ['BR-RO-L0308', 200, 'BT-18', 'The invoiced object identifier', one(({ invoicedObject }) => invoicedObject?.value)],
  [
    'BR-RO-L1020',
    100,
    'BT-123',
    'The description of a supporting document',
    each(documents, ({ description }) => description),
  ],
  ['BR-RO-L210', 200, 'BT-124', 'The location of an external document', each(documents, ({ location }) => location)],
  [
    'BR-RO-L211',
    200,
    'BT-125-2',
    'The file name of an attached document',
    each(documents, ({ attachment }) => attachment?.filename),
  ],
  [
    'BR-RO-L156',
    200,
    'BT-25',
    'The number of a preceding invoice',
    each(
      ({ precedingInvoices }) => precedingInvoices,
      ({ number }) => number,
    ),
  ],
]

/** One rule measures every attribute of an item: the longest tells. */
function longest(texts: readonly string[]): string | undefined {
  return texts.reduce<string | undefined>(
    (found, text) => (text.length > (found?.length ?? -1) ? text : found),
    undefined,
  )
}
