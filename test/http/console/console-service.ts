import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type ConsoleSettings, readConsoleAccess } from '../../../src/http/console/access.js'
import { consoleRoutes } from '../../../src/http/console/index.js'
import { judgeInProcess } from '../../../src/documents/judging/in-process.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import { opsApp } from '../../../src/http/ops/server.js'
import { PostgresCallBudgets } from '../../../src/countries/gateway/postgres/call-budgets.js'
import { type TestService, startTestService } from '../api/test-service.js'

/** Tokens of an operator and an auditor. */
export const TOKENS = { anna: 'anna-has-a-token-of-her-own', otto: 'otto-looks-and-never-acts-' } as const
const SETTINGS: ConsoleSettings = {
  OPS_TOKEN: `anna:operator:${TOKENS.anna}, otto:auditor:${TOKENS.otto}`,
  OPS_PROXY_ADDRESSES: [],
  OPS_PROXY_OPERATORS: [],
}

/** The operator's port of a service under test, with its console. */
interface TestConsole {
  readonly service: TestService
  readonly ops: FastifyInstance
  /** Signs in, and returns a browser. */
  as(name: keyof typeof TOKENS): Promise<Browser>
}

/** The console of a service under test. */
export async function startTestConsole(
  t: { teardown(handler: () => Promise<void>): void },
  options: ConsoleOptions = {},
): Promise<TestConsole> {
  return consoleOver(t, await startTestService(t), options)
}

interface ConsoleOptions {
  readonly settings?: ConsoleSettings
  readonly url?: string | null
}

/** The console of another process of the same deployment. */
export async function consoleOver(
  t: { teardown(handler: () => Promise<void>): void },
  service: TestService,
  { settings = SETTINGS, url = null }: ConsoleOptions = {},
): Promise<TestConsole> {
  const access = readConsoleAccess(settings)
  if (access === null) throw new Error('the console is off with these settings')
  const ready = () =>
    ({ status: 'degraded', checks: { database: 'ok', quarantine: 'one event is set aside' } }) as const
  const stopping = new AbortController()
  const ops = opsApp(ready)
  const { deps, pool } = service
  const pages = consoleRoutes({
    access,
    url,
    api: 'https://api.example.com',
    host: '127.0.0.1',
    db: deps.db,
    pool,
    slowPool: pool,
    store: deps.store,
    documents: deps.documents,
    freshness: deps.freshness,
    judging: judgeInProcess,
    rendering: renderInProcess,
    gatewayFor: deps.gatewayFor,
    countrySettings: { ANAF_CLIENT_ID: 'id-of-anaf', ANAF_CLIENT_SECRET: 'secret-of-anaf' },
    budgets: new PostgresCallBudgets(pool),
    clock: deps.clock,
    random: deps.random,
    log: deps.logger as never,
    ready,
    settings: {
      pid: 7,
      startedAt: '2026-03-31T09:00:00.000Z',
      settings: { PORT: '3000' },
      secret: ['SECRETS_KEY'],
      unknown: [],
    },
    sealMinutes: 60,
    secretsKeys: deps.secretsKeys,
    retention: { testDays: 30, liveYears: 10, isOff: false },
    stopping: stopping.signal,
  })
  await ops.register(async (scope) => pages(scope))
  t.teardown(async () => {
    stopping.abort()
    await ops.close()
  })
  return {
    service,
    ops,
    async as(name) {
      const browser = new Browser(ops)
      await browser.post('/console/sign-in', { token: TOKENS[name] })
      return browser
    },
  }
}

/** The cookies that a browser sends after an answer has set some. */
export function withCookies(before: string, set: readonly string[]): string {
  const jar = new Map(before.split('; ').map((each) => [each.split('=')[0] ?? '', each]))
  for (const each of set) {
    const [cookie = ''] = each.split(';')
    const name = cookie.split('=')[0] ?? ''
    if (each.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, cookie)
  }
  jar.delete('')
  return [...jar.values()].join('; ')
}

const ORIGIN = 'http://127.0.0.1:9914'

/** Keeps the cookie and the token of the forms, as a browser does. */
export class Browser {
  readonly #ops: FastifyInstance
  cookie = ''
  #form = ''

  constructor(ops: FastifyInstance) {
    this.#ops = ops
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#noting(
      await this.#ops.inject({ url, headers: { host: '127.0.0.1:9914', cookie: this.cookie, ...headers } }),
    )
  }

  /** Sends a form as a page of the console would. */
  async post(
    url: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const sent = await this.#ops.inject({
      method: 'POST',
      url,
      headers: {
        host: '127.0.0.1:9914',
        origin: ORIGIN,
        cookie: this.cookie,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: new URLSearchParams({ form: this.#form, ...fields }).toString(),
    })
    return this.#noting(sent)
  }

  #noting(answer: LightMyRequestResponse): LightMyRequestResponse {
    this.cookie = withCookies(this.cookie, [answer.headers['set-cookie'] ?? []].flat())
    this.#form = /name="form" value="([^"]+)"/.exec(answer.body)?.[1] ?? this.#form
    return answer
  }
}
