import { isIP } from 'node:net'
import { FormatRegistry, Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { COUNTRIES } from '../../countries/registry.js'
import type { CountrySetting, CountrySettings } from '../../countries/settings.js'
import { parseAddress } from '../../eventstore/eventstoredb/address.js'
import { parseShare } from '../../projections/shares.js'
import { parseSecretsKey } from '../../storage/vault/secrets-key.js'
import { parseS3Address } from '../../storage/documents/s3/address.js'
import { StartupError } from '../../storage/startup-error.js'
import { DOCUMENT_SETTINGS } from './documents.js'
import { RETENTION_SETTINGS } from './retention.js'
import { CONSOLE_SETTINGS } from './console.js'
import { SEAL_SETTINGS } from './seals.js'
import { OBSERVABILITY_SETTINGS } from './observability.js'
import { flag, integer, PORT, text, webAddress } from './setting.js'
import { withoutEnd } from '../../domain/text.js'

FormatRegistry.Set('ip-network', (value) => {
  const [address, bits, ...rest] = value.split('/')
  const version = isIP(address ?? '')
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
})

const Role = Type.Union([Type.Literal('api'), Type.Literal('projections'), Type.Literal('processors')])
const LogLevel = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The service's own settings by their names in the environment: what each does, its allowed
 * values, and its default.
 */
const Settings = Type.Object({
  HOST: text(
    { description: 'Address that the API listens on; 0.0.0.0 for all.', mustBe: 'a host name or an IP address' },
    { default: '127.0.0.1' },
  ),
  PORT: integer(
    { description: 'Port that the API listens on; 0 chooses a free one.', mustBe: PORT },
    { default: 3000, minimum: 0, maximum: 65_535 },
  ),
  OPS_PORT: Type.Optional(
    integer(
      {
        description:
          'Port for GET /health, /ready and /metrics of any role, and for the console, on HOST; unset: off. Never make it public.',
        mustBe: PORT,
      },
      { minimum: 0, maximum: 65_535 },
    ),
  ),
  ...CONSOLE_SETTINGS,
  INBOUND_PORT: Type.Optional(
    integer(
      {
        description:
          "Port on HOST where processes with the role api take governments' messages (/sdi, /sdi-ricezione, /peppol); unset: off.",
        mustBe: PORT,
      },
      { minimum: 0, maximum: 65_535 },
    ),
  ),
  INBOUND_TLS_CERT: Type.Optional(
    text({ description: 'File with the certificate of that port and its chain, PEM; unset: http.', mustBe: 'a file' }),
  ),
  INBOUND_TLS_KEY: Type.Optional(
    text({ description: 'File with the private key of that certificate, PEM, unencrypted.', mustBe: 'a file' }),
  ),
  INBOUND_TLS_CLIENT_CA: Type.Optional(
    text({
      description: 'File with the authorities, PEM, whose client certificates may deliver messages to that port.',
      mustBe: 'a file',
    }),
  ),
  INBOUND_TOKEN: Type.Optional(
    text(
      {
        description:
          'Token that senders of such messages may use instead, as Authorization: Bearer; behind a proxy with TLS.',
        mustBe: 'letters, digits and signs without spaces',
        secret: true,
      },
      { pattern: '^[\\x21-\\x7e]+$' },
    ),
  ),
  INBOUND_PUBLIC_URL: Type.Optional(
    webAddress(
      'Address under which the platforms of customers reach that port, for their notifications; unset: none are accepted.',
    ),
  ),
  PUBLIC_URL: Type.Optional(
    webAddress(
      'Address under which clients and browsers reach the API, for OAuth redirects; unset: the address it listens on.',
    ),
  ),
  DATA_DIR: text(
    {
      description:
        'Directory for the embedded PostgreSQL, its log and the key of the vault. Commands need the same directory as the service.',
      mustBe: 'a directory',
    },
    { default: './data' },
  ),
  DATABASE_URL: Type.Optional(
    text(
      {
        description: 'PostgreSQL (15 or newer) to use instead of the embedded one; it also needs SECRETS_KEY.',
        mustBe: 'a PostgreSQL address (postgresql://user:password@host:5432/database)',
        secret: true,
      },
      { pattern: '^postgres(ql)?://\\S+$' },
    ),
  ),
  EMBEDDED_POSTGRES_USER: Type.Optional(
    text({
      description:
        'User that the embedded PostgreSQL runs as when the service runs as root, ideally a dedicated one; unset: postgres, else `nobody`.',
      mustBe: 'the name of a user of this machine',
    }),
  ),
  EVENTSTORE_URL: Type.Optional(
    text(
      {
        description:
          'EventStoreDB (23 or newer) or KurrentDB as the event store, esdb://user:password@host:2113; unset: PostgreSQL.',
        mustBe: 'an esdb:// or kurrentdb:// address',
        secret: true,
      },
      { pattern: '^(esdb|kurrentdb|kdb)(\\+discover)?://\\S+$' },
    ),
  ),
  EVENTSTORE_STREAM_PREFIX: text(
    {
      description: 'Prefix of every stream name in EventStoreDB, so that deployments can share a server.',
      mustBe: 'letters and digits',
    },
    { default: '', pattern: '^[A-Za-z0-9]*$' },
  ),
  ...DOCUMENT_SETTINGS,
  ROLES: Type.Array(Role, {
    description: 'Roles of this process.',
    mustBe: 'one or more of api, projections and processors, separated by commas',
    default: ['api', 'projections', 'processors'],
    minItems: 1,
    uniqueItems: true,
  }),
  PROJECTIONS_SHARE: text(
    {
      description:
        'The read models that a process with the role projections maintains, where several share them: 1/2 and 2/2 are the halves. Each share needs a process.',
      mustBe: 'the number of the share and of all shares, for example 2/3',
    },
    { default: '1/1', pattern: '^\\d{1,2}/\\d{1,2}$' },
  ),
  SECRETS_KEY: Type.Optional(
    text({
      description:
        'Encrypts the vault: 32 bytes in Base64 (openssl rand -base64 32), or "new,old" while it is replaced; unset: DATA_DIR/secrets.key.',
      mustBe: '32 bytes in Base64',
      secret: true,
    }),
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    { description: 'Requests a minute, per account and environment.', mustBe: 'a whole number from 1 on' },
    { default: 600, minimum: 1 },
  ),
  FAILED_AUTHENTICATIONS_PER_MINUTE: integer(
    {
      description:
        'Requests without a valid key a minute, per client address and process; more are answered 429. Valid keys are never blocked.',
      mustBe: 'a whole number from 1 on',
    },
    { default: 100, minimum: 1 },
  ),
  MAX_REQUESTS_UNDER_WAY: integer(
    {
      description:
        'Requests that one process handles at the same time (fewer on a small heap); more are answered 503 with Retry-After.',
      mustBe: 'a whole number from 1 on',
    },
    { default: 1_000, minimum: 1 },
  ),
  MAX_REQUESTS_PER_ACCOUNT: integer(
    {
      description:
        'The same limit for one account and environment (at most half of that limit); more are answered 429 with Retry-After.',
      mustBe: 'a whole number from 1 on',
    },
    { default: 250, minimum: 1 },
  ),
  MAX_CONNECTIONS: integer(
    {
      description:
        'Connections that one process keeps open; for one more, the longest idle is closed, first those without a valid key.',
      mustBe: 'a whole number from 16 on',
    },
    { default: 5_000, minimum: 16 },
  ),
  MAX_CONNECTIONS_PER_ADDRESS: integer(
    {
      description:
        'Connections without a valid key, and keys being looked up, per client address; for one more, the longest idle is closed.',
      mustBe: 'a whole number from 1 on',
    },
    { default: 250, minimum: 1 },
  ),
  JUDGING_THREADS: Type.Optional(
    integer(
      {
        description:
          'Threads that check, convert and read documents from 16 KB on without delaying other requests; unset: all processors but one, at least two.',
        mustBe: 'a whole number from 1 to 64',
      },
      { minimum: 1, maximum: 64 },
    ),
  ),
  JUDGING_SECONDS: integer(
    { description: 'How long one such document may take.', mustBe: 'a whole number of seconds from 1 to 600' },
    { default: 30, minimum: 1, maximum: 600 },
  ),
  JUDGING_MEMORY_MB: integer(
    { description: 'Memory that one such thread may use.', mustBe: 'a whole number of megabytes from 64 on' },
    { default: 1_024, minimum: 64 },
  ),
  SHUTDOWN_DRAIN_SECONDS: integer(
    {
      description:
        'Time after SIGTERM in which the API still answers while GET /ready returns 503, so that load balancers stop sending requests.',
      mustBe: 'a whole number of seconds from 0 to 300',
    },
    { default: 0, minimum: 0, maximum: 300 },
  ),
  CLAIM_SECONDS: integer(
    {
      description: 'Time without a heartbeat after which the work of a killed or paused process passes to others.',
      mustBe: 'a whole number of seconds from 1 to 300',
    },
    { default: 15, minimum: 1, maximum: 300 },
  ),
  SIMULATED_DECISION_SECONDS: Type.Number({
    description: 'Time that the simulated governments of the test environment need to decide.',
    mustBe: 'a number of seconds, 0 or more',
    default: 10,
    minimum: 0,
  }),
  GOVERNMENT_PACE: Type.Number({
    description:
      'Factor for the waiting times in the schedules of real governments; below 1 only for stand-ins and demonstrations.',
    mustBe: 'a number from 0.0001 on',
    default: 1,
    minimum: 0.0001,
  }),
  WEBHOOK_ALLOW_PRIVATE_NETWORK: flag(
    'Allows webhooks to private and local addresses, and over http; for development.',
  ),
  GATEWAY_ALLOW_PRIVATE_NETWORK: flag(
    'Allows private and local addresses, and http, in connections (access points, platforms).',
  ),
  FORBID_TEST_KEYS_MANAGING_LIVE: flag(
    "Forbids all test keys to create or revoke live keys; else each account's own rule applies (accounts policy).",
  ),
  CORS_ORIGINS: Type.Array(Type.String({ pattern: '^(\\*|https?://[^\\s/]+)$' }), {
    description: 'Origins of web pages that may call the API, separated by commas; none by default.',
    mustBe: 'origins such as https://app.example.com, separated by commas',
    default: [],
  }),
  TRUST_PROXY: Type.Union([Type.Boolean(), Type.Array(Type.String({ format: 'ip-network' }), { minItems: 1 })], {
    description:
      'Proxies whose X-Forwarded-For is trusted: their addresses or networks, separated by commas; true: any client.',
    mustBe: 'true, false, or IP addresses and networks (10.0.0.0/8) separated by commas',
    default: false,
  }),
  ...SEAL_SETTINGS,
  ...OBSERVABILITY_SETTINGS,
  LOG_LEVEL: Type.Union(
    LogLevel.map((level) => Type.Literal(level)),
    { description: 'Lowest severity that is logged.', mustBe: `one of ${LogLevel.join(', ')}`, default: 'info' },
  ),
  ...RETENTION_SETTINGS,
})

/** The settings that countries declare, in the order of the countries. */
const ofCountries: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.values(COUNTRIES).flatMap(({ settings = {} }) =>
    Object.entries(settings).map(([name, setting]) => [name, countrySchema(setting)]),
  ),
)

