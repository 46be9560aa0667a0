import t from 'tap'
import { Refusal, type Reason } from '../../../src/domain/refusal.js'
import { toApiError } from '../../../src/http/error-handler.js'
import { errorBody } from '../../../src/http/errors.js'
import { sampleCompany } from './samples.js'
import { startTestService } from './test-service.js'

t.test('each refusal has its status and its words, on every route', async (t) => {
  const details = [{ path: 'companyId', message: 'names no company' }]
  for (const [reason, status, error] of [
    [
      { kind: 'invalid', details: [...details, { path: '', message: 'is empty' }] },
      400,
      {
        type: 'validation_error',
        message: 'companyId names no company (and 1 more, see details)',
        details: [...details, { path: '', message: 'is empty' }],
      },
    ],
    [
      { kind: 'unreadable', message: 'The body is empty' },
      400,
      { type: 'validation_error', message: 'The body is empty', details: [{ path: '', message: 'The body is empty' }] },
    ],
    [{ kind: 'forbidden', message: 'Not here' }, 403, { type: 'forbidden_error', message: 'Not here' }],
    [
      { kind: 'used_up', limit: 50, message: 'All are used up' },
      403,
      {
        type: 'usage_limit_exceeded',
        message: 'All are used up',
        limit: 50,
        remaining: 0,
      },
    ],
    [{ kind: 'too_many', message: 'Enough' }, 403, { type: 'limit_exceeded', message: 'Enough' }],
    [{ kind: 'unknown', what: 'company' }, 404, { type: 'not_found', message: 'No such company' }],
    [{ kind: 'conflict', message: 'Too late' }, 409, { type: 'conflict_error', message: 'Too late' }],
    [{ kind: 'not_set_up', message: 'Not here yet' }, 503, { type: 'server_error', message: 'Not here yet' }],
  ] as const satisfies readonly (readonly [Reason, number, object])[]) {
    const answer = toApiError(new Refusal(reason))
    t.equal(answer.status, status, reason.kind)
    t.same(answer.headers, {})
    const usage = 'limit' in error ? { limit: error.limit, remaining: error.remaining } : {}
    t.strictSame(errorBody(answer, 'req_1'), { error: { ...error, requestId: 'req_1' }, ...usage }, reason.kind)
  }
})

t.test('a 503 that is meant is no fault of the program in the log', async (t) => {
  const service = await startTestService(t, { config: { countrySettings: {} } })
  const { live } = await service.account('unlimited')
  const company = await live.post('/v1/companies', sampleCompany({ vatNumber: 'RO18547290' }))
  const companyId = String(company.body['data']?.['id'])
  const answer = await live.post('/v1/connections', { companyId, countryCode: 'RO' })
  t.equal(answer.status, 503, JSON.stringify(answer.body))
  t.match(answer.body['error']?.['message'], /not registered with the government/)
  t.same(
    service.log.filter((line) => line.includes('request failed')),
    [],
  )
})
