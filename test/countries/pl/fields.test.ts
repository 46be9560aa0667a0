import t from 'tap'
import type { TSchema } from '@sinclair/typebox'
import type { InvoiceRequest, Party } from '../../../src/domain/request/invoice-request.js'
import type { PolishInvoicePart } from '../../../src/domain/request/polish.js'
import { putFa3 } from '../../../src/countries/pl/fa3/document.js'
import { FA3_FIELDS } from '../../../src/countries/pl/fa3/fields.js'
import { fa3Model } from '../../../src/countries/pl/model.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { TreeSink } from '../../../src/einvoice/syntax/tree-sink.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'

const address = { street: 'ul. Długa 1', city: 'Gdańsk', postalCode: '80-831', country: 'PL' }
const contact = { email: 'a@b.example', phone: '123456789' }
const party = (vatNumber: string): Party => ({ vatNumber, name: 'Firma', address, ...contact })

/** The terms of a transaction, with both ways to say a mode and a cargo, and all carriers. */
const TERMS: PolishInvoicePart = {
  placeOfIssue: 'Gdańsk',
  contractDate: '2026-01-15',
  furtherContracts: [{ number: 'U/2', date: '2026-01-16' }],
  orderDate: '2026-11-02',
  furtherOrders: [{ number: 'Z/2', date: '2026-11-03' }],
  lotNumbers: ['L1'],
  deliveryTerms: 'DAP',
  agreedRate: { rate: 4.25, currency: 'EUR' },
  dueWithin: { count: 30, timeUnit: 'dni', from: 'otrzymanie faktury' },
  furtherDueDates: [{ date: '2026-12-15', within: { count: 45, timeUnit: 'dni', from: 'dostawa' } }],
  chainIntermediary: true,
  transports: ['PL5213891244', 'DE129273398', 'US1', ''].map((vatNumber, index) => ({
    ...(index === 0 ? { mode: 'road' as const } : { otherMode: 'dron' }),
    ...(index === 0 ? { cargo: 'pallet' as const } : { otherCargo: 'kartony' }),
    carrier: { name: 'Przewoźnik', vatNumber, address },
    orderNumber: 'ZT/1',
    packaging: 'EUR',
    startsAt: '2026-11-20',
    endsAt: '2026-11-21T08:00+01:00',
    from: address,
    via: [address],
    to: address,
  })),
}

