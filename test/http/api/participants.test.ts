import t from 'tap'
import { startTestService } from './test-service.js'

const service = await startTestService(t)
const account = await service.account()

t.test('the simulated network knows everybody but who is not to be known', async (t) => {
  const found = await account.test.get('/v1/participants/0208:0403170701')
  t.match(found, {
    status: 200,
    body: {
      data: {
        id: '0208:0403170701',
        registered: true,
        documentTypes: [/::Invoice##/, /::CreditNote##/],
        checkedAt: '2026-03-31T09:30:00.000Z',
      },
    },
  })
  t.same((await account.test.get('/v1/participants/iso6523-actorid-upis::0208:0403170701')).body, found.body)
  t.same((await account.test.get('/v1/participants/iso6523-actorid-upis%3A%3A0208%3A0403170701')).body, found.body)
  t.match((await account.test.get('/v1/participants/0208:SIM-UNREGISTERED')).body['data'], {
    registered: false,
    documentTypes: [],
  })
})

t.test('what is refused', async (t) => {
  const wrong = await account.test.get('/v1/participants/BE0403170701')
  t.match(wrong, { status: 400, body: { error: { details: [{ path: 'participantId' }] } } })

  // As long as the document of the API says.
  const { paths } = (await service.app.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, { get: { parameters: { schema: { maxLength: number; pattern: string } }[] } }>
  }>()
  const schema = paths['/v1/participants/{participantId}']?.get.parameters[0]?.schema
  for (const prefix of ['', 'iso6523-actorid-upis::'])
    for (const [length, status] of [
      [50, 200],
      [51, 400],
      [300, 400],
    ] as const) {
      const id = `${prefix}0208:${'1'.repeat(length)}`
      t.equal((await account.test.get(`/v1/participants/${id}`)).status, status, id)
      t.equal(new RegExp(schema?.pattern ?? '').test(id), status === 200)
      t.ok(status !== 200 || id.length <= (schema?.maxLength ?? 0))
    }
})

t.test('a network that gives no answer is a 503 that says when to ask again', async (t) => {
  const away = await startTestService(t, {
    gatewayFor: () =>
      ({
        participant: () =>
          Promise.resolve({ kind: 'unavailable', reason: 'HTTP 500', retryAfterSeconds: 20, concerns: 'invoice' }),
      }) as never,
  })
  const { test } = await away.account()
  const answer = await test.get('/v1/participants/0208:0403170701')
  t.match(answer, {
    status: 503,
    headers: { 'retry-after': '20' },
    body: { error: { type: 'server_error', message: /HTTP 500/ } },
  })
})

t.test('look-ups have a limit', async (t) => {
  const strict = await startTestService(t, { config: { changeLimitsTimes: 1 } })
  const { test } = await strict.account()
  for (let n = 0; n < 60; n += 1) t.equal((await test.get('/v1/participants/0208:0403170701')).status, 200)
  const answer = await test.get('/v1/participants/0208:0403170701')
  t.match(answer, { status: 429, body: { error: { message: /More than 60 look-ups of participants in this minute/ } } })
})
