import type { Command } from 'commander'
import { load } from '../commands/handle.js'
import { testConnection } from '../commands/use-cases/test-connection.js'
import { countryOf } from '../countries/registry.js'
import { systemClock } from '../domain/clock.js'
import { connection } from '../domain/connection.js'
import { ENVIRONMENTS, scopeOfEvent } from '../domain/event.js'
import { isId } from '../domain/ids.js'
import { streamName } from '../domain/streams.js'
import { gatewaysOf } from '../host/start/ports.js'
import { PostgresVault } from '../storage/vault/postgres-vault.js'
import { StartupError } from '../storage/startup-error.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession, type Session } from './session.js'

/** Adds `clearway connection test`. */
export function addConnectionCommands(connections: Command, cli: CliRun): void {
  connections
    .command('test')
    .description(
      'Ask the government whether it accepts the credentials of a connection. Sends no document and does not change the connection. Exit status 1: the connection cannot be used, or could not be checked.',
    )
    .argument('<connection-id>', 'conn_…')
    .option('--json', 'print {"id", "account", "environment", "countryCode", "status", "ok", "checkedAt", "message"}')
    .addHelpText('after', examples('connection test conn_1BvHt8qXk5NzR3wLc9YdSm'))
    .action(async (id: string, options: OutputOptions) => {
      const result = await inSession(cli, (session) => tested(session, id), {
        kind: 'change',
        action: 'connection test',
        target: id,
        result: ({ account, environment, ok }) => ({ details: { account, environment, ok } }),
      })
      cli.printResult(options, result, () => inWords(result))
      if (result.ok !== true) cli.status = 1
    })
}

async function tested({ store, pool, config, secretsKeys, log }: Session, id: string) {
  const { scope, state } = await named(store, id)
  const deps = {
    store,
    vault: new PostgresVault(pool, await secretsKeys()),
    countryOf,
    countrySettings: config.countrySettings,
    gatewayFor: gatewaysOf(config, pool, log),
    clock: systemClock,
  }
  const { ok, checkedAt, message } = await testConnection(deps, scope, state)
  const { countryCode, status } = state
  return { id, ...scope, countryCode, status, ok, checkedAt: checkedAt.toISOString(), message }
}

async function named(store: Session['store'], id: string) {
  for (const environment of isId(id) ? ENVIRONMENTS : []) {
    const { state, events } = await load(store, connection, streamName(environment, 'Connection', id))
    const [first] = events
    if (first !== undefined && state.status !== 'none' && state.status !== 'deleted') {
      return { scope: scopeOfEvent(first), state }
    }
  }
  throw new StartupError(
    `There is no connection ${id}, or it was deleted; GET /v1/connections lists the connections of an account.`,
  )
}

function inWords({ id, account, environment, countryCode, status, ok, message }: Awaited<ReturnType<typeof tested>>) {
  const verdict = ok === null ? 'unknown' : ok ? 'ok' : 'cannot be used'
  return `${id} (${countryCode}, ${environment}, ${status}, of ${account}): ${verdict}\n${message}`
}
