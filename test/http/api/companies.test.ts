import t from 'tap'
import { sampleCompany } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

t.test('a company lives from creation to deletion', async (t) => {
  const { test } = await service.account()
  const created = await test.post('/v1/companies', {
    ...sampleCompany({ vatNumber: ' 12.345-674 ' }),
    currency: undefined,
    registrationNumber: 'J12/1/2020',
    address: { country: 'RO', city: 'Cluj-Napoca' },
    contacts: { email: 'a@b.ro' },
  })
  t.equal(created.status, 201, JSON.stringify(created.body))
  const company = created.body['data'] as Json
  t.matchOnly(company, {
    id: /^comp_[0-9A-Za-z]{22}$/,
    name: 'Exemplu SRL',
    vatNumber: 'RO12345674',
    country: 'RO',
    currency: 'EUR',
    isActive: true,
    createdAt: '2026-03-31T09:30:00.000Z',
  })
  const url = `/v1/companies/${company['id']}`
  t.same((await test.get(url)).body, { data: company })
  t.same((await test.get('/v1/companies')).body, { data: [company], hasMore: false, nextCursor: null })

  const amended = await test.patch(url, { name: 'Alt SRL', currency: 'RON', address: { country: 'RO' } })
  t.same(amended.body, { data: Object.assign({}, company, { name: 'Alt SRL', currency: 'RON' }) })
  t.same((await test.get(url)).body, amended.body)
  t.same((await test.patch(url, {})).body, amended.body)
  for (const [body, path] of [
    [{ vatNumber: 'RO1' }, 'vatNumber'],
    [{ country: 'IT' }, 'country'],
    [{ name: null }, 'name'],
    [{ isActive: false }, 'isActive'],
    // What every object inherits is no field either.
    [{ toString: '' }, 'toString'],
  ] as const) {
    const refused = await test.patch(url, body)
    t.match(refused, { status: 400, body: { error: { details: [{ path, message: /^(must|can't|is) / }] } } })
  }

  t.same((await test.delete(url)).body, { data: { id: company['id'], deleted: true } })
  t.same((await test.get(url)).body, { data: Object.assign({}, amended.body['data'], { isActive: false }) })
  t.equal((await test.delete(url)).status, 409)
  t.equal((await test.patch(url, { name: 'x' })).status, 409)
  t.equal((await test.get('/v1/companies')).body['data']?.[0]?.['isActive'], false)
})

t.test('VAT numbers are judged by the country, check digits in production only', async (t) => {
  const { test, live } = await service.account('unlimited')
  for (const [country, good, bad] of [
    ['RO', 'RO12345674', 'RO1'],
    ['IT', 'IT12345678903', 'IT123'],
    ['BE', 'BE0417710407', 'BE041771040'],
    ['PL', 'PL5260001246', 'PL526000124'],
    ['FR', 'FR40303265045', 'FR4030326504'],
    ['DE', 'DE136695976', 'DE13669597'],
  ] as const) {
    const made = await live.post('/v1/companies', sampleCompany({ country, vatNumber: good }))
    t.same([made.status, made.body['data']?.['vatNumber']], [201, good], JSON.stringify(made.body))
    const bare = await test.post('/v1/companies', sampleCompany({ country, vatNumber: good.slice(2) }))
    t.equal(bare.body['data']?.['vatNumber'], good)
    t.notOk('warnings' in bare.body, 'a number that is right is worth no warning')
    const refused = await test.post('/v1/companies', sampleCompany({ country, vatNumber: bad }))
    t.same([refused.status, refused.body['error']?.['details']?.[0]?.path], [400, 'vatNumber'])
    const wrongDigit = good.slice(0, -1) + String((Number(good.at(-1)) + 1) % 10)
    t.equal((await live.post('/v1/companies', sampleCompany({ country, vatNumber: wrongDigit }))).status, 400, country)
    const odd = await test.post('/v1/companies', sampleCompany({ country, vatNumber: wrongDigit }))
    t.match(odd, {
      status: 201,
      body: { data: { vatNumber: wrongDigit }, warnings: [{ path: 'vatNumber', message: /wrong check digit/ }] },
    })
  }
})

t.test('the number of another company and a currency that was left out are warnings', async (t) => {
  const { test, live } = await service.account('unlimited')
  const first = await test.post('/v1/companies', sampleCompany())
  t.notOk('warnings' in first.body)
  const wanted = { path: 'vatNumber', message: /^Another active company has this VAT number as well\./ }
  const key = { 'idempotency-key': 'a' }
  const second = await test.post('/v1/companies', sampleCompany({ vatNumber: '12345674' }), key)
  t.match(second, { status: 201, body: { warnings: [wanted] } })
  const third = await test.post('/v1/companies', sampleCompany())
  t.match(third.body['warnings'], [wanted])
  // Scripts take the id of the company by its form.
  t.equal(JSON.stringify(third.body).match(/comp_/g)?.length, 1)
  t.same((await test.post('/v1/companies', sampleCompany({ vatNumber: '12345674' }), key)).body, second.body)

  t.notOk('warnings' in (await live.post('/v1/companies', sampleCompany())).body, 'another environment')
  const other = await service.account('unlimited')
  t.notOk('warnings' in (await other.test.post('/v1/companies', sampleCompany())).body, 'another account')
  for (const answer of [first, second, third]) await test.delete(`/v1/companies/${String(answer.body['data']?.['id'])}`)
  t.notOk('warnings' in (await test.post('/v1/companies', sampleCompany())).body, 'deleted ones')

  for (const [country, vatNumber, name] of [
    ['RO', 'RO87654329', 'Romania is RON'],
    ['PL', 'PL5260001246', 'Poland is PLN'],
  ]) {
    const { body } = await test.post('/v1/companies', { name: 'X', vatNumber, country })
    t.equal(body['data']?.['currency'], 'EUR')
    t.match(body['warnings'], [{ path: 'currency', message: `it is EUR; the currency of ${name}.` }])
  }
  const { body } = await test.post('/v1/companies', { name: 'X', vatNumber: 'BE0417710407', country: 'BE' })
  t.notOk('warnings' in body)
})

t.test('the plan allows ten active companies, exactly, also when twenty come at once', async (t) => {
  const { test, live } = await service.account()
  const answers = await Promise.all(Array.from({ length: 20 }, () => test.post('/v1/companies', sampleCompany())))
  const made = answers.filter(({ status }) => status === 201)
  t.equal(made.length, 10)
  const refused = answers.find(({ status }) => status !== 201)
  t.same([refused?.status, refused?.body['error']?.['type']], [403, 'limit_exceeded'])
  t.equal((await live.post('/v1/companies', sampleCompany())).status, 201, 'the other environment counts apart')
  t.equal((await test.delete(`/v1/companies/${String(made[0]?.body['data']?.['id'])}`)).status, 200)
  t.equal((await test.post('/v1/companies', sampleCompany())).status, 201, 'a deleted one gives its place back')
  t.equal((await test.post('/v1/companies', sampleCompany())).status, 403)
})

t.test('a company without a VAT number is known by its tax or register number', async (t) => {
  const { test, live } = await service.account('unlimited')
  for (const client of [test, live]) {
    const refused = await client.post('/v1/companies', sampleCompany({ country: 'DE', vatNumber: null }))
    t.match(refused, {
      status: 400,
      body: { error: { details: [{ path: 'registrationNumber', message: /vatNumber is null/ }] } },
    })
  }
  const without = await test.post('/v1/companies', sampleCompany({ country: 'DE', vatNumber: undefined }))
  t.match(without, {
    status: 400,
    body: { error: { details: [{ path: 'vatNumber', message: /or null where the company has none/ }] } },
  })

  const other = await companyOf(test, { vatNumber: 'DE136695976' })
  const small = await companyOf(test, { vatNumber: null, taxNumber: '143/221/30457' })
  const shown = await test.get(`/v1/companies/${small}`)
  t.match(shown.body['data'], { vatNumber: null, registrationNumber: null, taxNumber: '143/221/30457' })
  t.equal((await test.patch(`/v1/companies/${small}`, { taxNumber: '1' })).status, 400)

  const invoice = (supplier: object) => ({
    country: 'DE',
    supplier: { name: 'Atelier', vatNumber: null, ...supplier },
    customer: { name: 'Verein e. V.', vatNumber: null },
    lines: [{ description: 'Beratung', unitPrice: 100, vatRate: 0, vatCategory: 'E', exemptionReason: '§ 19 UStG' }],
  })
  const created = await test.post('/v1/invoices', invoice({ taxRegistration: '143 221 30457' }))
  t.match(
    created,
    { status: 201, body: { data: { companyId: small, supplierVat: '', customerVat: '' } } },
    JSON.stringify(created.body),
  )
  const owned = await test.post('/v1/invoices', invoice({ legalRegistration: { id: '136695976' } }))
  t.match(owned.body['data'], { companyId: other }, 'a number within the VAT number')
  const stranger = await test.post('/v1/invoices', invoice({ taxRegistration: '1/2/3' }))
  t.match(stranger, {
    status: 400,
    body: {
      error: { details: [{ path: 'companyId', message: /^matches no company: the supplier has no VAT number/ }] },
    },
  })
  const named = await test.post('/v1/invoices', { companyId: other, ...invoice({ taxRegistration: '1/2/3' }) })
  t.equal(named.status, 201, 'a company that is named')

  const warned = async (supplier: object) => {
    const { body } = await test.post('/v1/invoices/validate', invoice(supplier))
    return (body as unknown as { warnings: string[] }).warnings.filter((each) => each.startsWith('CW-SUPPLIER:'))
  }
  t.strictSame(await warned({ taxRegistration: '143/221/30457' }), [])
  t.match(await warned({ taxRegistration: '1/2/3' }), [/"1\/2\/3"/])

  async function companyOf(client: typeof test, more: object): Promise<string> {
    const company = await client.post('/v1/companies', sampleCompany({ country: 'DE', ...more }))
    const id = String(company.body['data']?.['id'])
    await client.post('/v1/connections', { companyId: id, countryCode: 'DE' })
    return id
  }
})
