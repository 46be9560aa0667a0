import t from 'tap'
import { startTestService } from './test-service.js'

const URL = 'https://example.com/hooks'

t.test('a webhook is configured, shown masked, replaced and deleted', async (t) => {
  const service = await startTestService(t)
  const { id, test, live } = await service.account()
  const none = {
    data: { url: null, secret: null, events: null, previousSecretExpiresAt: null, lastErrorMessage: null },
  }
  t.same((await test.get('/v1/webhooks')).body, none)

  const first = await test.post('/v1/webhooks', { url: URL })
  t.equal(first.status, 200)
  t.match(first.body['data'], { url: URL, secret: /^whsec_[A-Za-z0-9+/]{43}=$/, events: null })
  t.same((await test.get('/v1/webhooks')).body, {
    data: { url: URL, secret: 'wh_***', events: null, previousSecretExpiresAt: null, lastErrorMessage: null },
  })
  t.same((await live.get('/v1/webhooks')).body, none, 'each environment has its own')

  const events = ['invoice.accepted', 'invoice.error', 'invoice.accepted']
  const second = await test.post('/v1/webhooks', { url: `${URL}/2`, events })
  t.strictSame(second.body['data']?.['events'], ['invoice.accepted', 'invoice.error'], 'duplicates are folded')
  t.not(second.body['data']?.['secret'], first.body['data']?.['secret'], 'a new secret each time')
  t.same((await test.get('/v1/webhooks')).body['data'], {
    url: `${URL}/2`,
    secret: 'wh_***',
    events: ['invoice.accepted', 'invoice.error'],
    previousSecretExpiresAt: null,
    lastErrorMessage: null,
  })
  const stored = await service.deps.store.readStream(`testWebhook-${id}`)
  t.notMatch(JSON.stringify(stored.map(({ data }) => data)), /whsec_/, 'no event holds a secret')

  t.same((await test.delete('/v1/webhooks')).body, { data: { deleted: true } })
  t.same((await test.get('/v1/webhooks')).body, none)
  const again = await test.delete('/v1/webhooks')
  t.equal(again.status, 200)
  t.same(again.body, { data: { deleted: true } }, 'deleting nothing is no error')
})

t.test('the signing secret is rotated; the one before it is good for 24 hours more', async (t) => {
  const service = await startTestService(t)
  const { id, test, live } = await service.account()
  t.equal((await test.post('/v1/webhooks/rotate-secret')).status, 409, 'nothing is configured')
  const configured = await test.post('/v1/webhooks', { url: URL, events: ['invoice.error'] })
  const rotated = await test.post('/v1/webhooks/rotate-secret')
  t.equal(rotated.status, 200)
  const previousSecretExpiresAt = '2026-04-01T09:30:00.000Z'
  t.match(rotated.body['data'], {
    url: URL,
    secret: /^whsec_[A-Za-z0-9+/]{43}=$/,
    events: ['invoice.error'],
    previousSecretExpiresAt,
  })
  t.not(rotated.body['data']?.['secret'], configured.body['data']?.['secret'])
  t.match((await test.get('/v1/webhooks')).body['data'], { secret: 'wh_***', previousSecretExpiresAt })
  service.clock.advance(24 * 3_600_000)
  t.equal((await test.get('/v1/webhooks')).body['data']?.['previousSecretExpiresAt'], null)
  t.equal((await live.post('/v1/webhooks/rotate-secret')).status, 409)
  const stored = await service.deps.store.readStream(`testWebhook-${id}`)
  t.notMatch(JSON.stringify(stored.map(({ data }) => data)), /whsec_/, 'no event holds a secret')
  await test.post('/v1/webhooks/rotate-secret')
  await test.post('/v1/webhooks', { url: URL })
  t.equal((await test.get('/v1/webhooks')).body['data']?.['previousSecretExpiresAt'], null, 'replaced at once')
})

