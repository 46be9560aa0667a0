import t from 'tap'
import { allCallsCounted } from '../support/government-calls.js'
import { waitFor } from '../support/wait-for.js'
import { romania, takenTimes } from '../support/romania.js'

t.test('from the authorization to the signed receipt, each document once', { timeout: 300_000 }, async (t) => {
  const { anaf, authorise, connection, member, post, becomes, api } = await romania(t)
  t.equal(await authorise(), 200)
  t.match(await connection(), { status: 'active', lastErrorMessage: null })
  const sound = await post('F-1')
  await becomes(sound.id, 'accepted')
  t.same(takenTimes(anaf), [1])
  const documents = await api<readonly { kind: string; mediaType: string }[]>(
    'GET',
    `/v1/invoices/${sound.id}/documents`,
  )
  t.match(
    documents.map(({ kind, mediaType }) => `${kind} ${mediaType}`),
    ['xml application/xml', 'receipt application/zip'],
  )
  anaf.faults({
    on: 'upload',
    times: 1,
    does: { kind: 'reject', texts: ['E: eroare regula: R_BT_32_cui: Cui vanzator incorect'] },
  })
  const rejected = await post('F-2')
  await becomes(rejected.id, 'rejected')
  t.match(await api('GET', `/v1/invoices/${rejected.id}`), { errorMessage: /R_BT_32_cui/, errorFix: /\w/ })
  // The browser goes to `authorize`, we to all others, OAuth's `token` among them.
  t.ok(anaf.calls.some(({ call }) => call === 'token'))
  await allCallsCounted(member, 'RO', () => anaf.calls.filter(({ call }) => call !== 'authorize').length)
})

t.test('an upload whose answer was lost is found in the list, and not sent again', { timeout: 300_000 }, async (t) => {
  const { anaf, authorise, post, becomes } = await romania(t)
  await authorise()
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'lost' } })
  const { id } = await post('F-1')
  await becomes(id, 'accepted')
  t.equal(anaf.received.length, 1)
})

t.test('an outage is waited out with few calls, and drains by itself', { timeout: 300_000 }, async (t) => {
  const { anaf, authorise, post, invoice, becomes, member } = await romania(t)
  await authorise()
  anaf.faults({ on: 'all', does: { kind: 'answer', status: 503 } })
  const before = anaf.calls.length
  const posted = await Promise.all(Array.from({ length: 60 }, (_, n) => post(`F-${n}`)))
  for (const { id } of posted) await becomes(id, 'submitting')
  await waitFor('the operator is warned', async () => {
    const { checks } = (await (await fetch(`${member.ops}/ready`)).json()) as { checks: Record<string, string> }
    return checks['governments'] === 'no answer from RO production'
  })
  // Behind the closed gate come single probes, half a second apart, less a quarter of it. A slow
  // machine has time for more of them.
  const calls = anaf.calls.slice(before)
  const unpaused = calls.filter(({ at }, index) => at - (calls[index - 1]?.at ?? 0) < 375).length
  t.ok(unpaused < 30, `${unpaused} of ${calls.length} calls for 60 invoices had no pause before them`)
  anaf.faults()
  for (const { id } of posted) await becomes(id, 'accepted')
  t.same([...new Set(takenTimes(anaf))], [1])
  t.equal((await invoice(posted[0]?.id ?? '')).govId?.length, 10)
})

t.test(
  'a token that ANAF takes no more is renewed; where that is refused, invoices wait for their user',
  { timeout: 300_000 },
  async (t) => {
    const { anaf, authorise, connection, post, invoice, becomes } = await romania(t)
    await authorise()
    anaf.faults({ on: 'upload', times: 1, does: { kind: 'answer', status: 401 } })
    const first = await post('F-1')
    await becomes(first.id, 'accepted')
    t.equal(anaf.calls.filter((seen) => seen.call === 'token').length, 2, 'the code, and one refresh')

    anaf.faults(
      { on: 'upload', does: { kind: 'answer', status: 401 } },
      { on: 'list', does: { kind: 'answer', status: 401 } },
      { on: 'token', does: { kind: 'answer', status: 400, body: '{"error":"invalid_grant"}' } },
    )
    const second = await post('F-2')
    await waitFor('the connection expires', async () => (await connection()).status === 'expired', 60_000)
    t.equal((await invoice(second.id)).status, 'submitting')
    anaf.faults()
    await authorise()
    t.match(await connection(), { status: 'active', lastErrorMessage: null })
    await becomes(second.id, 'accepted')
    t.same(takenTimes(anaf), [1, 1])
  },
)

t.test(
  'an outage of the token server fails the connection, which is active again by itself',
  { timeout: 300_000 },
  async (t) => {
    const { anaf, authorise, connection, post, invoice, becomes, deployment } = await romania(t)
    await authorise()
    anaf.faults(
      { on: 'upload', times: 1, does: { kind: 'answer', status: 401 } },
      { on: 'token', times: 2, does: { kind: 'cut' } },
      { on: 'token', does: { kind: 'answer', status: 503 } },
    )
    const { id } = await post('F-1')
    await waitFor('the connection fails', async () => (await connection()).status === 'error', 60_000)
    const tries = (): number => anaf.calls.filter((seen) => seen.call === 'token').length
    t.equal(tries(), 1 + 4, 'the code, the refresh and its three retries')
    t.match(await connection(), { lastErrorMessage: /HTTP 503/ })
    await waitFor('it is tried again', () => tries() > 6, 60_000)
    t.equal((await invoice(id)).status, 'submitting', 'it waits')
    t.same(takenTimes(anaf), [])
    anaf.faults()
    await becomes(id, 'accepted')
    t.match(await connection(), { status: 'active', lastErrorMessage: null })
    t.same(takenTimes(anaf), [1])
    const stream = await deployment.store.readStream(`liveConnection-${(await connection()).id}`)
    const types = stream.map(({ type }) => type)
    t.same(types.slice(-2), ['ConnectionReopened', 'ConnectionActivated'])
    t.equal(types.filter((type) => type === 'ConnectionFailed').length, 1)
  },
)

t.test('invoices outlive the connection that they were posted with', { timeout: 300_000 }, async (t) => {
  const { anaf, authorise, connection, api, post, becomes, deployment } = await romania(t)
  await authorise()
  anaf.faults({ on: 'all', does: { kind: 'answer', status: 503 } })
  const { id } = await post('F-1')
  await becomes(id, 'submitting')
  const gone = await connection()
  await api('DELETE', `/v1/connections/${gone.id}`)
  const secrets = await deployment.pool.query("SELECT FROM vault.secret WHERE name LIKE 'connection/%'")
  t.equal(secrets.rowCount, 0)
  anaf.faults()
  await authorise()
  t.not((await connection()).id, gone.id)
  await becomes(id, 'accepted')
  t.same(takenTimes(anaf), [1])
})