function countrySchema(setting: CountrySetting): TSchema {
  if (setting.kind === 'address') return addressSetting(setting)
  const { description, mustBe, pattern, secret } = setting
  const words = { description, mustBe, ...(secret !== undefined && { secret }) }
  return Type.Optional(text(words, pattern === undefined ? {} : { pattern }))
}

function addressSetting(setting: Extract<CountrySetting, { kind: 'address' }>): TSchema {
  if (setting.default !== undefined) return webAddress(setting.description, setting.default)
  return Type.Optional(webAddress(setting.description))
}

/**
 * All settings by their names in the environment, the service's own first, then those that
 * countries declare.
 */
export const SETTINGS: Readonly<Record<string, TSchema>> = { ...Settings.properties, ...ofCountries }

/**
 * The settings of one process: its own by their names in the environment, and those that countries
 * declare. Addresses have no trailing slash.
 */
export type Config = Readonly<Static<typeof Settings>> & { readonly countrySettings: CountrySettings }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings from an environment, once; an empty value counts as unset. Throws
 * `StartupError` that names the variable and its allowed values.
 */
export function readConfig(env: Environment): Config {
  const own: unknown = readAll(Settings.properties, env)
  if (!Value.Check(Settings, own)) throw new Error('the defaults of the settings contradict their schema')
  const config = { ...own, countrySettings: readAll(ofCountries, env) as CountrySettings }
  checkTogether(config)
  return config
}