t.test('what is wrong with a configuration is said field by field', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const refused: readonly [unknown, string][] = [
    [{}, 'url'],
    [{ url: 'http://example.com/hooks' }, 'url'],
    [{ url: 'example.com' }, 'url'],
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://user:secret@example.com' }, 'url'],
    [{ url: 'https://127.0.0.1/hooks' }, 'url'],
    [{ url: 'https://2130706433/' }, 'url'],
    [{ url: 'https://0x7f.1/' }, 'url'],
    [{ url: 'https://[::1]/' }, 'url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
    [{ url: 'https://169.254.169.254/latest/meta-data' }, 'url'],
    [{ url: 'https://localhost/' }, 'url'],
    [{ url: 'https://api.localhost./' }, 'url'],
    [{ url: 'https://printer.local/' }, 'url'],
    [{ url: 'https://metadata.google.internal/' }, 'url'],
    [{ url: 'https://receiver/' }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(2_000)}` }, 'url'],
    [{ url: 42 }, 'url'],
    [{ url: URL, events: 'invoice.created' }, 'events'],
    [{ url: URL, events: ['invoice.created', 'invoice.vanished'] }, 'events[1]'],
    [{ url: URL, events: ['webhook.test'] }, 'events[0]'],
    [{ url: URL, secret: 'mine' }, 'secret'],
  ]
  for (const [body, path] of refused) {
    const answer = await test.post('/v1/webhooks', body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.equal(answer.body['error']?.['type'], 'validation_error')
    t.strictSame(
      answer.body['error']?.['details']?.map((detail) => String(detail['path'])),
      [path],
      JSON.stringify(body),
    )
  }
  t.same((await test.get('/v1/webhooks')).body['data']?.['url'], null, 'nothing was stored')
  for (const url of [
    URL,
    'https://8.8.8.8/hooks?a=1',
    'https://[2001:4860:4860::8888]:8443/',
    'https://bücher.example/',
  ]) {
    t.equal((await test.post('/v1/webhooks', { url })).status, 200, url)
  }
})

t.test('an empty list of kinds, which generated clients send, counts as absent', async (t) => {
  const { test } = await (await startTestService(t)).account()
  const configured = await test.post('/v1/webhooks', { url: URL, events: [] })
  t.same([configured.status, configured.body['data']?.['events']], [200, null])
  t.same((await test.get('/v1/webhooks')).body['data']?.['events'], null)
  const replayed = await test.post('/v1/webhooks/replay', { from: '2026-03-30', to: '2026-03-31', types: [] })
  t.equal(replayed.status, 200, JSON.stringify(replayed.body))
})

t.test('a refused address names what helps on a machine of one’s own', async (t) => {
  const { test } = await (await startTestService(t)).account()
  for (const url of ['http://example.com/', 'http://localhost:4000/', 'https://10.0.0.1/', 'https://localhost/']) {
    const answer = await test.post('/v1/webhooks', { url })
    t.match(answer.body['error']?.details?.[0]?.['message'], /clearway listen.*WEBHOOK_ALLOW_PRIVATE_NETWORK=true/, url)
  }
})

t.test('in development the address may be private, and HTTP too', async (t) => {
  const service = await startTestService(t, { config: { webhookAllowPrivateNetwork: true } })
  const { test } = await service.account()
  t.equal((await test.post('/v1/webhooks', { url: 'https://localhost:8443/hooks' })).status, 200)
  t.equal((await test.post('/v1/webhooks', { url: 'http://localhost:8080/hooks' })).status, 200)
  for (const url of ['http://user:secret@localhost/', 'ftp://localhost/', 'file:///etc/passwd', 'javascript:1']) {
    t.equal((await test.post('/v1/webhooks', { url })).status, 400, url)
  }
})

t.test('a test event is scheduled, listed, found and delivered again', async (t) => {
  const service = await startTestService(t)
  const { test, live } = await service.account()
  const other = (await service.account()).test
  const unconfigured = await test.post('/v1/webhooks/test')
  t.equal(unconfigured.status, 409)
  t.equal(unconfigured.body['error']?.['type'], 'conflict_error')
  await test.post('/v1/webhooks', { url: URL, events: ['invoice.created'] })

  const sent = await test.post('/v1/webhooks/test')
  t.equal(sent.status, 200)
  const delivery = sent.body['data']
  const id = String(delivery?.['id'])
  t.match(delivery, {
    id: /^dlv_[0-9A-Za-z]{22}$/,
    eventId: /^evt_[0-9A-Za-z]{22}$/,
    type: 'webhook.test',
    invoiceId: null,
    connectionId: null,
    url: URL,
    status: 'pending',
    attempts: [],
    nextAttemptAt: '2026-03-31T09:30:00.000Z',
    createdAt: '2026-03-31T09:30:00.000Z',
  })
  t.same((await test.get(`/v1/webhooks/deliveries/${id}`)).body, { data: delivery })
  t.same((await test.get('/v1/webhooks/deliveries')).body, { data: [delivery], hasMore: false, nextCursor: null })
  t.same((await test.get('/v1/webhooks/deliveries?status=failed')).body['data'], [])

  service.clock.advance(1_000)
  const due = await test.post(`/v1/webhooks/deliveries/${id}/redeliver`)
  t.equal(due.status, 200)
  t.same(due.body['data'], delivery, 'it is due already')
  await test.post('/v1/webhooks', { url: `${URL}/2` })
  t.equal(
    (await test.get(`/v1/webhooks/deliveries/${id}`)).body['data']?.['url'],
    `${URL}/2`,
    'it goes to the new address',
  )

  await test.delete('/v1/webhooks')
  t.equal((await test.post(`/v1/webhooks/deliveries/${id}/redeliver`)).status, 409, 'there is nowhere to send it')
  await test.post('/v1/webhooks', { url: `${URL}/3` })
  const again = await test.post(`/v1/webhooks/deliveries/${id}/redeliver`)
  t.match(again.body['data'], { id, status: 'pending', url: `${URL}/3`, nextAttemptAt: '2026-03-31T09:30:01.000Z' })

  for (const stranger of [live, other]) {
    await stranger.post('/v1/webhooks', { url: URL })
    t.equal((await stranger.get(`/v1/webhooks/deliveries/${id}`)).status, 404)
    t.equal((await stranger.post(`/v1/webhooks/deliveries/${id}/redeliver`)).status, 404)
    t.same((await stranger.get('/v1/webhooks/deliveries')).body['data'], [])
  }
  t.equal((await test.get('/v1/webhooks/deliveries/dlv_nonsense')).status, 404)
  t.equal((await test.post('/v1/webhooks/deliveries/dlv_nonsense/redeliver')).status, 404)
})

t.test('deliveries are listed newest first, page by page, stable while new ones arrive', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  await test.post('/v1/webhooks', { url: URL })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    if (n % 2 === 0) service.clock.advance(1_000)
    ids.push(String((await test.post('/v1/webhooks/test')).body['data']?.['id']))
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await test.get(`/v1/webhooks/deliveries?limit=2${cursor}`)
    t.equal(page.status, 200)
    seen.push(...(page.body['data'] ?? []).map((row) => String(row['id'])))
    const next = page.body['nextCursor'] as unknown as string | null
    t.equal(page.body['hasMore'], next !== null)
    cursor = next === null ? '' : `&cursor=${next}`
    service.clock.advance(1)
    await test.post('/v1/webhooks/test')
  } while (cursor !== '')
  t.strictSame([...seen].sort(), [...ids].sort(), 'each once, and none of the later ones')
  for (const query of ['cursor=nonsense', 'limit=0', 'limit=101', 'status=lost', 'colour=red']) {
    const answer = await test.get(`/v1/webhooks/deliveries?${query}`)
    t.equal(answer.status, 400, query)
    t.equal(answer.body['error']?.['details']?.[0]?.['path'], query.split('=')[0])
  }
})

t.test('a key that may only read sees the webhook and changes nothing', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const created = await test.post('/v1/api-keys', { name: 'reader', permissions: ['read'] })
  const reader = Object.assign(Object.create(test) as typeof test, { key: String(created.body['data']?.['key']) })
  t.equal((await reader.get('/v1/webhooks')).status, 200)
  t.equal((await reader.get('/v1/webhooks/deliveries')).status, 200)
  t.equal((await reader.post('/v1/webhooks', { url: URL })).status, 403)
  t.equal((await reader.delete('/v1/webhooks')).status, 403)
  t.equal((await reader.post('/v1/webhooks/test')).status, 403)
  t.equal((await reader.post('/v1/webhooks/rotate-secret')).status, 403)
})
