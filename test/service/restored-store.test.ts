import t from 'tap'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment, type Member } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { waitFor } from '../support/wait-for.js'

const ADVICE = /restored to an older point.*clearway projections rebuild/

const checksOf = async (member: Member): Promise<Record<string, string>> => {
  const body = (await (await fetch(`${member.ops}/ready`)).json()) as { checks: Record<string, string> }
  return body.checks
}

t.test(
  'event tables restored to an older point are noticed, named, and healed by a rebuild',
  { timeout: 400_000 },
  async (t) => {
    const deployment = await Deployment.create(t, {}, { ownServer: true })
    const first = await deployment.start('api,projections,processors')
    const { key } = await deployment.customer(first)
    const post = async (member: Member, name: string): Promise<string> =>
      dataOf<{ id: string }>(await call(member.url, key, 'POST', '/v1/invoices', invoiceBody(name))).id
    const before = await post(first, 'R-1')
    await deployment.verify(t, [before])
    const sent = await post(first, 'R-2')
    await deployment.verify(t, [before, sent])
    // All that is left of it is its creation: that it was sent is forgotten.
    const kept = (await deployment.store.readStream(`testInvoice-${sent}`))[0]?.position ?? 0n
    const lost = await post(first, 'R-3')
    await deployment.verify(t, [before, sent, lost])

    // As a restore of the event tables alone leaves it. So few events are lost that the next
    // invoice makes up for their number.
    await deployment.pool.query(`
    BEGIN; DELETE FROM eventstore.events WHERE position > ${kept}; UPDATE eventstore.head SET position = ${kept}; COMMIT`)
    await waitFor(
      'the running service notices',
      async () => ADVICE.test((await checksOf(first))['readModels'] ?? ''),
      60_000,
    )
    t.match(first.output(), ADVICE, 'and says so in its log')
    t.equal(await deployment.stop(first), 0)

    const second = await deployment.start('api,projections,processors')
    await waitFor('so does a new one, which starts all the same', async () =>
      ADVICE.test((await checksOf(second))['readModels'] ?? ''),
    )
    t.equal((await fetch(`${second.url}/ready`)).status, 503)
    t.equal((await fetch(`${second.url}/health`)).status, 200)
    const after = [await post(second, 'R-4'), await post(second, 'R-5')]
    t.ok(((await deployment.store.head()) ?? 0n) > kept, 'the store grows past what was lost')
    t.match((await checksOf(second))['readModels'], ADVICE, 'which does not hide it')
    const { rows: found } = await deployment.pool.query<{ number: number; lack: string }>(
      'SELECT number, lack FROM storage.restore',
    )
    t.match(found, [{ number: 1, lack: /is not the event|newest event has position/ }], 'it is recorded once')
    await waitFor('everything has heard of it', async () => {
      const { rows } = await deployment.pool.query('SELECT FROM processing.checkpoints WHERE restores <> 1')
      return rows.length === 0
    })

    const rebuilt = await runCli(['projections', 'rebuild'], deployment.env)
    t.equal(rebuilt.status, 0, rebuilt.stderr)
    await waitFor('the service is ready', async () => (await fetch(`${second.url}/ready`)).status === 200, 60_000)
    const { rows: followed } = await deployment.pool.query<{ restores: number; restored: number }>(
      `SELECT DISTINCT restores, (SELECT count(*)::int FROM storage.restore) AS restored FROM projections.checkpoints`,
    )
    t.same(followed, [{ restores: 1, restored: 1 }], 'one rebuild is enough')
    // Verified is too that the government got each once.
    await deployment.verify(t, [before, sent, ...after])
    t.equal((await call(second.url, key, 'GET', `/v1/invoices/${lost}`)).status, 404, 'what was lost is not shown')
    await deployment.verifyRebuild(t)
    t.equal(await deployment.stop(second), 0)
  },
)
