import t from 'tap'
import { allCallsCounted } from '../support/government-calls.js'
import { poland } from '../support/poland.js'
import { waitFor } from '../support/wait-for.js'

t.test('from the token to the UPO, each document once', { timeout: 300_000 }, async (t) => {
  const { ksef, handOver, member, post, becomes, invoice, api, nip } = await poland(t)
  t.match(await handOver({ token: ksef.issueToken(nip) }), { status: 'active' })
  const sound = await post('FA/1')
  await becomes(sound.id, 'accepted')
  t.equal((await invoice(sound.id)).govId, ksef.register.accepted[0]?.ksefNumber)
  const documents = await api<readonly { kind: string; mediaType: string }[]>(
    'GET',
    `/v1/invoices/${sound.id}/documents`,
  )
  t.match(
    documents.map(({ kind, mediaType }) => `${kind} ${mediaType}`),
    ['xml application/xml', 'receipt application/xml'],
  )
  const status = {
    code: 450,
    description: 'Błąd weryfikacji semantyki dokumentu faktury',
    details: ['Nieprawidłowy XML'],
  }
  ksef.faults({ on: 'send', times: 1, does: { kind: 'decide', status } })
  const rejected = await post('FA/2')
  await becomes(rejected.id, 'rejected')
  t.match(await api('GET', `/v1/invoices/${rejected.id}`), {
    errorMessage: /^450: .*Nieprawidłowy XML/,
    errorFix: /\w/,
  })
  await allCallsCounted(member, 'PL', () => ksef.calls.length)
})

t.test('lost answers and dropped invoices: all are accepted, each once', { timeout: 300_000 }, async (t) => {
  const { ksef, handOver, post, becomes, nip } = await poland(t, { limits: null })
  await handOver({ ...ksef.issueCertificate(nip) })
  const dropped = { code: 550, description: 'Operacja została anulowana przez system' }
  ksef.faults(
    { on: 'send', times: 1, does: { kind: 'lost' } },
    { on: 'send', times: 1, does: { kind: 'decide', status: dropped } },
    { on: 'send', times: 1, does: { kind: 'refuse', code: 21184 } },
    { on: 'status', times: 1, does: { kind: 'answer', status: 503 } },
  )
  const posted = await Promise.all(Array.from({ length: 12 }, (_, n) => post(`FA/${n}`)))
  for (const { id } of posted) await becomes(id, 'accepted')
  t.equal(ksef.register.accepted.length, 12)
})

t.test('a token that KSeF takes no more: invoices wait for their user', { timeout: 300_000 }, async (t) => {
  const { ksef, handOver, connection, post, becomes, invoice, nip } = await poland(t)
  const token = ksef.issueToken(nip)
  await handOver({ token })
  ksef.revoke(token)
  const { id } = await post('FA/1')
  await waitFor('the connection fails', async () => (await connection()).status === 'error', 60_000)
  t.match(await connection(), { lastErrorMessage: /Token unieważniony/ })
  t.equal((await invoice(id)).status, 'submitting')
  await handOver({ token: ksef.issueToken(nip) })
  await becomes(id, 'accepted')
})