/** Together with `others` it has every element that is ever written. */
const FULL: readonly [InvoiceRequest] = [
  {
    country: 'PL',
    invoiceType: 'credit_note',
    number: 'K/1',
    supplier: party('PL5213891244'),
    customer: { ...party('PL7831643201'), localGovernmentUnit: true, vatGroupMember: true },
    currency: 'EUR',
    exchangeRate: 4.25,
    issueDate: '2026-11-21',
    dueDate: '2026-12-01',
    deliveryDate: '2026-11-20',
    note: 'Rabat',
    buyerReference: 'R',
    orderReference: 'Z',
    contractReference: 'U',
    paymentMeans: { bankAccount: 'PL27114020040000300201355387', bic: 'BREXPLPW', paymentTerms: '14 dni' },
    precedingInvoice: { number: 'F/1', issueDate: '2026-10-01', ksefNumber: '5265877635-20250626-010080DD2B5E-26' },
    thirdParties: [
      { role: 'local_government_recipient', name: 'Szkoła', nationalId: '8513277142-00017', address, ...contact },
      { role: 'vat_group_recipient', name: 'Spółka', vatNumber: 'PL7010938562', share: 50 },
      { role: 'payer', name: 'Płatnik', vatNumber: 'DE129273398' },
      { role: 'factor', name: 'Faktor', vatNumber: 'US1', address },
      { role: 'employee', name: 'Pracownik' },
    ],
    lines: (['S', 'S', 'S', 'S', 'Z', 'K', 'G', 'E', 'AE', 'O'] as const).map((vatCategory, index) => ({
      description: 'Towar',
      quantity: 1,
      unitPrice: 100,
      discount: 1,
      unitCode: 'C62',
      vatCategory,
      vatRate: [23, 8, 5, 4][index] ?? 0,
      exemptionReason: 'art. 43 ustawy o VAT',
      itemCode: ['GTU_01', 'MY-1', '62.01.11.0', '84713000'][index] ?? '5901234123457',
      period: { start: '2026-11-01', end: '2026-11-30' },
    })),
  },
]
const [full] = FULL
const line = full.lines[0] as InvoiceRequest['lines'][number]
const grossOf = (invoice: InvoiceRequest): number => Number(fa3Model(invoice).invoice.totals.withVat?.toString())
const others: readonly InvoiceRequest[] = [
  {
    ...full,
    supplier: {
      ...full.supplier,
      legalRegistration: { id: '0000099999' },
      identifiers: ['0088', 'EORI', 'REGON', 'BDO', '0060'].map((scheme) => ({
        id: scheme === '0088' ? '5901234123457' : scheme === 'EORI' ? 'PL1' : '999999999',
        scheme,
      })),
      contactName: 'Jan',
    },
    customer: {
      ...full.customer,
      legalRegistration: { id: '1' },
      identifiers: [{ id: '1' }, { id: '5901234123457', scheme: '0088' }, { id: 'DE1', scheme: 'EORI' }],
    },
    taxRepresentative: { name: 'P', vatNumber: 'PL5252441189', address },
    references: { despatchAdvice: 'WZ 1', invoicedObject: { id: '1', scheme: 'AVE' } },
    period: { start: '2026-11-01', end: '2026-11-30' },
    notes: [{ text: 'Uwaga' }],
    prepaidAmount: 1,
    roundingAmount: 0.01,
    allowances: [{ amount: 1, vatRate: 23, reasonCode: '95' }],
    charges: [{ amount: 1, vatRate: 23 }],
    precedingInvoices: [{ number: 'F/2', issueDate: '2026-10-02' }],
    paymentMeans: {
      code: '97',
      text: 'T',
      bankAccount: '1'.repeat(26),
      accountName: 'N',
      furtherAccounts: [{ bic: 'BREXPLPW' }],
    },
    lines: [
      {
        ...line,
        id: 'A',
        note: 'n',
        object: { id: '1' },
        allowances: [{ amount: 1, reason: 'r' }],
        item: {
          originCountry: 'PL',
          standardIdentifier: { id: '1' },
          classifications: [
            { code: '1110', scheme: 'PKOB' },
            { code: '1', scheme: 'STI' },
          ],
          attributes: [{ name: 'n', value: 'v' }],
        },
      },
    ],
  },
  // The VAT of each line is added up.
  {
    ...full,
    pricesIncludeVat: true,
    totals: { vatBreakdown: [{ vatRate: 23, taxAmount: 0.69 }] },
    lines: Array.from({ length: 3 }, () => ({ ...line, discount: 0, unitPrice: 1.21 })),
  },
  // Without a factor the accounts are the seller's.
  { ...full, thirdParties: [], paymentMeans: { ...full.paymentMeans, accountName: 'N' } },
  { ...full, prepaidAmount: 2, paidAt: '2026-11-20', cashDiscounts: [{ days: 7, percentage: 2 }] },
  { ...full, roundingAmount: 0, prepaidAmount: grossOf(full), paidAt: '2026-11-20' },
  { ...full, customer: { ...party(''), consumer: true }, precedingInvoice: { number: 'F/1', issueDate: '2026-10-01' } },
  { ...full, customer: party('DE129273398'), lines: [{ ...line, vatCategory: 'AE', vatRate: 0 }], deliveryDate: '' },
  { ...full, customer: party('US1'), lines: [line, { ...line, period: { end: '2026-11-02' } }], deliveryDate: '' },
  {
    ...full,
    lines: [line],
    correction: {
      reason: 'Rabat',
      effect: 1,
      period: 'lato',
      method: 'before_after',
      before: [{ ...line, quantity: 2 }],
      correctNumber: 'F/2',
      supplierBefore: { name: 'A', address },
      customerBefore: { name: 'B', address },
    },
  },
  ...(['DE129273398', 'US1'] as const).map((vatNumber) => ({
    ...full,
    correction: {
      reason: 'Rabat',
      effect: 2,
      method: 'difference' as const,
      customerBefore: { name: 'B', vatNumber, address },
    },
  })),
  {
    ...full,
    customer: { ...party(''), consumer: true },
    correction: { reason: 'Rabat', effect: 2, method: 'difference', customerBefore: { name: 'B' } },
  },
  ...['D', 'F', 'I', 'J'].map((scheme): InvoiceRequest => ({
    ...full,
    selfBilled: true,
    pl: { forReceipt: true, relatedParties: true, ...TERMS },
    lines: [
      {
        ...line,
        vatCategory: 'E',
        vatRate: 0,
        exemptionReasonCode: `VATEX-EU-${scheme}`,
        pl: { procedure: 'IED', annex15: true },
      },
    ],
  })),
  {
    ...full,
    typeCode: '503',
    order: {
      lines: ['GTU_01', 'MY-1', '62.01.11.0', '84713000', '5901234123457'].map((itemCode) => ({
        ...line,
        itemCode,
        id: 'A',
      })),
      before: [line],
    },
    correction: { reason: 'x', effect: 3, method: 'difference', amountBefore: 1, exchangeRateBefore: 4.1 },
    pl: {
      partPayments: [{ date: '2026-11-03', amount: 1, exchangeRate: 4.2 }],
      attachment: [
        {
          heading: 'Energia',
          metadata: [{ key: 'k', value: 'v' }],
          paragraphs: ['p'],
          tables: [
            {
              metadata: [{ key: 'k', value: 'v' }],
              description: 'd',
              columns: [{ name: 'n', type: 'int' }],
              rows: [['1']],
              totals: ['1'],
            },
          ],
        },
      ],
    },
  },
  {
    ...full,
    prepayments: [{}, { ksefNumber: '5265877635-20250626-010080DD2B5E-26' }].map((number, index) => ({
      number: `Z/${index}`,
      issueDate: '2026-10-01',
      amount: 1.23,
      vat: [{ vatRate: 23, taxableAmount: 1, taxAmount: 0.23 }],
      ...number,
    })),
  },
  ...['dyrektywa', 'umowa'].map((exemptionReason) => ({
    ...full,
    lines: [{ ...line, vatCategory: 'E' as const, vatRate: 0, exemptionReason }],
  })),
]