function readAll(schemas: Readonly<Record<string, TSchema>>, env: Environment): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const value = env[name]?.trim() ?? ''
    const setting: unknown = value === '' ? structuredClone(schema.default) : readSetting(name, schema, value)
    if (setting !== undefined) settings[name] = setting
  }
  return settings
}

function readSetting(name: string, schema: TSchema, value: string): unknown {
  const converted = convert(schema, value)
  if (Value.Check(schema, converted)) return converted
  throw new StartupError(
    `${name} ${schema['secret'] === true ? 'is invalid: it' : `is "${value}", but`} must be ${String(schema['mustBe'])}.`,
  )
}

/**
 * Converts text to the type of the schema. Text that can't be converted stays text, and the schema
 * refuses it.
 */
function convert(schema: TSchema, value: string): unknown {
  const alternatives: unknown = schema['anyOf']
  if (Array.isArray(alternatives)) {
    for (const alternative of alternatives as readonly TSchema[]) {
      const converted = convert(alternative, value)
      if (Value.Check(alternative, converted)) return converted
    }
    return value
  }
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
    case 'boolean':
      return /^(true|1)$/i.test(value) ? true : /^(false|0)$/i.test(value) ? false : value
    case 'array':
      return value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    default:
      return schema['address'] === true ? withoutEnd(value, '/') : value
  }
}

