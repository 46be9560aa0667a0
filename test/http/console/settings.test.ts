import t from 'tap'
import { checkedOpsAddress } from '../../../src/cli/doctor/settings-of-url.js'
import { runCli } from '../../support/command-line.js'
import { startTestConsole, TOKENS } from './console-service.js'

const { ops } = await startTestConsole(t)
const url = await ops.listen({ host: '127.0.0.1', port: 0 })

const asked = async (authorization?: string) => {
  const answer = await fetch(
    `${url}/console/settings`,
    authorization === undefined ? {} : { headers: { authorization } },
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

t.test('operators alone get the settings of a process, by their token', async (t) => {
  t.match(await asked(`Bearer ${TOKENS.anna}`), {
    status: 200,
    body: { settings: { PORT: '3000' }, secret: ['SECRETS_KEY'] },
  })
  t.match(await asked(`Bearer ${TOKENS.otto}`), { status: 403, body: { error: /auditor/ } })
  t.match(await asked(), { status: 401, body: { error: /Authorization: Bearer/ } })
  t.match(await asked('Bearer '), { status: 401 })
})

t.test('the doctor judges the settings of a running service from afar', async (t) => {
  const doctor = (token: string, address = url) =>
    runCli(['doctor', '--json', '--url', address], {
      CLEARWAY_OPS_TOKEN: token,
      PORT: '9',
      RATE_LIMIT_PER_MINUTE: 'many',
    })
  const { status, stdout } = await doctor(TOKENS.anna)
  t.equal(status, 0, stdout)
  t.match(stdout, /The settings are those of the running service \(process 7, started at 2026-03-31/)
  t.match(stdout, /The database is not examined: that needs its DATABASE_URL/)
  t.match(stdout, /is not ready: quarantine/)
  for (const [token, address, says] of [
    ['', url, /CLEARWAY_OPS_TOKEN/],
    ['wrong', url, /answers 401: This token is unknown/],
    [TOKENS.otto, url, /answers 403: This is the token of an auditor/],
    [
      TOKENS.anna,
      'http://127.0.0.1:1',
      /No service answers at http:\/\/127\.0\.0\.1:1; give the address of its OPS_PORT/,
    ],
    [TOKENS.anna, 'http://clearway.example:3001', /unencrypted; use https, or a tunnel/],
  ] as const) {
    const refused = await doctor(token, address)
    t.equal(refused.status, 1)
    t.match(refused.stdout, says)
    t.notMatch(refused.stdout + refused.stderr, TOKENS.anna)
  }
})

t.test('a token is guessed only so often', async (t) => {
  const statuses: number[] = []
  for (let each = 0; each < 30 && statuses.at(-1) !== 429; each += 1)
    statuses.push((await asked('Bearer guess')).status)
  t.equal(statuses.at(-1), 429)
})

t.test('the token goes nowhere unencrypted', (t) => {
  t.equal(checkedOpsAddress('http://[::1]:3001/'), 'http://[::1]:3001')
  t.equal(checkedOpsAddress('https://clearway.internal.example/'), 'https://clearway.internal.example')
  for (const wrong of ['http://10.0.0.1', 'http://127.0.0.1.example', 'ftp://127.0.0.1', 'https://a:b@c.example', 'x'])
    t.throws(() => checkedOpsAddress(wrong), { name: 'StartupError' }, wrong)
  t.end()
})
