import fc from 'fast-check'
import {
  type Agreement,
  type AttachmentBlock,
  type AttachmentTable,
  CARGOES,
  type PolishInvoicePart,
  type PolishTransport,
  TRANSPORT_MODES,
} from '../../../src/domain/request/polish.js'
import { keysOf } from '../../../src/domain/keys.js'
import { address, text } from '../../support/random/invoice.js'

/** What only FA(3) has of an invoice. */

const day = fc.constantFrom('2026-01-15', '1999-12-31')
const agreement: fc.Arbitrary<Agreement> = fc.oneof(
  fc.record({ number: text(60), date: day }),
  fc.record({ number: text(60) }),
  fc.record({ date: day }),
)
const dueDay = fc.constantFrom('2026-12-15', '2027-01-31')
const dueWithin = fc.record({ count: fc.integer({ min: 0, max: 365 }), timeUnit: text(20), from: text(60) })
const moment = fc.constantFrom('2026-11-20T06:30:00+01:00', '2026-11-20T06:30:00', '2026-11-20T05:30:00.5Z')
const inPoland = address('PL', ['street'])

const abroad = address('CH', ['street', 'city', 'postalCode'])

const carrier = (vatNumber: string, at: typeof inPoland): fc.Arbitrary<NonNullable<PolishTransport['carrier']>> =>
  fc.record({ name: text(80), vatNumber: fc.constant(vatNumber), address: at }, { requiredKeys: ['name', 'address'] })

/** One of two fields. */
const either = <One, Other>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>): fc.Arbitrary<One | Other> =>
  fc.oneof(one, other)

const transport: fc.Arbitrary<PolishTransport> = fc
  .tuple(
    either(fc.record({ mode: fc.constantFrom(...keysOf(TRANSPORT_MODES)) }), fc.record({ otherMode: text(50) })),
    either(fc.record({ cargo: fc.constantFrom(...keysOf(CARGOES)) }), fc.record({ otherCargo: text(50) })),
    fc.record(
      {
        carrier: fc.oneof(
          carrier('PL5252441189', inPoland),
          carrier('DE136695976', inPoland),
          carrier('CHE123456788', abroad),
        ),
        orderNumber: text(60),
        packaging: text(60),
        startsAt: moment,
        endsAt: moment,
        from: inPoland,
        via: fc.array(inPoland, { maxLength: 2 }),
        to: inPoland,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([mode, cargo, rest]) => ({ ...mode, ...cargo, ...rest }))

const entry = fc.record({ key: text(40), value: text(40) })
const cell = fc.oneof(fc.constant(''), text(30))

const table: fc.Arbitrary<AttachmentTable> = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const row = fc.array(cell, { minLength: columns, maxLength: columns })
  const column = fc.record({ name: cell, type: fc.constant('txt' as const) })
  return fc.record(
    {
      metadata: fc.array(entry, { minLength: 1, maxLength: 2 }),
      description: text(60),
      columns: fc.array(column, { minLength: columns, maxLength: columns }),
      rows: fc.array(row, { minLength: 1, maxLength: 3 }),
      totals: row,
    },
    { requiredKeys: ['columns', 'rows'] },
  )
})

const block: fc.Arbitrary<AttachmentBlock> = fc.record(
  {
    heading: text(60),
    metadata: fc.array(entry, { minLength: 1, maxLength: 3 }),
    paragraphs: fc.array(text(80), { minLength: 1, maxLength: 3 }),
    tables: fc.array(table, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['metadata'] },
)

/** `pl` of a random invoice, most often with few of its fields. */
export const polishPart: fc.Arbitrary<PolishInvoicePart> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.record({ forReceipt: fc.boolean(), relatedParties: fc.boolean() }, { requiredKeys: [] }),
  fc.record(
    {
      forReceipt: fc.boolean(),
      relatedParties: fc.boolean(),
      placeOfIssue: text(60),
      contractDate: day,
      furtherContracts: fc.array(agreement, { maxLength: 2 }),
      orderDate: day,
      furtherOrders: fc.array(agreement, { maxLength: 2 }),
      lotNumbers: fc.array(text(40), { maxLength: 3 }),
      deliveryTerms: text(60),
      agreedRate: fc.record({ rate: fc.constantFrom(4.25, 0.000001), currency: fc.constantFrom('EUR', 'USD') }),
      transports: fc.array(transport, { maxLength: 2 }),
      dueWithin,
      furtherDueDates: fc.array(
        fc.oneof(
          fc.record({ date: dueDay }),
          fc.record({ within: dueWithin }),
          fc.record({ date: dueDay, within: dueWithin }),
        ),
        { maxLength: 2 },
      ),
      attachment: fc.array(block, { minLength: 1, maxLength: 2 }),
      chainIntermediary: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
)