function leaves(element: XmlElement): readonly XmlElement[] {
  return element.children.length === 0 ? [element] : element.children.flatMap(leaves)
}

/** What the service always writes itself. */
const OWN = /^fa:(?:KodFormularza|WariantFormularza|SystemInfo|P_19N|P_22N|P_23|P_PMarzyN|RolaPU|DoRozliczenia|Powod)$/

/** Whether the API's body has the field. */
function fieldExists(path: string): boolean {
  return path.split('.').reduce<TSchema | undefined>(fieldOf, InvoiceBody) !== undefined
}

function fieldOf(schema: TSchema | undefined, step: string): TSchema | undefined {
  const [, name = '', index] = /^(\w+)(\[\d+\])?$/.exec(step) ?? []
  const field = (schema?.['properties'] as Readonly<Record<string, TSchema>> | undefined)?.[name]
  return index === undefined ? field : (field?.['items'] as TSchema | undefined)
}

t.test('every element that is written leads back to its field', (t) => {
  const seen = new Set<string>()
  for (const invoice of [...FULL, ...others]) {
    const sink = new TreeSink('fa:')
    putFa3(sink, fa3Model(invoice))
    for (const leaf of leaves(sink.tree.root)) {
      const { path, remedy } = FA3_FIELDS.fieldOf(leaf, sink.groups)
      const where = leaf.path.replace(/\[\d+\]/g, '')
      seen.add(where.split('/').slice(2).join('/'))
      if (!OWN.test(leaf.name)) t.ok(path !== '' || remedy !== '', `${where} leads nowhere`)
      if (path !== '') t.ok(fieldExists(path), `${where} leads to ${path}, which is no field`)
    }
  }
  // A row for what is never written would be dead.
  const rows = [...FA3_FIELDS.rows.keys()]
  const dead = rows.filter((row) => ![...seen].some((each) => each === row || each.startsWith(`${row}/`)))
  t.same(dead, [], 'no row is dead')
  t.end()
})
