import { Type } from '@sinclair/typebox'
import { keysOf } from '../../../domain/keys.js'
import { CARGOES, COLUMN_TYPES, PROCEDURES, TRANSPORT_MODES } from '../../../domain/request/polish.js'
import { AddressInput } from './address.js'
import { date, decimal, formatted, oneOf, standing, strictObject, text } from './fields.js'

const agreement = (kind: string, title: string, element: string, number: string) =>
  strictObject(
    {
      number: Type.Optional(text(256, { description: `Number of the ${kind} (Nr${element})`, examples: [number] })),
      date: Type.Optional(date(`Day of the ${kind}, YYYY-MM-DD (Data${element})`, '2026-01-15')),
    },
    { title, 'x-requiredWithout': { number: 'date' } },
  )

const dueWithin = strictObject(
  {
    count: Type.Integer({ minimum: 0, maximum: 9_999, description: 'How many (Ilosc)', examples: [30] }),
    timeUnit: text(50, { description: 'Of what, in words (Jednostka)', examples: ['dni'] }),
    from: text(256, { description: 'After which event (ZdarzeniePoczatkowe)', examples: ['otrzymanie faktury'] }),
  },
  { title: 'PolishPaymentPeriod', description: 'A period of payment (TerminOpis)' },
)

const carrier = strictObject(
  {
    name: text(512, { description: 'Name', examples: ['Trans-Wisła Sp. z o.o.'] }),
    vatNumber: Type.Optional(text(50, { description: 'VAT number with country prefix', examples: ['PL5260250274'] })),
    nationalId: Type.Optional(text(50, { description: 'Other number that identifies it', examples: ['85010112345'] })),
    address: AddressInput,
  },
  { title: 'PolishCarrier', description: 'The carrier (Przewoznik)' },
)

const place = (description: string) => ({ ...AddressInput, description })

const moment = (description: string, example: string) =>
  formatted('date-time', { description: `${description}, ISO 8601`, examples: [example] })

const transport = strictObject(
  {
    mode: Type.Optional(
      oneOf(keysOf(TRANSPORT_MODES), { description: 'Mode of transport (RodzajTransportu)', examples: ['road'] }),
    ),
    otherMode: Type.Optional(
      text(50, { description: 'Instead of `mode`: another one, in words (OpisInnegoTransportu)', examples: ['dron'] }),
    ),
    carrier: Type.Optional(carrier),
    orderNumber: Type.Optional(
      text(256, { description: 'Number of the order of transport (NrZleceniaTransportu)', examples: ['ZT/2026/118'] }),
    ),
    cargo: Type.Optional(
      oneOf(keysOf(CARGOES), { description: 'What the goods are packed in (OpisLadunku)', examples: ['pallet'] }),
    ),
    otherCargo: Type.Optional(
      text(50, {
        description: 'Instead of `cargo`: another or a mixed cargo, in words (OpisInnegoLadunku)',
        examples: ['palety i kartony'],
      }),
    ),
    packaging: Type.Optional(
      text(256, { description: 'Unit of packaging (JednostkaOpakowania)', examples: ['paleta EUR'] }),
    ),
    startsAt: Type.Optional(moment('Start of the transport (DataGodzRozpTransportu)', '2026-11-20T06:30:00+01:00')),
    endsAt: Type.Optional(moment('End of the transport (DataGodzZakTransportu)', '2026-11-20T14:00:00+01:00')),
    from: Type.Optional(place('Where it starts (WysylkaZ)')),
    via: Type.Optional(
      Type.Array(place('A place on the way (WysylkaPrzez)'), { maxItems: 20, description: 'Places on the way' }),
    ),
    to: Type.Optional(place('Where it ends (WysylkaDo)')),
  },
  {
    title: 'PolishTransport',
    description: 'A transport of the goods (Transport)',
    'x-requiredWithout': { mode: 'otherMode', cargo: 'otherCargo' },
  },
)

