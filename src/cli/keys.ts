import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { issueAccountKey, revokeAccountKey } from '../commands/use-cases/operator.js'
import { hashApiKey, PERMISSIONS, type Permission } from '../domain/api-key.js'
import { systemClock } from '../domain/clock.js'
import type { Environment } from '../domain/event.js'
import { parseInstant } from '../documents/intake/formats.js'
import { findPlan } from '../projections/accounts.js'
import { areKeysKnown, type ListedApiKey, isKeyRevoked, listApiKeys } from '../projections/api-keys.js'
import { shownApiKey } from '../projections/shown.js'
import { StartupError } from '../storage/startup-error.js'
import type { Act } from './acting.js'
import type { CliRun } from './cli-run.js'
import { untilInForce } from './in-force.js'
import { namedAccount, namedKey, newName } from './named.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

const MOST_SHOWN = 10_000

interface CreateOptions extends OutputOptions {
  readonly account: string
  readonly environment: Environment
  readonly name: string
  readonly permissions?: Permission
  readonly expiresAt?: string
}

/** Adds `clearway keys create`, `list` and `revoke`. */
export function addKeyCommands(keys: Command, cli: CliRun): void {
  addCreate(keys, cli)
  addList(keys, cli)
  addRevoke(keys, cli)
}

function addCreate(keys: Command, cli: CliRun): void {
  keys
    .command('create')
    .description('Create an API key for an account and show it once. Waits until a running service accepts the key.')
    .requiredOption('--account <account>', 'account of the key, acc_…')
    .addOption(
      new Option('--environment <environment>', 'environment of the key')
        .choices(['test', 'production'])
        .default('test'),
    )
    .option('--name <name>', 'name of the key', newName, 'Made by the operator')
    .addOption(
      new Option('--permissions <permission>', 'permissions of the key: full (default) or read').choices(PERMISSIONS),
    )
    .option('--expires-at <time>', 'time when the key expires, ISO 8601; default never', futureTime)
    .option('--json', 'print {"id", "key", "keyPrefix", "name", "environment", "expiresAt"}')
    .addHelpText(
      'after',
      examples(
        'keys create --account acc_0XyGq5vTk8BnR2wLc7ZmHs --name "Billing"',
        'keys create --account acc_0XyGq5vTk8BnR2wLc7ZmHs --environment production --permissions read --expires-at 2030-01-31',
      ),
    )
    .action((options: CreateOptions) => create(cli, options))
}

async function create(
  cli: CliRun,
  { account, environment, name, permissions, expiresAt, ...options }: CreateOptions,
): Promise<void> {
  const act: Act<string> = {
    kind: 'change',
    action: 'keys create',
    target: account,
    details: { environment, name, permissions: permissions ?? 'full', expiresAt: expiresAt ?? null },
    result: (keyId) => ({ details: { keyId } }),
  }
  await inSession(
    cli,
    async (session) => {
      const deps = { store: session.store, clock: systemClock, random: randomBytes }
      const wanted = { name, environment, permissions: permissions && [permissions], expiresAt }
      const { key, loaded } = await namedAccount(account, () => issueAccountKey(deps, account, wanted))
      const [created] = loaded.events
      if (created?.type !== 'ApiKeyCreated')
        throw new Error('the stream of the new key does not begin with ApiKeyCreated')
      const { keyId: id, keyPrefix, expiresAt: until } = created.data
      cli.printResult(options, { id, key, keyPrefix, name, environment, expiresAt: until }, () =>
        [`The key ${id} was created. Store it now; it is not shown again:`, `  ${key}`].join('\n'),
      )
      await untilInForce(cli, session, options, {
        effect: 'the key works',
        isShown: () => areKeysKnown(session.db, [hashApiKey(key)]),
      })
      return id
    },
    act,
  )
}

function addList(keys: Command, cli: CliRun): void {
  keys
    .command('list')
    .description(
      'List the API keys of an account in both environments, including revoked keys, oldest first. The keys themselves are not shown.',
    )
    .requiredOption('--account <account>', 'account of the keys, acc_…')
    .option(
      '--json',
      'print {"keys": [{"id", "name", "keyPrefix", "environment", "lastUsedAt", "expiresAt", "revokedAt", "createdAt", "permissions"}]}',
    )
    .addHelpText('after', examples('keys list --account acc_0XyGq5vTk8BnR2wLc7ZmHs'))
    .action(async ({ account, ...options }: { account: string } & OutputOptions) => {
      const act = { kind: 'disclosure', action: 'keys list', target: account } as const
      const rows = await inSession(
        cli,
        async ({ db }) => {
          const found = await listApiKeys(db, account, null, MOST_SHOWN)
          if (found.length === 0 && (await findPlan(db, account)) === null) {
            throw new StartupError(`There is no account ${account}; \`clearway accounts list\` shows all.`)
          }
          return found
        },
        act,
      )
      cli.printResult(
        options,
        { keys: rows.map(asJson) },
        () => rows.map(inWords).join('\n') || 'The account has no keys.',
      )
    })
}

function asJson(row: ListedApiKey) {
  return { ...shownApiKey(row), permissions: row.permissions ?? ['full'] }
}

function inWords(row: ListedApiKey): string {
  const { id, keyPrefix, name, environment, permissions, lastUsedAt, expiresAt, revokedAt, createdAt } = asJson(row)
  const facts = [
    `${environment}, ${permissions.join(', ')}`,
    `created ${createdAt}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`,
    ...(expiresAt === null ? [] : [`expires ${expiresAt}`]),
    ...(revokedAt === null ? [] : [`revoked ${revokedAt}`]),
  ]
  return `${id}  ${keyPrefix}…  ${name}\n  ${facts.join('; ')}`
}

function addRevoke(keys: Command, cli: CliRun): void {
  keys
    .command('revoke')
    .description('Revoke an API key permanently. Waits until all processes of a running service refuse the key.')
    .argument('<key-id>', 'key id, key_…, from `clearway keys list`; never the key itself')
    .option('--json', 'print {"id", "revoked"}')
    .addHelpText('after', examples('keys revoke key_5JmWz0cX9bQnT2vRs8LdYf'))
    .action(async (id: string, options: OutputOptions) => {
      if (id.startsWith('sk_')) {
        throw new StartupError('This is the key itself, not its id; `clearway keys list --account …` shows the ids.')
      }
      const act = { kind: 'change', action: 'keys revoke', target: id } as const
      await inSession(
        cli,
        async (session) => {
          const deps = { store: session.store, clock: systemClock, random: randomBytes }
          await namedKey(id, () => revokeAccountKey(deps, id))
          await untilInForce(cli, session, options, {
            effect: 'the key is refused',
            isShown: () => isKeyRevoked(session.db, id),
            isRemembered: true,
          })
          cli.printResult(options, { id, revoked: true }, () => `The key ${id} is revoked.`)
        },
        act,
      )
    })
}

function futureTime(text: string): string {
  const instant = parseInstant(text)
  if (instant === null) throw new InvalidArgumentError('It must be an ISO 8601 time, such as 2030-01-31T00:00:00Z.')
  if (instant <= systemClock.now()) throw new InvalidArgumentError('It must be in the future.')
  return text
}
