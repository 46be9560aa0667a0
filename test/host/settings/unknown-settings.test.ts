import t from 'tap'
import { SETTINGS } from '../../../src/host/settings/config.js'
import { unknownSettings } from '../../../src/host/settings/unknown-settings.js'

const found = (...names: readonly string[]) =>
  unknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])), Object.keys(SETTINGS))

t.test('a misspelt setting is reported, with the intended one', async (t) => {
  for (const [name, meant] of [
    ['WEBHOOK_ALOW_PRIVATE_NETWORK', 'WEBHOOK_ALLOW_PRIVATE_NETWORK'],
    ['SIMULATED_DECISION_SECOND', 'SIMULATED_DECISION_SECONDS'],
    ['ANAF_CLIENTID', 'ANAF_CLIENT_ID'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATA_DIRR', 'DATA_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['RATE_LIMIT_PER_MINUT', 'RATE_LIMIT_PER_MINUTE'],
  ] as const) {
    t.strictSame(found(name), [{ name, meant }])
  }
})

t.test('one that begins like ours and is near none is reported alone', async (t) => {
  t.strictSame(found('EVENTSTORE_CLUSTER_SIZE', 'WEBHOOK_TIMEOUT'), [
    { name: 'EVENTSTORE_CLUSTER_SIZE', meant: null },
    { name: 'WEBHOOK_TIMEOUT', meant: null },
  ])
})

t.test('settings, and the variables of other programs, are left alone', async (t) => {
  t.strictSame(found(...Object.keys(SETTINGS), 'CLEARWAY_API', 'CLEARWAY_API_KEY', 'CLEARWAY_WEBHOOK_SECRET'), [])
  const others =
    'PATH HOME HOSTNAME HOSTTYPE SHELL USER LANG LC_ALL TERM PWD OLDPWD SHLVL LOGNAME TZ TMPDIR EDITOR CI DEBUG NODE_ENV NODE_OPTIONS NODE_VERSION ' +
    'npm_config_prefix npm_package_name INIT_CWD PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD POSTGRES_PASSWORD DATABASE_HOST KUBERNETES_SERVICE_HOST ' +
    'KUBERNETES_PORT HTTP_PROXY HTTPS_PROXY NO_PROXY SSH_AUTH_SOCK XDG_RUNTIME_DIR YARN_VERSION LOG_FORMAT MAX_OLD_SPACE PUBLIC_KEY ' +
    'AWS_REGION JAVA_HOME POST PORTS HOSTS ROLE PROT COLORTERM SYSTEMD_EXEC_PID INVOCATION_ID _'
  t.strictSame(found(...others.split(' ')), [])
})

t.test('addresses of other services, which Kubernetes sets in each container, are ignored', async (t) => {
  t.strictSame(
    found(
      ...[
        'EVENTSTORE_SERVICE_HOST',
        'EVENTSTORE_SERVICE_PORT',
        'EVENTSTORE_SERVICE_PORT_HTTP',
        'CLEARWAY_SERVICE_HOST',
      ],
      ...['EVENTSTORE_PORT_2113_TCP', 'EVENTSTORE_PORT_2113_TCP_ADDR', 'CLEARWAY_PORT_3000_TCP_PROTO'],
    ),
    [],
  )
  const settings = Object.keys(SETTINGS)
  t.strictSame(unknownSettings({ EVENTSTORE_PORT: 'tcp://10.0.0.7:2113' }, settings), [])
  t.strictSame(unknownSettings({ CLEARWAY_PORT: '3000' }, settings), [{ name: 'CLEARWAY_PORT', meant: null }])
})
