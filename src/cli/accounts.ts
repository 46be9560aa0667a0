import { randomBytes } from 'node:crypto'
import { Argument, type Command, Option } from 'commander'
import { openAccount } from '../commands/use-cases/open-account.js'
import { changeAccountPlan, ruleAccountTestKeys } from '../commands/use-cases/operator.js'
import { TEST_KEY_POLICIES, type TestKeyPolicy } from '../domain/account.js'
import { hashApiKey } from '../domain/api-key.js'
import { systemClock } from '../domain/clock.js'
import { DEFAULT_PLAN, planNamed, PLANS } from '../domain/plans.js'
import { type AccountUse, findPlan, listAccounts } from '../projections/accounts.js'
import { areKeysKnown } from '../projections/api-keys.js'
import { isoTime } from '../domain/iso-time.js'
import type { Act } from './acting.js'
import type { CliRun } from './cli-run.js'
import { untilInForce } from './in-force.js'
import { namedAccount, newName } from './named.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

/** Adds `clearway accounts create`, `list`, `plan` and `policy`. */
export function addAccountCommands(accounts: Command, cli: CliRun): void {
  addCreate(accounts, cli)
  addList(accounts, cli)
  addPlan(accounts, cli)
  addPolicy(accounts, cli)
}

function addCreate(accounts: Command, cli: CliRun): void {
  accounts
    .command('create')
    .description(
      'Create an account and show its first test key and live key, once. Waits until a running service accepts the keys.',
    )
    .requiredOption('--name <name>', 'name of the account', newName)
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(Object.keys(PLANS)).default(DEFAULT_PLAN))
    .option('--json', 'print {"accountId", "testKey", "liveKey"}')
    .addHelpText('after', examples('accounts create --name "ACME"', 'accounts create --name "ACME" --plan unlimited'))
    .action(async ({ name, plan, ...options }: { name: string; plan: string } & OutputOptions) => {
      const act: Act<string> = {
        kind: 'change',
        action: 'accounts create',
        details: { name, plan },
        result: (target) => ({ target }),
      }
      await inSession(
        cli,
        async (session) => {
          const deps = { store: session.store, clock: systemClock, random: randomBytes }
          const { accountId, testKey, liveKey } = await openAccount(deps, { name, plan })
          // Printed before the wait, so an interrupted command has shown the keys.
          cli.printResult(options, { accountId, testKey, liveKey }, () =>
            [
              `The account ${accountId} was created. Store its keys now; they are not shown again:`,
              `  test key  ${testKey}`,
              `  live key  ${liveKey}`,
            ].join('\n'),
          )
          await untilInForce(cli, session, options, {
            effect: 'the keys work',
            isShown: () => areKeysKnown(session.db, [testKey, liveKey].map(hashApiKey)),
          })
          return accountId
        },
        act,
      )
    })
}

function addList(accounts: Command, cli: CliRun): void {
  accounts
    .command('list')
    .description('List all accounts with their plan, number of keys, and invoices of the current month (UTC).')
    .option(
      '--json',
      'print {"accounts": [{"id", "name", "plan", "createdAt", "testKeysManageLive", "keys", "invoicesThisMonth"}]}, the last two for "test" and "production"',
    )
    .addHelpText('after', examples('accounts list', 'accounts list --json'))
    .action(async (options: OutputOptions) => {
      const rows = await inSession(cli, ({ db }) => listAccounts(db, systemClock.now()), {
        kind: 'disclosure',
        action: 'accounts list',
      })
      cli.printResult(options, { accounts: rows.map(asJson) }, () => rows.map(inWords).join('\n') || 'No accounts.')
    })
}

function asJson(row: AccountUse) {
  const { monthlyInvoices: limits } = planNamed(PLANS, row.plan)
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    createdAt: isoTime(row.created_at),
    testKeysManageLive: row.test_keys_manage_live,
    keys: { test: row.test_keys, production: row.production_keys },
    invoicesThisMonth: {
      test: { created: row.test_invoices, limit: limits.test },
      production: { created: row.production_invoices, limit: limits.production },
    },
  }
}

