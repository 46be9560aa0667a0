import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import { openAccount } from '../commands/use-cases/open-account.js'
import { systemClock } from '../domain/clock.js'
import { DEFAULT_PLAN, PLANS } from '../domain/plans.js'
import { inSession } from './session.js'

/** Adds `clearway accounts create`. */
export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('Accounts of the service.')
  accounts
    .command('create')
    .description('Create an account and show its first test key and live key, once.')
    .requiredOption('--name <name>', 'name of the account')
    .addOption(new Option('--plan <plan>', 'its plan').choices(Object.keys(PLANS)).default(DEFAULT_PLAN))
    .option('--json', 'print {"accountId", "testKey", "liveKey"}')
    .action(async ({ name, plan, json }: { name: string; plan: string; json?: boolean }) => {
      const trimmed = name.trim()
      if (trimmed === '' || trimmed.length > 200) {
        accounts.error('error: --name must have 1 to 200 characters', { exitCode: 2 })
      }
      const { accountId, testKey, liveKey } = await inSession(({ store }) =>
        openAccount({ store, clock: systemClock, random: randomBytes }, { name: trimmed, plan }),
      )
      if (json) console.log(JSON.stringify({ accountId, testKey, liveKey }))
      else {
        console.log(`The account ${accountId} was created. Its keys are shown this once; keep them:`)
        console.log(`  test key  ${testKey}`)
        console.log(`  live key  ${liveKey}`)
      }
    })
}
