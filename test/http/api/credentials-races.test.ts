import type { FastifyInstance } from 'fastify'
import fc from 'fast-check'
import pino from 'pino'
import t from 'tap'
import { load } from '../../../src/commands/handle.js'
import { connection } from '../../../src/domain/connection.js'
import { DeliveryScheduler } from '../../../src/processors/deliveries/scheduler.js'
import { SecretSweep } from '../../../src/processors/deliveries/secret-erasure.js'
import { WebhookHistory } from '../../../src/processors/deliveries/webhook-history.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { postgresPorts } from '../../../src/processors/ports.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import type { Vault } from '../../../src/storage/vault/vault.js'
import { waitFor } from '../../support/wait-for.js'
import { sampleCompany } from './samples.js'
import { type Answer, startTestService, type TestService } from './test-service.js'

const service = await startTestService(t)
const { store, vault } = service.deps
const account = await service.account('unlimited')
const scope = { account: account.id, environment: 'production' } as const

/** One of two requests: it takes a step on request, and dies at one if requested. */
class Party {
  readonly #app: FastifyInstance
  #release: (() => void) | null = null
  #free = true
  #steps = 0
  #deadly = Infinity
  done = true

  private constructor(app: FastifyInstance) {
    this.#app = app
  }

  static async of(service: TestService): Promise<Party> {
    const { store, vault } = service.deps
    const gate = (): Promise<void> => party.#gate()
    const gatedVault: Vault = {
      put: async (...args) => (await gate(), vault.put(...args)),
      add: async (...args) => (await gate(), vault.add(...args)),
      get: (...args) => vault.get(...args),
      delete: async (...args) => (await gate(), vault.delete(...args)),
      replace: async (...args) => (await gate(), vault.replace(...args)),
      list: (...args) => vault.list(...args),
    }
    const gatedStore: EventStore = {
      append: async (...args) => (await gate(), store.append(...args)),
      readStream: async (...args) => (await gate(), store.readStream(...args)),
      subscribe: (options) => store.subscribe(options),
      eventAt: (position) => store.eventAt(position),
      head: () => store.head(),
      erase: (stream) => store.erase(stream),
      close: () => store.close(),
    }
    const party = new Party(await service.secondApp({ store: gatedStore, vault: gatedVault }))
    return party
  }

  async #gate(): Promise<void> {
    const step = this.#steps++
    if (!this.#free) await new Promise<void>((resolve) => (this.#release = resolve))
    if (step >= this.#deadly) throw new Error('this process is dead')
  }

  /**
   * Begins a request; it stops before its first step. `deadly`: the step before which its process
   * dies.
   */
  async begin(send: (app: FastifyInstance) => Promise<Answer>, deadly = Infinity): Promise<Answer> {
    this.#free = false
    this.#steps = 0
    this.#deadly = deadly
    this.done = false
    try {
      return await send(this.#app)
    } finally {
      this.done = true
    }
  }

  /** Comes back when it stands before the next step, or is done. */
  async step(): Promise<void> {
    await waitFor('a step', () => this.done || this.#release !== null)
    const release = this.#release
    this.#release = null
    release?.()
    await waitFor('the next step', () => this.done || this.#release !== null)
  }

  runFreely(): void {
    this.#free = true
    this.#release?.()
    this.#release = null
  }
}

const putting = await Party.of(service)
const deleting = await Party.of(service)

/** Hands credentials over and deletes the connection, in this order of steps. */
async function race(path: string, order: readonly boolean[], deadly: { put?: number; delete?: number } = {}) {
  const put = putting.begin(
    (app) => account.live.on(app).send('PUT', `${path}/credentials`, { token: 'ksef-token-2' }),
    deadly.put,
  )
  const deleted = deleting.begin((app) => account.live.on(app).delete(path), deadly.delete)
  for (const first of order) await (first ? putting : deleting).step()
  putting.runFreely()
  deleting.runFreely()
  return { put: await put, deleted: await deleted }
}

/** An active connection; answers its path. */
async function connected(): Promise<string> {
  // In a minute of its own, since so many can be made in one.
  service.clock.advance(60_000)
  const company = await account.live.post('/v1/companies', sampleCompany())
  const body = { companyId: company.body['data']?.['id'], countryCode: 'PL' }
  const path = `/v1/connections/${String((await account.live.post('/v1/connections', body)).body['data']?.['id'])}`
  await account.live.send('PUT', `${path}/credentials`, { token: 'ksef-token-1' })
  return path
}

function secretOf(path: string): Promise<Uint8Array | null> {
  return vault.get(scope, `connection/${path.slice('/v1/connections/'.length)}`)
}

const order = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })

t.test('in any order of a submission and a deletion, a deleted connection has no secret', async (t) => {
  await fc.assert(
    fc.asyncProperty(order, async (order) => {
      const path = await connected()
      const { put, deleted } = await race(path, order)
      t.equal(deleted.status, 200)
      t.ok(put.status === 200 || put.status === 404, String(put.status))
      if ((await secretOf(path)) !== null) throw new Error('a secret is left')
    }),
    { numRuns: 60 },
  )
})

t.test(
  'a process that dies in the middle leaves no secret of a deleted connection, nor takes one of a living',
  async (t) => {
    const ports = { ...postgresPorts(service.pool), timers: systemTimers }
    const deps = { store, vault, ...ports, clock: service.clock, log: pino({ level: 'silent' }) }
    const webhooks = new WebhookHistory(store)
    const scheduler = new DeliveryScheduler({ ...deps, webhooks })
    const sweep = new SecretSweep(deps)
    const stopping = new AbortController()
    const scheduling = scheduler.run(stopping.signal)
    const deadly = fc.record({ put: fc.nat({ max: 5 }), delete: fc.nat({ max: 5 }) })
    try {
      await fc.assert(
        fc.asyncProperty(order, deadly, async (order, deadly) => {
          const path = await connected()
          await race(path, order, deadly)
          const { state } = await load(store, connection, `liveConnection-${path.slice('/v1/connections/'.length)}`)
          if (state.status === 'deleted') {
            await waitFor('the secret is erased', async () => {
              while ((await sweep.run(stopping.signal)) === 'more');
              return (await secretOf(path)) === null
            })
          } else if ((await secretOf(path)) === null) throw new Error('a living connection lost its secret')
        }),
        { numRuns: 60 },
      )
      t.pass()
    } finally {
      stopping.abort()
      await scheduling
    }
  },
)
