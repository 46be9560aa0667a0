import type { Example } from '../example.js'

const line = { description: 'Utrzymanie serwerów', unitCode: 'MON', vatRate: 23 }

/**
 * Polish corrections.
 * @param base an invoice with its parties
 */
export function polishCorrections(base: object): Readonly<Record<string, Example>> {
  const note = {
    ...base,
    invoiceType: 'credit_note',
    precedingInvoice: { number: 'FV/2026/10/0093', issueDate: '2026-10-14' },
  }
  return {
    polandPriceCorrection: {
      summary: 'Poland: a lower price, as the difference',
      value: {
        ...note,
        number: 'FK/2026/11/0117',
        lines: [{ ...line, unitPrice: 1219.99 }],
        correction: {
          reason: 'Obniżka ceny po reklamacji',
          effect: 2,
          method: 'difference',
          before: [{ ...line, unitPrice: 1249.99 }],
        },
      },
    },
    polandBeforeAndAfter: {
      summary: 'Poland: each line before and after the correction, and the name of the customer',
      value: {
        ...note,
        number: 'FK/2026/11/0118',
        lines: [{ ...line, quantity: 2, unitPrice: 1249.99 }],
        correction: {
          reason: 'Błędna liczba miesięcy i nazwa nabywcy',
          effect: 1,
          method: 'before_after',
          before: [{ ...line, quantity: 3, unitPrice: 1249.99 }],
          customerBefore: { name: 'Księgarnia Pod Kasztanem Sp. z o.o.' },
        },
      },
    },
  }
}

/**
 * Polish advances: one in several payments, and the corrections of an order and a final invoice.
 * @param base an invoice with its parties
 */
export function polishAdvances(base: object): Readonly<Record<string, Example>> {
  const stage = { description: 'Projekt sklepu internetowego, etap 3', unitCode: 'HUR', unitPrice: 185.5, vatRate: 23 }
  const ordered = [{ ...stage, quantity: 42 }]
  return {
    polandAdvanceInParts: {
      summary: 'Poland: an advance that was paid in several parts',
      value: {
        ...base,
        number: 'ZAL/2026/11/0034',
        typeCode: '386',
        pricesIncludeVat: true,
        lines: [{ description: 'Zaliczka na projekt sklepu internetowego', unitPrice: 5000, vatRate: 23 }],
        order: { lines: ordered },
        pl: {
          partPayments: [
            { date: '2026-11-03', amount: 2000 },
            { date: '2026-11-17', amount: 3000 },
          ],
        },
      },
    },
    polandOrderCorrected: {
      summary: 'Poland: the order of an advance before and after its correction (KOR_ZAL)',
      value: {
        ...base,
        number: 'FK/2026/11/0119',
        invoiceType: 'debit_note',
        typeCode: '386',
        precedingInvoice: { number: 'ZAL/2026/11/0034', issueDate: '2026-11-18' },
        lines: [{ description: 'Zaliczka, bez zmiany', unitPrice: 0, vatRate: 23 }],
        order: { before: ordered, lines: [{ ...stage, quantity: 50 }] },
        correction: { reason: 'Zwiększenie zakresu zamówienia', effect: 3, method: 'difference', amountBefore: 5000 },
      },
    },
    polandFinalCorrected: {
      summary: 'Poland: a final invoice before and after its correction (KOR_ROZ)',
      value: {
        ...base,
        number: 'FK/2026/11/0120',
        invoiceType: 'credit_note',
        precedingInvoice: { number: 'FV/2026/11/0122', issueDate: '2026-11-24' },
        lines: [{ ...stage, quantity: 48 }],
        prepayments: [
          {
            number: 'ZAL/2026/11/0034',
            issueDate: '2026-11-18',
            amount: 5000,
            vat: [{ vatRate: 23, taxableAmount: 4065.04, taxAmount: 934.96 }],
          },
        ],
        correction: {
          reason: 'Mniej godzin',
          effect: 2,
          method: 'before_after',
          before: [{ ...stage, quantity: 50 }],
          amountBefore: 6408.25,
        },
      },
    },
  }
}

