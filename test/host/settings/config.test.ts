import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { COUNTRIES } from '../../../src/countries/registry.js'
import { readConfig, SETTINGS } from '../../../src/host/settings/config.js'

/** This file is dist/test/host/settings/config.test.js when it runs. */
const file = join(import.meta.dirname, '../../../../.env.example')
if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, written())
const example = readFileSync(file, 'utf8')

/** The file: the comment that it begins with, then each setting with its description. */
function written(): string {
  const [heading = ''] = readFileSync(file, 'utf8').split('\n\n')
  const settings = Object.entries(SETTINGS).map(
    ([name, { description = '', default: standard }]) => `${commented(description)}\n${name}=${String(standard ?? '')}`,
  )
  return `${[heading, ...settings].join('\n\n')}\n`
}

/** A text as comment lines of at most 119 characters. */
function commented(text: string): string {
  return (
    text
      .match(/\S.{0,115}\S(?= |$)|\S/g)
      ?.map((line) => `# ${line}`)
      .join('\n') ?? '#'
  )
}

const secretsKey = randomBytes(32).toString('base64')

void t.test('an empty environment gives the documented defaults', async (t) => {
  t.match(readConfig({}), {
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    ROLES: ['api', 'projections', 'processors'],
    PROJECTIONS_SHARE: '1/1',
    RATE_LIMIT_PER_MINUTE: 600,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 100,
    SIMULATED_DECISION_SECONDS: 10,
    WEBHOOK_ALLOW_PRIVATE_NETWORK: false,
    FORBID_TEST_KEYS_MANAGING_LIVE: false,
    CORS_ORIGINS: [],
    TRUST_PROXY: false,
    LOG_LEVEL: 'info',
  })
  for (const unset of ['DATABASE_URL', 'EVENTSTORE_URL', 'SECRETS_KEY', 'OPS_PORT', 'PUBLIC_URL'] as const) {
    t.equal(readConfig({ [unset]: '' })[unset], undefined, `${unset} is unset, also when it is empty`)
  }
})