/** Checks settings that depend on each other. */
function checkTogether(config: Config): void {
  if (config.SEAL_COMMAND !== undefined && config.SEAL_KEY_FILE !== undefined) {
    throw new StartupError('SEAL_COMMAND and SEAL_KEY_FILE are both set, but only one can sign: unset one of them.')
  }
  if ((config.SEAL_COMMAND === undefined) !== (config.SEAL_PUBLIC_KEY_FILE === undefined)) {
    throw new StartupError('SEAL_COMMAND and SEAL_PUBLIC_KEY_FILE belong together: set both, or neither.')
  }
  if (config.SEAL_TSA_URL !== undefined && config.SEAL_TSA_CA_FILE === undefined) {
    throw new StartupError(
      "SEAL_TSA_URL is set without SEAL_TSA_CA_FILE: set it to a file with the certificates (PEM) that sign the authority's certificates.",
    )
  }
  parseShare(config.PROJECTIONS_SHARE)
  if (config.EVENTSTORE_URL !== undefined) parseAddress(config.EVENTSTORE_URL)
  if (config.DOCUMENTS_URL !== undefined) parseS3Address(config.DOCUMENTS_URL)
  if (config.SECRETS_KEY !== undefined) parseSecretsKey(config.SECRETS_KEY)
  else if (config.DATABASE_URL !== undefined) {
    throw new StartupError(
      'DATABASE_URL is set without SECRETS_KEY: set it to 32 bytes in Base64, the same for all processes on that database; "openssl rand -base64 32" creates one.',
    )
  }
}