const entries = (title: string, element: string, description: string) =>
  Type.Array(
    strictObject(
      {
        key: text(256, { description: 'Key', examples: ['Punkt poboru'] }),
        value: text(256, { description: 'Value', examples: ['PPE 590310600000123456'] }),
      },
      { title, description: `A key with its value (${element})` },
    ),
    { minItems: 1, maxItems: 1_000, description },
  )

/** Cells may be empty. */
const cells = (description: string, example: readonly string[]) =>
  Type.Array(Type.String({ maxLength: 256, description: 'Content of the cell; empty: none' }), {
    minItems: 1,
    maxItems: 20,
    description,
    examples: [example],
  })

const attachmentTable = strictObject(
  {
    metadata: Type.Optional(entries('PolishTableEntry', 'TMetaDane', 'What describes the table')),
    description: Type.Optional(text(512, { description: 'Description (Opis)', examples: ['Odczyty'] })),
    columns: Type.Array(
      strictObject(
        {
          name: Type.String({ maxLength: 256, description: 'Heading (NKom)', examples: ['Zużycie, kWh'] }),
          type: oneOf(COLUMN_TYPES, { description: 'Type of its values (Typ)', examples: ['dec'] }),
        },
        { title: 'PolishTableColumn', description: 'A column (Kol)' },
      ),
      { minItems: 1, maxItems: 20, description: 'Columns (TNaglowek)' },
    ),
    rows: Type.Array(cells('A row, with a cell for each column (Wiersz)', ['2026-10-31', '412.5']), {
      minItems: 1,
      maxItems: 1_000,
      description: 'Rows',
    }),
    totals: Type.Optional(cells('The row of totals (Suma)', ['', '412.5'])),
  },
  { title: 'PolishTable', description: 'A table (Tabela)' },
)

const attachment = Type.Array(
  strictObject(
    {
      heading: Type.Optional(text(512, { description: 'Heading (ZNaglowek)', examples: ['Energia czynna'] })),
      metadata: entries('PolishBlockEntry', 'MetaDane', 'What describes the block; at least one entry'),
      paragraphs: Type.Optional(
        Type.Array(text(512, { description: 'Paragraph (Akapit)', examples: ['Odczyt zdalny'] }), {
          minItems: 1,
          maxItems: 10,
          description: 'Texts (Tekst)',
        }),
      ),
      tables: Type.Optional(
        Type.Array(attachmentTable, { minItems: 1, maxItems: 1_000, description: 'Tables (Tabela)' }),
      ),
    },
    { title: 'PolishAttachmentBlock', description: 'A block of the attachment (BlokDanych)' },
  ),
  {
    minItems: 1,
    maxItems: 1_000,
    description:
      'Structured data that belong to the invoice, such as readings of metered media (Zalacznik). KSeF accepts them from ' +
      'companies that have announced them in e-Urząd Skarbowy; the service sends such an invoice in a batch session. With ' +
      'them an invoice may have 3,000,000 bytes',
  },
)

