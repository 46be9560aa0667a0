import t, { type Test } from 'tap'
import { type FeedEvent, type FeedSettings, followFeed } from '../../src/cli/listen/feed.js'
import { forward } from '../../src/cli/listen/forward.js'
import { HttpsSender } from '../../src/processors/deliveries/sender.js'
import { plainReceiver } from '../support/plain-receiver.js'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

const event = (n: number): FeedEvent => ({
  id: `evt_${n}`,
  type: 'invoice.created',
  createdAt: `2026-03-01T09:00:0${n}.000Z`,
  data: { id: `inv_${n}`, status: 'created' },
})
const page = (data: readonly FeedEvent[], nextCursor: string | null, hasMore = false): Answer => ({
  status: 200,
  body: JSON.stringify({ data, hasMore, nextCursor }),
})
const wrong = (status: number, path: string, message: string): Answer => ({
  status,
  body: JSON.stringify({ error: { type: 'validation_error', message, details: [{ path, message }] } }),
})

/** Follows a feed with these answers until so many events came; gives them and what was asked. */
async function follow(t: Test, answers: readonly Answer[], wanted: number, changes: Partial<FeedSettings> = {}) {
  const left = [...answers]
  const server = await plainReceiver(t, () => left.shift() ?? page([], 'end'))
  const ending = new AbortController()
  const troubles: (string | null)[] = []
  const settings = {
    api: server.base,
    key: 'sk_test_x',
    events: null,
    from: '2026-03-01T00:00:00.000Z',
    signal: ending.signal,
    onTrouble: (problem: string | null) => void troubles.push(problem),
    ...changes,
  }
  const ids: string[] = []
  for await (const { id } of followFeed(settings)) {
    ids.push(id)
    if (ids.length === wanted) ending.abort()
  }
  const asked = server.received.map(({ path }) => new URLSearchParams(path.split('?')[1] ?? ''))
  return { ids, troubles, places: asked.map((query) => query.get('cursor') ?? query.get('from')), asked }
}

t.test('each page leads to the next; from where it began until there is an event', async (t) => {
  const { ids, places } = await follow(
    t,
    [page([], null), page([event(1), event(2)], 'A', true), page([event(3)], 'B')],
    3,
  )
  t.strictSame(ids, ['evt_1', 'evt_2', 'evt_3'])
  t.strictSame(places, ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 'A'])
})

t.test('without a time it begins at the time of the service', async (t) => {
  const date = 'Sun, 01 Mar 2026 09:00:00 GMT'
  const first = { ...page([event(0)], 'old'), headers: { date } }
  const { ids, asked } = await follow(t, [first, page([event(1)], 'A')], 1, { from: null, events: 'invoice.created' })
  t.strictSame(ids, ['evt_1'])
  const from = String(asked[1]?.get('from'))
  t.ok(from > '2026-03-01T08:59:55.000Z' && from <= '2026-03-01T09:00:00.000Z', from)
  t.equal(asked[1]?.get('types'), 'invoice.created')
})

t.test('what happens while the service can not answer yet is not missed', async (t) => {
  const answers: Answer[] = [
    { status: 503, headers: { 'retry-after': '2' } },
    { ...page([], null), headers: { date: 'Sun, 01 Mar 2026 09:00:05 GMT' } },
    page([event(3)], 'A'),
  ]
  const { asked } = await follow(t, answers, 1, { from: null })
  t.ok(String(asked[2]?.get('from')) <= event(3).createdAt, String(asked[2]?.get('from')))
})

t.test('an answer without a time is taken as of now', async (t) => {
  const { ids } = await follow(t, [{ ...page([], null), headers: { date: 'soon' } }, page([event(1)], 'A')], 1, {
    from: null,
  })
  t.strictSame(ids, ['evt_1'])
})

t.test('an outage and a limit are waited for, and reported once', async (t) => {
  const { ids, troubles, places } = await follow(
    t,
    [
      page([event(1)], 'A', true),
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 429, headers: { 'retry-after': '0' } },
      page([event(2)], 'B'),
    ],
    2,
  )
  t.strictSame(ids, ['evt_1', 'evt_2'])
  t.strictSame(troubles, ['it answered 503', null])
  t.strictSame(places.slice(1), ['A', 'A', 'A'])
})

t.test('Retry-After is kept', async (t) => {
  const begun = performance.now()
  await follow(t, [{ status: 429, headers: { 'retry-after': '1' } }, page([event(1)], 'A')], 1)
  t.ok(performance.now() - begun >= 990)
})

t.test('where the cursor is gone it begins again at the last event, and shows none twice', async (t) => {
  const { ids, places } = await follow(
    t,
    [
      page([event(1), event(2)], 'A', true),
      wrong(400, 'cursor', 'names an event that is gone'),
      page([event(1), event(2), event(3)], 'B'),
    ],
    3,
  )
  t.strictSame(ids, ['evt_1', 'evt_2', 'evt_3'])
  t.strictSame(places.slice(1), ['A', event(2).createdAt])
})

t.test('what asking again does not cure is one sentence', async (t) => {
  for (const [answer, sentence] of [
    [wrong(401, '', 'Invalid API key'), /refuses the API key/],
    [wrong(400, 'types', 'must be kinds of events'), /^--events must be kinds of events\.$/],
    [wrong(403, '', 'No'), /answered 403: No\.$/],
    [{ status: 404, body: '<h1>Not found</h1>' }, /is not a Clearway service/],
    [{ status: 200, body: '{"hello": "world"}' }, /is not a Clearway service/],
  ] as const) {
    await t.rejects(follow(t, [answer], 1), { name: 'StartupError', message: sentence })
  }
})

t.test('a receiver that is down is asked again, a few times', async (t) => {
  let up = 3
  const receiver = await plainReceiver(t, () => ({ status: --up > 0 ? 500 : 204 }))
  const sender = new HttpsSender({ allowPrivateNetwork: true })
  t.teardown(() => sender.close())
  const failures: [string, number][] = []
  const target = {
    sender,
    url: `${receiver.base}/hook`,
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    signal: new AbortController().signal,
    pauses: [10, 20, 40],
    onFailure: (error: string, pauseMs: number) => void failures.push([error, pauseMs]),
  }
  const taken = await forward(target, event(1))
  t.match(taken, { attempts: 3, statusCode: 204, error: null })
  t.match(failures, [
    [/answered 500/, 10],
    [/answered 500/, 20],
  ])
  t.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size, 1)
  up = 100
  const failed = await forward(target, event(2))
  t.match(failed, { attempts: 4, statusCode: 500, error: /answered 500/ })
  t.not(failed?.id, taken?.id)
})
