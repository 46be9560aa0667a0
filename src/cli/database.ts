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
import { examples, type OutputOptions, printNote, printResult } from './output.js'
import { inSession, type Session } from './session.js'

interface RolesOptions extends OutputOptions {
  readonly prefix: string
}

/** Adds `clearway database migrate` and `clearway database roles`. */
export function addDatabaseCommands(program: Command): void {
  const database = program
    .command('database')
    .description('The database itself: its migrations, and who may what in it.')
  addMigrate(database)
  addRoles(database)
}

function withPrefix(command: Command): Command {
  return command.option('--prefix <name>', 'what the names of the roles begin with', readPrefix, 'clearway')
}

function readPrefix(given: string): string {
  if (PREFIX.test(given)) return given
  throw new InvalidArgumentError('Write small letters, digits and underscores, at most 41, a letter first.')
}

function addMigrate(database: Command): void {
  withPrefix(database.command('migrate'))
    .description(
      'Bring the database to this release, as its owner: migrations, read models, and the rights of the roles that are there. The service may go on meanwhile.',
    )
    .option('--json', 'print {"migrations", "roles"}')
    .addHelpText('after', examples('database migrate', 'database migrate --prefix shop --json'))
    .action(async (options: RolesOptions) => {
      const done = await inSession((session) => migrated(session, options), {
        kind: 'change',
        action: 'database migrate',
        details: { prefix: options.prefix },
        result: ({ migrations, roles }) => ({ details: { migrations: migrations.length, roles: roles.join(' ') } }),
      })
      printResult(options, done, () => {
        const { migrations, roles } = done
        return [
          migrations.length === 0 ? 'No migration was missing.' : `Applied: ${migrations.join(', ')}.`,
          'The read models are prepared.',
          ...(roles.length === 0 ? [] : [`Rights were renewed of ${roles.join(', ')}.`]),
        ].join('\n')
      })
    })
}

async function migrated({ store, pool, log, migrated: migrations }: Session, { prefix }: RolesOptions) {
  await prepareReadModels({ store, pool, log }, new AbortController().signal)
  return { migrations, roles: await grantRights(pool, prefix) }
}

function addRoles(database: Command): void {
  withPrefix(database.command('roles'))
    .description(
      'Roles with fewer rights than the owner: for the API, the projections, the processors and an auditor. Prints the SQL that makes them; the database is not touched.',
    )
    .option('--apply', 'make them, and grant their rights, as the owner of the database')
    .option('--json', 'print {"sql"}, or with --apply {"roles"}')
    .addHelpText('after', examples('database roles', 'database roles --apply', 'database roles --prefix shop --json'))
    .action(async (options: RolesOptions & { readonly apply?: boolean }) => {
      const { prefix } = options
      if (options.apply !== true) {
        const sql = `BEGIN;\n${createRolesSql(prefix)}\n${grantsSql(prefix)}\nCOMMIT;`
        printResult(options, { sql }, () => sql)
        return
      }
      const roles = await inSession((session) => applied(session, prefix), {
        kind: 'change',
        action: 'database roles',
        details: { prefix },
      })
      printResult(options, { roles }, () => `These roles have their rights: ${roles.join(', ')}.`)
      printNote(options, 'A role that was made now has no password: set one, for example with \\password in psql.')
    })
}

async function applied({ store, pool, log }: Session, prefix: string): Promise<readonly string[]> {
  await prepareReadModels({ store, pool, log }, new AbortController().signal)
  try {
    await pool.query(createRolesSql(prefix))
  } catch (error) {
    if (!isMissingRight(error)) throw error
    throw new StartupError(
      'The role in DATABASE_URL may not make roles; have an administrator run the SQL of "clearway database roles" once, or give it CREATEROLE.',
      { cause: error },
    )
  }
  return grantRights(pool, prefix)
}

/** Renews the rights of the roles that are there, and answers their names. */
async function grantRights(pool: pg.Pool, prefix: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    ROLE_NAMES.map((role) => databaseRole(prefix, role)),
  ])
  const names = new Set(rows.map(({ rolname }) => rolname))
  const there: readonly RoleName[] = ROLE_NAMES.filter((role) => names.has(databaseRole(prefix, role)))
  if (there.length === 0) return []
  // A process must not meet the moment between taking away and granting.
  await inTransaction(pool, (client) => client.query(grantsSql(prefix, there)))
  return there.map((role) => databaseRole(prefix, role))
}