/** What only FA(3) has of an invoice. */
export const polishInvoice = strictObject(
  {
    forReceipt: Type.Optional(
      standing(
        false,
        Type.Boolean({ description: 'An invoice for a sale that a cash register recorded (FP)', examples: [true] }),
      ),
    ),
    relatedParties: Type.Optional(
      standing(
        false,
        Type.Boolean({ description: 'Whether customer and supplier are related (TP)', examples: [true] }),
      ),
    ),
    placeOfIssue: Type.Optional(
      text(256, { description: 'Place where the invoice is issued (P_1M)', examples: ['Warszawa'] }),
    ),
    contractDate: Type.Optional(date('Day of the contract of `contractReference`, YYYY-MM-DD', '2026-01-15')),
    furtherContracts: Type.Optional(
      Type.Array(agreement('contract', 'PolishContract', 'Umowy', 'UM/2026/7'), {
        maxItems: 99,
        description: 'Contracts beside that of `contractReference` (Umowy)',
      }),
    ),
    orderDate: Type.Optional(date('Day of the order of `orderReference`, YYYY-MM-DD', '2026-11-02')),
    furtherOrders: Type.Optional(
      Type.Array(agreement('order', 'PolishOrder', 'Zamowienia', 'ZAM/2026/311'), {
        maxItems: 99,
        description: 'Orders beside that of `orderReference` (Zamowienia)',
      }),
    ),
    lotNumbers: Type.Optional(
      Type.Array(text(256, { description: 'Number of a lot' }), {
        maxItems: 1_000,
        description: 'Lots that the goods are from (NrPartiiTowaru)',
        examples: [['L2026-118']],
      }),
    ),
    deliveryTerms: Type.Optional(
      text(256, { description: 'Terms of delivery, such as Incoterms (WarunkiDostawy)', examples: ['DAP Poznań'] }),
    ),
    agreedRate: Type.Optional(
      strictObject(
        {
          rate: decimal({ description: 'PLN for one unit (KursUmowny)', examples: [4.25], exclusiveMinimum: 0 }),
          currency: formatted('currency-code', { description: 'ISO 4217 (WalutaUmowna)', examples: ['EUR'] }),
        },
        {
          title: 'PolishAgreedRate',
          description:
            'The rate by which the parties convert amounts of this invoice into PLN, apart from `exchangeRate`, which is that of the VAT',
        },
      ),
    ),
    transports: Type.Optional(
      Type.Array(transport, { maxItems: 20, description: 'Transports of the goods (Transport)' }),
    ),
    dueWithin: Type.Optional({
      ...dueWithin,
      description: 'The period of payment that leads to `dueDate`, or instead of it (TerminOpis)',
    }),
    furtherDueDates: Type.Optional(
      Type.Array(
        strictObject(
          {
            date: Type.Optional(date('The day, YYYY-MM-DD (Termin)', '2026-12-15')),
            within: Type.Optional(dueWithin),
          },
          { title: 'PolishDueDate', 'x-requiredWithout': { date: 'within' } },
        ),
        {
          maxItems: 50,
          description:
            'Due dates beside `dueDate`, without amounts; with amounts use `paymentSchedule` (TerminPlatnosci)',
        },
      ),
    ),
    partPayments: Type.Optional(
      Type.Array(
        strictObject(
          {
            date: date('Day of the payment, YYYY-MM-DD (P_6Z)', '2026-11-03'),
            amount: decimal({
              description: 'Amount with VAT, a part of the total (P_15Z); in a credit note a reduction is positive',
              examples: [2000],
            }),
            exchangeRate: Type.Optional(
              decimal({
                description: 'PLN for one unit of the currency (KursWalutyZW)',
                examples: [4.25],
                exclusiveMinimum: 0,
              }),
            ),
          },
          { title: 'PolishPartPayment', description: 'A payment before the supply (ZaliczkaCzesciowa)' },
        ),
        {
          minItems: 1,
          maxItems: 31,
          description:
            'The payments that one advance invoice (`typeCode` 386) documents, whose sum is its total; on a final invoice ' +
            'those that it documents beside what is left to pay',
        },
      ),
    ),
    attachment: Type.Optional(attachment),
    chainIntermediary: Type.Optional(
      standing(
        false,
        Type.Boolean({
          description:
            'Whether the seller is in the middle of a chain of supplies, other than a simplified triangle (art. 22 (2d), PodmiotPosredniczacy)',
          examples: [true],
        }),
      ),
    ),
  },
  { title: 'PolishInvoice', description: 'Contents of FA(3) that EN 16931 does not have' },
)

/** What only FA(3) has of a line. */
export const polishLine = strictObject(
  {
    procedure: Type.Optional(
      oneOf(PROCEDURES, { description: 'Mark of a procedure in the JPK_V7 (Procedura)', examples: ['WSTO_EE'] }),
    ),
    annex15: Type.Optional(
      standing(
        false,
        Type.Boolean({
          description:
            'Goods or services of annex 15 of the VAT act (P_12_Zal_15): above 15,000 PLN the invoice needs vatCollection: split_payment',
          examples: [true],
        }),
      ),
    ),
  },
  { title: 'PolishLine', description: 'Marks of FA(3)' },
)
