import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import type { InvoiceEvent } from '../../../src/domain/invoice.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { streamName } from '../../../src/domain/streams.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { FAILED, given, SENT } from './scripted-invoice.js'

const ACCEPTED: InvoiceEvent = { type: 'InvoiceAccepted', data: { govId: '3001', govMessage: 'ok', receipt: null } }
const VAT = [{ vatRate: 21, taxableAmount: 100, taxAmount: 21 }]

/** What a final invoice says of an advance of the account. */
function settling(id: string): Partial<InvoiceRequest> {
  return { prepayments: [{ id, number: 'A-1', issueDate: '2026-03-01', amount: 121, vat: VAT }] }
}

/** An accepted advance, and what a final invoice says of it. */
async function advanceOf(history: History, scope: Scope): Promise<{ id: string; says: Partial<InvoiceRequest> }> {
  const { id, stream } = await history.invoice(scope, acceptedInvoice('A-1', { typeCode: '386' }))
  await history.older(scope, stream, ...SENT, ACCEPTED)
  return { id, says: settling(id) }
}

/** The final invoices that the stream of an advance names. */
async function finalsOf(store: EventStore, scope: Scope, advanceId: string): Promise<readonly unknown[]> {
  const events = await store.readStream(streamName(scope.environment, 'Invoice', advanceId))
  return events.filter(({ type }) => type === 'FinalInvoiceIssued').map(({ data }) => data)
}

/**
 * A final invoice before its validation. `earlier`: what became of another one that settles the
 * same advance; absent: there is none.
 */
async function finalInvoice({ changes, earlier }: Setting = {}) {
  let advanceId = ''
  let other = ''
  const world = await given({
    ...(changes && { invoice: changes }),
    before: async (history, scope) => {
      const { id, says } = await advanceOf(history, scope)
      advanceId = id
      if (earlier !== undefined) {
        const first = await history.invoice(scope, acceptedInvoice('F-0', says))
        other = first.id
        const issued: InvoiceEvent = { type: 'FinalInvoiceIssued', data: { invoiceId: other, number: 'F-0' } }
        await history.older(scope, streamName(scope.environment, 'Invoice', id), issued)
        await history.older(scope, first.stream, ...earlier)
      }
      return says
    },
  })
  return { ...world, advanceId, other, finals: () => finalsOf(world.store, world.scope, advanceId) }
}

interface Setting {
  readonly changes?: Partial<InvoiceRequest>
  readonly earlier?: readonly InvoiceEvent[]
}

t.test('a valid final invoice and its advance name each other', async (t) => {
  const { advanceId, id, advance, events, finals } = await finalInvoice()
  await advance()
  t.match((await events())[0], {
    type: 'InvoiceValidated',
    data: { advances: [{ invoiceId: advanceId, number: 'A-1' }], warnings: undefined },
  })
  t.same(await finals(), [{ invoiceId: id, number: 'F-1' }])
})

t.test('a process that died after the first of both names it once', async (t) => {
  const { id, advanceId, advance, events, finals, store, scope } = await finalInvoice()
  await new History(store).older(scope, streamName(scope.environment, 'Invoice', advanceId), {
    type: 'FinalInvoiceIssued',
    data: { invoiceId: id, number: 'F-1' },
  })
  await advance()
  t.match((await events())[0], { type: 'InvoiceValidated', data: { warnings: undefined } })
  t.same(await finals(), [{ invoiceId: id, number: 'F-1' }])
})

t.test('an advance that another final invoice settles is a warning, unless that one came to nothing', async (t) => {
  const REJECTED: InvoiceEvent = {
    type: 'InvoiceRejected',
    data: { errorMessage: 'a', errorTranslated: 'b', errorFix: 'c', document: null },
  }
  for (const [earlier, isWarned] of [
    [[], true],
    [[...SENT, ACCEPTED], true],
    [[...SENT, REJECTED], false],
    [[FAILED], false],
  ] as const) {
    const { id, other, advance, events, finals } = await finalInvoice({ earlier })
    await advance()
    const [validated] = await events()
    const warning = `Another final invoice of the account settles the advance already: "A-1" by "F-0" (${other}).`
    t.same(validated?.type === 'InvoiceValidated' && validated.data.warnings, isWarned ? [warning] : undefined)
    t.same(await finals(), [
      { invoiceId: other, number: 'F-0' },
      { invoiceId: id, number: 'F-1' },
    ])
  }
})

t.test('a correction of a final invoice settles nothing again', async (t) => {
  const { advance, events, finals } = await finalInvoice({
    changes: { invoiceType: 'credit_note' },
    earlier: [...SENT, ACCEPTED],
  })
  await advance()
  t.match((await events())[0], { type: 'InvoiceValidated', data: { warnings: undefined, advances: undefined } })
  t.equal((await finals()).length, 1)
})

t.test('an advance whose retention has ended does not stop its final invoice', async (t) => {
  const { advance, events } = await given({ invoice: settling('inv_0000000000000000000000') })
  await advance()
  t.match((await events())[0], { type: 'InvoiceValidated', data: { warnings: undefined } })
})