const [warsaw, poznan] = [
  { street: 'ul. Nowogrodzka 31/12', city: 'Warszawa', postalCode: '00-511', country: 'PL' },
  { street: 'ul. Święty Marcin 47', city: 'Poznań', postalCode: '61-806', country: 'PL' },
]

/**
 * What only Polish invoices say.
 * @param base an invoice with its parties
 */
export function polishTerms(base: object): Readonly<Record<string, Example>> {
  const lines = [{ ...line, unitPrice: 1249.99 }]
  return {
    polandMarks: {
      summary: 'Poland: goods of annex 15 with split payment, a procedure, and related parties',
      value: {
        ...base,
        number: 'FV/2026/11/0121',
        lines: [
          {
            description: 'Dyski twarde',
            quantity: 40,
            unitPrice: 389,
            vatRate: 23,
            itemCode: 'GTU_06',
            pl: { annex15: true },
          },
          {
            description: 'Bony jednego przeznaczenia',
            quantity: 10,
            unitPrice: 100,
            vatRate: 23,
            pl: { procedure: 'B_SPV' },
          },
        ],
        vatCollection: 'split_payment',
        paymentMeans: { bankAccount: 'PL27114020040000300201355387' },
        pl: { relatedParties: true },
      },
    },
    polandMarginScheme: {
      summary: 'Poland: used goods in the margin scheme, to a receipt of a cash register',
      value: {
        ...base,
        number: 'FV/2026/11/0122',
        lines: [
          {
            description: 'Regał dębowy, używany',
            unitPrice: 1850,
            vatRate: 0,
            vatCategory: 'E',
            exemptionReasonCode: 'VATEX-EU-F',
          },
        ],
        pl: { forReceipt: true },
      },
    },
    polandSelfBilled: {
      summary: 'Poland: issued by the customer (samofakturowanie)',
      value: { ...base, number: 'SF/2026/11/0014', selfBilled: true, lines },
    },
    polandOffline: {
      summary: 'Poland: handed out before KSeF has it (offline24)',
      value: { ...base, number: 'FV/2026/11/0124', offline: 'offline24', lines },
    },
    polandAttachment: {
      summary: 'Poland: metered media with an attachment of readings (Zalacznik), in a batch session',
      value: {
        ...base,
        number: 'FV/2026/11/0151',
        lines: [
          { description: 'Energia elektryczna', quantity: 643.5, unitPrice: 0.6212, unitCode: 'KWH', vatRate: 23 },
        ],
        pl: {
          attachment: [
            {
              heading: 'Rozliczenie zużycia energii',
              metadata: [{ key: 'Punkt poboru', value: 'PPE 590310600000123456' }],
              tables: [
                {
                  columns: [
                    { name: 'Do', type: 'date' },
                    { name: 'Zużycie, kWh', type: 'dec' },
                  ],
                  rows: [
                    ['2026-10-15', '402.5'],
                    ['2026-10-31', '241.0'],
                  ],
                  totals: ['', '643.5'],
                },
              ],
            },
          ],
        },
      },
    },
    polandTransport: {
      summary: 'Poland: contract, orders, lots, terms of delivery and a transport',
      value: {
        ...base,
        number: 'FV/2026/11/0123',
        contractReference: 'UM/2026/7',
        orderReference: 'ZAM/2026/311',
        lines: [{ description: 'Regały magazynowe', quantity: 24, unitPrice: 389, vatRate: 23 }],
        pl: {
          placeOfIssue: 'Warszawa',
          contractDate: '2026-01-15',
          orderDate: '2026-11-02',
          furtherOrders: [{ number: 'ZAM/2026/318', date: '2026-11-05' }],
          lotNumbers: ['L2026-118', 'L2026-119'],
          deliveryTerms: 'DAP Poznań',
          transports: [
            {
              mode: 'road',
              carrier: { name: 'Trans-Wisła Sp. z o.o.', vatNumber: 'PL5252441189', address: warsaw },
              cargo: 'pallet',
              startsAt: '2026-11-20T06:30:00+01:00',
              from: warsaw,
              to: poznan,
            },
          ],
        },
      },
    },
  }
}
