import t from 'tap'
import { handle } from '../../../src/commands/handle.js'
import { recordReceived } from '../../../src/commands/received.js'
import { duplicateKeyOf, supplierKeyOf } from '../../../src/domain/public-events/received-view.js'
import { received } from '../../../src/domain/received.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import { runningProjections } from '../../projections/running.js'
import { History } from '../../support/history.js'
import { RECEIVED } from '../../support/received-invoice.js'

const SEARCH = {
  supplier: supplierKeyOf(RECEIVED) ?? '',
  duplicate: duplicateKeyOf(RECEIVED),
  accounts: ['BE71096123456769', 'BE62510007547061'],
  except: 'rcv_3',
}

t.test('the first invoice is the one that is no duplicate, even where a clock was set back', async (t) => {
  const { store, pool, progress } = await runningProjections(t)
  const scope = await new History(store).account()
  const context = { ...scope, actor: 'processor:arrival-desk', correlationId: 'c', causationId: 'c' } as const
  const book = new PostgresReceivedBook(pool)
  const company = { id: RECEIVED.companyId, scope }
  t.same(await book.earlier(company, SEARCH), { isKnown: false, accounts: new Set(), first: null })
  const record = async (receivedId: string, at: string, changes: Partial<typeof RECEIVED>): Promise<void> => {
    const command = recordReceived({ ...RECEIVED, ...changes, receivedId })
    const deps = { store, clock: { now: () => new Date(at) } }
    const { loaded } = await handle(deps, context, received, `testReceived-${receivedId}`, command)
    await progress.waitFor(loaded.position, ['received'])
  }
  await record('rcv_2', '2026-11-27T10:00:00.000Z', { accounts: ['BE71096123456769'], duplicateOf: null })
  await record('rcv_1', '2026-11-27T09:00:00.000Z', { accounts: ['BE68539007547034'], duplicateOf: 'rcv_2' })
  const found = { isKnown: true, accounts: new Set(['BE71096123456769']), first: 'rcv_2' }
  t.same(await Promise.all([book.earlier(company, SEARCH), book.earlier(company, { ...SEARCH, duplicate: null })]), [
    found,
    { ...found, first: null },
  ])
  t.same(await book.earlier(company, { ...SEARCH, except: 'rcv_2' }), {
    isKnown: true,
    accounts: new Set(),
    first: 'rcv_1',
  })
  const other = { ...company, id: 'comp_of_another' }
  t.same(await book.earlier(other, SEARCH), { isKnown: false, accounts: new Set(), first: null })
})
