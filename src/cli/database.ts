import { type Command, InvalidArgumentError } from 'commander'
import type pg from 'pg'
import { prepareReadModels } from '../host/start/stores.js'
import { isMissingRight } from '../storage/postgres/missing-right.js'
import {
  createRolesSql,
  databaseRole,
  grantsSql,
  PREFIX,
  ROLE_NAMES,
  type RoleName,
} from '../storage/postgres/roles.js'
import { StartupError } from '../storage/startup-error.js'
import { inTransaction } from '../storage/postgres/transaction.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession, type Session } from './session.js'

interface RolesOptions extends OutputOptions {
  readonly prefix: string
}

/** Adds `clearway database migrate` and `clearway database roles`. */
export function addDatabaseCommands(database: Command, cli: CliRun): void {
  addMigrate(database, cli)
  addRoles(database, cli)
}

function withPrefix(command: Command): Command {
  return command.option('--prefix <name>', 'prefix of the role names', readPrefix, 'clearway')
}

function readPrefix(given: string): string {
  if (PREFIX.test(given)) return given
  throw new InvalidArgumentError(
    'It must be at most 41 lower-case letters, digits and underscores, and begin with a letter.',
  )
}

function addMigrate(database: Command, cli: CliRun): void {
  withPrefix(database.command('migrate'))
    .description(
      'Upgrade the database to this release, as its owner: migrations, read models, and the rights of existing roles. The service may keep running.',
    )
    .option('--json', 'print {"migrations", "roles"}')
    .addHelpText('after', examples('database migrate', 'database migrate --prefix shop --json'))
    .action(async (options: RolesOptions) => {
      const done = await inSession(cli, (session) => migrated(session, options), {
        kind: 'change',
        action: 'database migrate',
        details: { prefix: options.prefix },
        result: ({ migrations, roles }) => ({ details: { migrations: migrations.length, roles: roles.join(' ') } }),
      })
      cli.printResult(options, done, () => {
        const { migrations, roles } = done
        return [
          migrations.length === 0 ? 'No migration was pending.' : `Applied: ${migrations.join(', ')}.`,
          'The read models are ready.',
          ...(roles.length === 0 ? [] : [`Rights renewed for ${roles.join(', ')}.`]),
        ].join('\n')
      })
    })
}

async function migrated({ store, pool, log, migrated: migrations }: Session, { prefix }: RolesOptions) {
  await prepareReadModels({ store, pool, log }, new AbortController().signal)
  return { migrations, roles: await grantRights(pool, prefix) }
}

function addRoles(database: Command, cli: CliRun): void {
  withPrefix(database.command('roles'))
    .description(
      'Print the SQL that creates roles with fewer rights than the owner: for the API, the projections, the processors and an auditor. Does not change the database without --apply.',
    )
    .option('--apply', 'create the roles and grant their rights, as the owner of the database')
    .option('--json', 'print {"sql"}, or with --apply {"roles"}')
    .addHelpText('after', examples('database roles', 'database roles --apply', 'database roles --prefix shop --json'))
    .action(async (options: RolesOptions & { readonly apply?: boolean }) => {
      const { prefix } = options
      if (options.apply !== true) {
        const sql = `BEGIN;\n${createRolesSql(prefix)}\n${grantsSql(prefix)}\nCOMMIT;`
        cli.printResult(options, { sql }, () => sql)
        return
      }
      const roles = await inSession(cli, (session) => applied(session, prefix), {
        kind: 'change',
        action: 'database roles',
        details: { prefix },
      })
      cli.printResult(options, { roles }, () => `Rights granted to ${roles.join(', ')}.`)
      cli.printNote(options, 'New roles have no password: set one, for example with \\password in psql.')
    })
}

async function applied({ store, pool, log }: Session, prefix: string): Promise<readonly string[]> {
  await prepareReadModels({ store, pool, log }, new AbortController().signal)
  try {
    await pool.query(createRolesSql(prefix))
  } catch (error) {
    if (!isMissingRight(error)) throw error
    throw new StartupError(
      'The role in DATABASE_URL may not create roles. Grant it CREATEROLE, or have an administrator run the SQL of "clearway database roles" once.',
      { cause: error },
    )
  }
  return grantRights(pool, prefix)
}

/** Renews the rights of the existing roles and returns their names. */
async function grantRights(pool: pg.Pool, prefix: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    ROLE_NAMES.map((role) => databaseRole(prefix, role)),
  ])
  const names = new Set(rows.map(({ rolname }) => rolname))
  const there: readonly RoleName[] = ROLE_NAMES.filter((role) => names.has(databaseRole(prefix, role)))
  if (there.length === 0) return []
  // A process must not run between the revoke and the grant.
  await inTransaction(pool, (client) => client.query(grantsSql(prefix, there)))
  return there.map((role) => databaseRole(prefix, role))
}
