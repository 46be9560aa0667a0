import { randomBytes } from 'node:crypto'
import t from 'tap'
import type { ScopedContext } from '../../../src/commands/handle.js'
import { type Judge, receiveInvoice, type ReceiveDeps } from '../../../src/commands/use-cases/receive-invoice.js'
import { Turns } from '../../../src/commands/use-cases/assign-number.js'
import { countryOf } from '../../../src/countries/registry.js'
import { systemClock } from '../../../src/domain/clock.js'
import { Refusal } from '../../../src/domain/refusal.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { MemoryPreparedInvoices } from '../../standins/memory/prepared-invoices.js'
import { sampleInvoice } from '../../http/api/samples.js'

const body = sampleInvoice({
  attachments: [{ filename: 'order.txt', content: 'aGVsbG8=', mimeType: 'text/plain' }],
}) as unknown as InvoiceBody
const context: ScopedContext = {
  account: 'acc_1',
  environment: 'test',
  actor: 'operator',
  correlationId: 'req_1',
  causationId: 'req_1',
} as const

const COMPANY = {
  id: 'comp_1',
  is_active: true,
  connected: true,
  vat_number: 'RO12345674',
  registration_number: null,
  tax_number: null,
  address: null,
  contacts: null,
  defaults: null,
  numbering: null,
  letterhead: null,
} as const

/**
 * An account with one connected company; `trace` is what the use case did to the world, in order.
 */
function world(changes: Partial<ReceiveDeps> = {}) {
  const trace: string[] = []
  const store = new MemoryEventStore()
  const append = store.append.bind(store)
  store.append = async (stream, ...rest) => {
    const outcome = await append(stream, ...rest)
    if (outcome.kind === 'appended') trace.push(`appended ${stream}`)
    return outcome
  }
  const deps: ReceiveDeps = {
    store,
    clock: systemClock,
    random: (size) => randomBytes(size),
    countryOf,
    vault: { get: () => Promise.resolve(null) },
    hasGateway: () => true,
    documents: {
      put: async (_scope, bytes, mediaType) => {
        trace.push(`stored ${mediaType}`)
        return { sha256: '', size: bytes.length, mediaType }
      },
      get: () => Promise.resolve(null),
      erase: () => Promise.resolve(),
    },
    quota: {
      claimInvoice: async (_scope, _plan, invoiceId) => {
        trace.push(`claimed ${invoiceId}`)
      },
    },
    prepared: new MemoryPreparedInvoices(),
    turns: new Turns(),
    submitters: {
      ofIssuer: () => Promise.resolve(COMPANY),
      byId: () => Promise.resolve(null),
    },
    ...changes,
  }
  const receive = (key?: string, posted: InvoiceBody = body, judge?: Judge) =>
    receiveInvoice(deps, context, {
      body: posted,
      size: 100,
      idempotencyKey: key,
      plan: 'free',
      ...(judge && { judge }),
    })
  const post = async (key?: string, posted?: InvoiceBody) => {
    const received = await receive(key, posted)
    if ('broken' in received) throw new Error('it was not judged')
    return received
  }
  return { trace, store, post, receive }
}

t.test('first a place is claimed, then documents are stored, and the event comes last', async (t) => {
  const { trace, post } = world()
  const { loaded, replayed } = await post()
  const id = loaded.state.status === 'none' ? '' : loaded.state.facts.invoiceId
  t.same(trace, [`claimed ${id}`, 'stored text/plain', `appended testInvoice-${id}`])
  t.equal(replayed, false)
})

t.test('what is refused leaves nothing behind', async (t) => {
  const noCompany = { ofIssuer: () => Promise.resolve(null), byId: () => Promise.resolve(null) }
  const full = { claimInvoice: () => Promise.reject(new Refusal({ kind: 'used_up', limit: 50, message: 'Enough' })) }
  for (const [changes, posted, reason] of [
    [{ hasGateway: () => false }, body, { kind: 'invalid', details: [{ path: 'country' }] }],
    [{ submitters: noCompany }, body, { kind: 'invalid', details: [{ path: 'companyId' }] }],
    [{ quota: full }, body, { kind: 'used_up', limit: 50 }],
    [
      {},
      { ...body, precedingInvoice: { id: 'inv_0000000000000000000000' } },
      { kind: 'invalid', details: [{ path: 'precedingInvoice.id' }] },
    ],
    [{}, { ...body, format: 'cii' as const }, { kind: 'invalid', details: [{ path: 'format' }] }],
  ] as const) {
    const { trace, post } = world(changes)
    await t.rejects(post(undefined, posted as InvoiceBody), { name: 'Refusal', reason })
    t.same(trace, [], JSON.stringify(reason))
  }
})

t.test('what its judge finds invalid leaves nothing behind; what was created is not judged again', async (t) => {
  const { trace, receive, post } = world()
  const verdict = { findings: [], findingsTotal: 0, rulesChecked: 1 }
  let judged = 0
  const judge = (valid: boolean) => async () => {
    judged += 1
    return { ...verdict, valid }
  }
  t.same(await receive('key-1', body, judge(false)), { broken: { ...verdict, valid: false } })
  t.same(trace, [], 'no place, no document, no event')
  t.match(await receive('key-1', body, judge(true)), { replayed: false })
  t.match(await receive('key-1', body, judge(false)), { replayed: true })
  t.equal(judged, 2)
  t.equal((await post('key-1')).replayed, true, 'the key is that of the same request')
})

t.test('under a key there is one invoice, however often it is posted at the same time', async (t) => {
  const { trace, post } = world()
  const received = await Promise.all(['a', 'b', 'c', 'd'].map(() => post('key-1')))
  t.equal(received.filter(({ replayed }) => !replayed).length, 1)
  t.equal(trace.filter((each) => each.startsWith('appended')).length, 1)
  t.equal(new Set(trace.filter((each) => each.startsWith('claimed'))).size, 1, 'all claim the same place')
  const before = trace.length
  t.equal((await post('key-1')).replayed, true)
  t.equal(trace.length, before, 'a repetition touches nothing')
  const conflict = { name: 'Refusal', reason: { kind: 'conflict' } }
  await t.rejects(post('key-1', { ...body, note: 'another' }), conflict)
})

t.test('who dies between claim and event leaves a claim that the repetition meets again', async (t) => {
  let failing = true
  const { trace, post } = world({
    documents: {
      put: async (_scope, bytes, mediaType) => {
        if (failing) throw new Error('out of reach')
        return { sha256: '', size: bytes.length, mediaType }
      },
      get: () => Promise.resolve(null),
      erase: () => Promise.resolve(),
    },
  })
  await t.rejects(post('key-1'), /out of reach/)
  failing = false
  t.equal((await post('key-1')).replayed, false)
  t.equal(trace.length, 3)
  t.equal(trace[0], trace[1], 'the same place')
})
