import t from 'tap'
import { firstBeyond } from '../../../src/commands/use-cases/current-connection.js'
import { connectedCompany, sampleCompany } from './samples.js'
import { startTestService } from './test-service.js'

t.test('the first connection that is not deleted is found in few looks', async (t) => {
  for (const deleted of [1, 2, 3, 7, 8, 1_000, 4_097]) {
    let looks = 0
    const found = await firstBeyond(0, async (number) => {
      looks += 1
      return number < deleted
    })
    t.equal(found, deleted)
    t.ok(looks <= 2 * Math.ceil(Math.log2(deleted + 1)) + 1, `${looks} looks for ${deleted}`)
  }
})

t.test('what is created and deleted again and again costs no more each time', async (t) => {
  const service = await startTestService(t)
  const { store } = service.deps
  let reads = 0
  const counted = new Proxy(store, {
    get: (target, name) => {
      if (name === 'readStream') reads += 1
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const { test } = await service.account()
  const client = test.on(await service.secondApp({ store: counted }))
  const { companyId } = await connectedCompany(client)
  const cycle = async (): Promise<number> => {
    const before = reads
    const made = await client.post('/v1/connections', { companyId, countryCode: 'RO' })
    t.equal(made.status, 201)
    t.equal((await client.delete(`/v1/connections/${made.body['data']?.['id']}`)).status, 200)
    return reads - before
  }
  const costs: number[] = []
  for (let n = 0; n < 33; n++) costs.push(await cycle())
  t.ok(Math.max(...costs) <= 20, `${costs.join(' ')} reads`)
})

t.test('a company amended hundreds of times answers as it is, from a snapshot', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const id = String((await test.post('/v1/companies', sampleCompany())).body['data']?.['id'])
  const created = (await test.get(`/v1/companies/${id}`)).body['data']
  for (let n = 0; n < 250; n++) await test.patch(`/v1/companies/${id}`, { name: `Name ${n}` })
  const last = await test.patch(`/v1/companies/${id}`, { currency: 'RON' })
  t.same(last.body['data'], Object.assign({}, created, { name: 'Name 249', currency: 'RON' }))
  t.same((await test.get(`/v1/companies/${id}`)).body, last.body)
  const { rows } = await service.pool.query<{ stream: string; aggregate: string; revision: number }>(
    'SELECT stream, aggregate, revision FROM operations.snapshot ORDER BY aggregate',
  )
  t.match(rows, [{ aggregate: 'company' }, { aggregate: 'row of companies' }])
  t.ok(rows.every(({ revision }) => revision >= 150))
})