function inWords(row: AccountUse): string {
  const { id, name, plan, createdAt, testKeysManageLive, keys, invoicesThisMonth: use } = asJson(row)
  const used = ({ created, limit }: { created: number; limit: number | null }): string =>
    limit === null ? `${created}` : `${created} of ${limit}`
  return [
    `${id}  ${name}`,
    `  plan ${plan}, created ${createdAt}, keys: ${keys.test} test, ${keys.production} live`,
    `  test keys manage live keys: ${testKeysManageLive ?? 'set by FORBID_TEST_KEYS_MANAGING_LIVE'}`,
    `  invoices this month: ${used(use.test)} test, ${used(use.production)} live`,
  ].join('\n')
}

function addPolicy(accounts: Command, cli: CliRun): void {
  accounts
    .command('policy')
    .description(
      'Allow or forbid an account’s test keys to create and revoke its live keys, from the next request on. New accounts forbid it; FORBID_TEST_KEYS_MANAGING_LIVE=true forbids it for all accounts.',
    )
    .argument('<account>', 'account id, acc_…')
    .addOption(
      new Option('--test-keys-manage-live <rule>', 'allow or forbid it')
        .choices(TEST_KEY_POLICIES)
        .makeOptionMandatory(),
    )
    .option('--json', 'print {"accountId", "testKeysManageLive", "changed"}')
    .addHelpText('after', examples('accounts policy acc_0XyGq5vTk8BnR2wLc7ZmHs --test-keys-manage-live allow'))
    .action(async (accountId: string, options: OutputOptions & { readonly testKeysManageLive: TestKeyPolicy }) => {
      const { testKeysManageLive } = options
      const changed = await inSession(
        cli,
        (session) => {
          const deps = { store: session.store, clock: systemClock, random: randomBytes }
          return namedAccount(accountId, () => ruleAccountTestKeys(deps, accountId, testKeysManageLive))
        },
        {
          kind: 'change',
          action: 'accounts policy',
          target: accountId,
          details: { testKeysManageLive },
          result: (isNew) => ({ details: { changed: isNew } }),
        },
      )
      cli.printResult(options, { accountId, testKeysManageLive, changed }, () => {
        const may = testKeysManageLive === 'allow' ? 'may' : 'may not'
        return `The test keys of ${accountId} ${may} manage its live keys${changed ? ' now' : ' (unchanged)'}.`
      })
    })
}

function addPlan(accounts: Command, cli: CliRun): void {
  accounts
    .command('plan')
    .description('Change the plan of an account. Waits until a running service applies the limits of the new plan.')
    .argument('<account>', 'account id, acc_…')
    .addArgument(new Argument('<plan>', 'new plan').choices(Object.keys(PLANS)))
    .option('--json', 'print {"accountId", "plan", "changed"}; changed is false if the account already had that plan')
    .addHelpText('after', examples('accounts plan acc_0XyGq5vTk8BnR2wLc7ZmHs unlimited'))
    .action(async (accountId: string, plan: string, options: OutputOptions) => {
      const act: Act<boolean> = {
        kind: 'change',
        action: 'accounts plan',
        target: accountId,
        details: { plan },
        result: (changed) => ({ details: { changed } }),
      }
      await inSession(
        cli,
        async (session) => {
          const deps = { store: session.store, clock: systemClock, random: randomBytes }
          const changed = await namedAccount(accountId, () => changeAccountPlan(deps, accountId, plan))
          await untilInForce(cli, session, options, {
            effect: 'the limits of the plan apply',
            isShown: async () => (await findPlan(session.db, accountId)) === plan,
            isRemembered: true,
          })
          cli.printResult(options, { accountId, plan, changed }, () =>
            changed ? `${accountId} is now on the plan ${plan}.` : `${accountId} is already on the plan ${plan}.`,
          )
          return changed
        },
        act,
      )
    })
}
