import t from 'tap'
import { budgetsOf } from '../../../../src/countries/ro/anaf/budgets.js'
import { worldOf } from './world.js'

const PERIOD = 24 * 3_600_000

t.test('a token that serves is known by a list of messages, and nothing is sent', async (t) => {
  const { anaf, gateway, submission, now } = await worldOf(t)
  const { access } = submission()
  if (access === null) throw new Error('no access')
  t.same(await gateway.check?.(access), { kind: 'works', detail: 'ANAF lists the messages of RO18547290' })
  t.match(
    anaf.calls.map(({ call, query }) => [call, query['cif'], Number(query['endTime']) - Number(query['startTime'])]),
    [['list', '18547290', PERIOD]],
  )
  const [left] = budgetsOf({ call: 'list', cif: '18547290' }, now())
  t.equal(left?.name, 'RO calls')
})

t.test('a token that does not serve, and one without rights', async (t) => {
  const { anaf, gateway, submission } = await worldOf(t, { rights: ['18547290'] })
  const access = (token?: string, vatNumber = 'RO18547290') => {
    const made = submission({ ...(token !== undefined && { token }), vatNumber }).access
    if (made === null) throw new Error('no access')
    return made
  }
  t.match(await gateway.check?.(access('void')), { kind: 'refused', reason: /HTTP 401.*authorizationUrl/ })
  t.match(await gateway.check?.(access(undefined, 'RO9010105')), { kind: 'refused', reason: /RO9010105 in SPV/ })
  anaf.faults({ on: 'list', does: { kind: 'answer', status: 503 } })
  t.match(await gateway.check?.(access()), { kind: 'unknown', reason: /HTTP 503/ })
})

t.test('a check is in the budget', async (t) => {
  const { anaf, gateway, submission, budgets, now } = await worldOf(t)
  const { access } = submission()
  if (access === null) throw new Error('no access')
  for (let call = 0; call < 800; call += 1) await budgets.take(budgetsOf({ call: 'upload' }, now()))
  t.match(await gateway.check?.(access), { kind: 'unknown', reason: /used up/ })
  t.equal(anaf.calls.length, 0)
})
