import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { webhookStream } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { WebhookHistory } from '../../../src/processors/deliveries/webhook-history.js'
import { History } from '../../support/history.js'

const noVault = {
  put: () => Promise.resolve(),
  add: (_scope: Scope, _name: string, secret: Uint8Array) => Promise.resolve(secret),
  get: () => Promise.resolve(null),
  replace: () => Promise.resolve(false),
  delete: () => Promise.resolve(),
  list: () => Promise.resolve([]),
}

/** A store whose streams are read when they are let, and its reads. */
class HaltingStore extends MemoryEventStore {
  reads = 0
  halt: Promise<void> = Promise.resolve()

  override async readStream(...args: Parameters<EventStore['readStream']>) {
    this.reads += 1
    const read = await super.readStream(...args)
    await this.halt
    return read
  }
}

async function configured(store: EventStore, scope: Scope, url: string): Promise<bigint> {
  await new History(store).webhook(scope, noVault, url)
  return (await store.readStream(webhookStream(scope))).at(-1)?.position ?? 0n
}

t.test('a read that was under way when the configuration changed counts for nothing after the change', async (t) => {
  const store = new HaltingStore()
  const scope = await new History(store).account()
  const webhooks = new WebhookHistory(store)
  const first = await configured(store, scope, 'https://one.example/')
  webhooks.followFrom(null)
  webhooks.followed(first, [scope])
  let proceed = (): void => undefined
  store.halt = new Promise((resolve) => (proceed = resolve))
  const before = webhooks.current(scope)
  store.halt = Promise.resolve()
  const second = await configured(store, scope, 'https://two.example/')
  webhooks.followed(second, [scope])
  proceed()
  t.match(await before, { url: 'https://one.example/' })
  t.match(await webhooks.before(scope, second + 1n), { url: 'https://two.example/' })
  t.match(await webhooks.before(scope, second), { url: 'https://one.example/' })
})

t.test('what is followed is read once; what is beyond it is read again', async (t) => {
  const store = new HaltingStore()
  const scope = await new History(store).account()
  const webhooks = new WebhookHistory(store)
  const at = await configured(store, scope, 'https://one.example/')
  webhooks.followFrom(at)
  store.reads = 0
  for (let position = at + 1n; position < at + 100n; position++) {
    webhooks.followed(position, [])
    await webhooks.before(scope, position)
  }
  t.equal(store.reads, 1)
  const later = await configured(store, scope, 'https://two.example/')
  t.match(await webhooks.before(scope, later + 200n), { url: 'https://two.example/' }, 'not announced')
})

t.test('a stream that is not what it was is read from its beginning', async (t) => {
  const [old, restored] = [new MemoryEventStore(), new MemoryEventStore()]
  let store: EventStore = old
  const webhooks = new WebhookHistory({
    append: (...args) => store.append(...args),
    readStream: (...args) => store.readStream(...args),
    subscribe: (options) => store.subscribe(options),
    eventAt: (position) => store.eventAt(position),
    head: () => store.head(),
    erase: (stream) => store.erase(stream),
    close: () => store.close(),
  })
  const scope: Scope = { account: 'acc_1', environment: 'test' }
  await configured(old, scope, 'https://one.example/')
  await configured(old, scope, 'https://two.example/')
  t.match(await webhooks.current(scope), { url: 'https://two.example/' })
  store = restored
  t.match(await webhooks.current(scope), { status: 'none' })
  await configured(restored, scope, 'https://three.example/')
  t.match(await webhooks.current(scope), { url: 'https://three.example/' })
})