void t.test(
  '.env.example lists every setting with its default and its description, and nothing else (else: UPDATE_GOLDEN=1)',
  async (t) => {
    const listed = [...example.matchAll(/^((?:# .+\n)+)([A-Z_]+)=(.*)$/gm)].map(
      ([, comment = '', name = '', value = '']) => ({
        name,
        description: comment.replace(/^# /, '').replaceAll('\n# ', ' ').trimEnd(),
        value,
      }),
    )
    const settings = Object.entries(SETTINGS).map(([name, { description, default: standard }]) => ({
      name,
      description,
      value: String(standard ?? ''),
    }))
    t.same(listed, settings)
    t.equal(example.match(/^[^#\n]/gm)?.length, settings.length)
    t.strictSame(example.match(/^.{120,}$/gm), null, 'no line has 120 characters')
    t.same(readConfig(Object.fromEntries(listed.map(({ name, value }) => [name, value]))), readConfig({}))
  },
)

void t.test('values are read as what they stand for', async (t) => {
  const config = readConfig({
    PORT: '0',
    OPS_PORT: ' 9090 ',
    ROLES: 'api, processors',
    SIMULATED_DECISION_SECONDS: '0.25',
    WEBHOOK_ALLOW_PRIVATE_NETWORK: 'TRUE',
    FORBID_TEST_KEYS_MANAGING_LIVE: '1',
    CORS_ORIGINS: 'https://app.example.com,http://localhost:5173',
    PUBLIC_URL: 'https://invoices.example.com/',
    DATABASE_URL: 'postgres://u:p@db/clearway',
    SECRETS_KEY: secretsKey,
    EVENTSTORE_STREAM_PREFIX: 'blue2',
  })
  t.match(config, {
    PORT: 0,
    OPS_PORT: 9090,
    ROLES: ['api', 'processors'],
    SIMULATED_DECISION_SECONDS: 0.25,
    WEBHOOK_ALLOW_PRIVATE_NETWORK: true,
    FORBID_TEST_KEYS_MANAGING_LIVE: true,
    CORS_ORIGINS: ['https://app.example.com', 'http://localhost:5173'],
    PUBLIC_URL: 'https://invoices.example.com',
    EVENTSTORE_STREAM_PREFIX: 'blue2',
  })
})

void t.test('TRUST_PROXY is a yes, a no, or addresses and networks', async (t) => {
  t.equal(readConfig({ TRUST_PROXY: 'true' }).TRUST_PROXY, true)
  t.same(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY, ['10.0.0.0/8', '::1'])
  for (const bad of ['10.0.0.0/33', 'proxy.example.com', '10.0.0.0/8/1', ',']) {
    t.throws(() => readConfig({ TRUST_PROXY: bad }), {
      name: 'StartupError',
      message: /^TRUST_PROXY is ".*", but must/,
    })
  }
})

void t.test('what countries declare is read with it, and named like nothing else', async (t) => {
  const { countrySettings } = readConfig({ ANAF_AUTH_URL: 'https://anaf.example/', ANAF_CLIENT_ID: ' client-1 ' })
  t.match(countrySettings, { ANAF_AUTH_URL: 'https://anaf.example', ANAF_CLIENT_ID: 'client-1' })
  t.equal(readConfig({}).countrySettings['ANAF_CLIENT_ID'], undefined)
  t.throws(() => readConfig({ ANAF_TOKEN_URL: 'anaf' }), {
    message: 'ANAF_TOKEN_URL is "anaf", but must be an http(s) address.',
  })

  const declared = Object.values(COUNTRIES).flatMap(({ settings = {} }) => Object.entries(settings))
  const byName = new Map(declared)
  for (const [name, setting] of declared)
    t.equal(setting, byName.get(name), `${name}: countries share it, or it is one's own`)
  const ofCountries = [...byName.keys()]
  const listed = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  t.same(listed.slice(-ofCountries.length), ofCountries, 'each takes a line of its own')
  t.equal(new Set(listed).size, listed.length)
})

void t.test('a value that can not be used is refused by name, with what it must be', async (t) => {
  const bad: Record<string, string[]> = {
    PORT: ['http', '65536', '-1', '3000.5', '1e3'],
    OPS_PORT: ['x'],
    RATE_LIMIT_PER_MINUTE: ['0', 'many'],
    FAILED_AUTHENTICATIONS_PER_MINUTE: ['0', 'many'],
    SIMULATED_DECISION_SECONDS: ['-1', 'soon'],
    ROLES: ['api,web', 'api,api', ','],
    PROJECTIONS_SHARE: ['half', '0/2', '3/2', '1/99', '1/2/3'],
    LOG_LEVEL: ['verbose'],
    WEBHOOK_ALLOW_PRIVATE_NETWORK: ['yes please'],
    CORS_ORIGINS: ['https://app.example.com/path', 'app.example.com'],
    PUBLIC_URL: ['example.com', 'ftp://example.com'],
    EVENTSTORE_STREAM_PREFIX: ['a-b'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const message = new RegExp(`^${name} is ".*", but must be .+\\.$`)
      t.throws(() => readConfig({ [name]: value }), { name: 'StartupError', message }, `${name}=${value}`)
    }
  }
})

void t.test('a secret is not repeated in the message', async (t) => {
  for (const name of ['DATABASE_URL', 'SECRETS_KEY', 'EVENTSTORE_URL']) {
    try {
      readConfig({ [name]: 'mysql://me:hunter2@db' })
      t.fail(`${name} was accepted`)
    } catch (error) {
      t.match(String(error), new RegExp(`^StartupError: ${name} .*must be`))
      t.notMatch(String(error), /hunter2/)
    }
  }
})

void t.test('a database of ones own needs the key of the vault', async (t) => {
  t.throws(() => readConfig({ DATABASE_URL: 'postgresql://db/clearway' }), {
    name: 'StartupError',
    message: /DATABASE_URL is set without SECRETS_KEY/,
  })
  t.match(readConfig({ DATABASE_URL: 'postgresql://db/clearway', SECRETS_KEY: secretsKey }), {
    SECRETS_KEY: secretsKey,
  })
})

void t.test('the address of an EventStoreDB is taken, and a mistake in it named without its password', async (t) => {
  for (const good of [
    'esdb://127.0.0.1:2113?tls=false',
    'esdb://admin:change%40it@eventstore.example:2113?tlsCAFile=/etc/ca.pem&keepAliveInterval=10000',
    'esdb+discover://admin:secret@cluster.example?nodePreference=leader',
    'kurrentdb://admin:secret@a.example:2113,b.example:2113,c.example:2113',
  ]) {
    t.equal(readConfig({ EVENTSTORE_URL: good }).EVENTSTORE_URL, good)
  }
  const bad: Record<string, RegExp> = {
    'esdb://127.0.0.1:2113': /names no user/,
    'esdb://admin:hunter2@host:x': /names the host "host:x"/,
    'esdb://admin:hunter2@host?tlsVerifyCert=false': /asks not to verify the certificate; name its authority/,
    'esdb://admin:hunter2@host?nodePreference=follower': /another node than the leader/,
    'esdb://admin:hunter2@host?poolSize=3': /unknown option "poolSize"; known options are tls, /,
    'esdb://admin:hunter2@host?gossipTimeout=soon': /no whole number for gossipTimeout/,
    'esdb://hunter2@host': /no user:password/,
    'esdb://admin:hunter2%@host': /wrong escape/,
  }
  for (const [url, message] of Object.entries(bad)) {
    try {
      readConfig({ EVENTSTORE_URL: url })
      t.fail(`${url} was accepted`)
    } catch (error) {
      t.match(error, { name: 'StartupError', message })
      t.match(String(error), /EVENTSTORE_URL .*; .*\.$/)
      t.notMatch(String(error), /hunter2/)
    }
  }
})
