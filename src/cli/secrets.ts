import type { Command } from 'commander'
import { readConfig } from '../host/config.js'
import { openDatabase } from '../host/database.js'
import { discardUnreadable } from '../storage/vault-keys.js'
import { examples, type OutputOptions, printResult } from './output.js'
import { commandLog } from './session.js'

/** Adds `clearway secrets discard`. */
export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('The vault of tokens, certificates and webhook secrets.')
  secrets
    .command('discard')
    .description(
      'Erase the secrets that the present key can not open, when theirs is lost for good. Connections must be set up and webhooks configured again.',
    )
    .option('--json', 'print {"discarded"}')
    .addHelpText('after', examples('secrets discard'))
    .action(async (options: OutputOptions) => {
      const config = readConfig(process.env)
      const database = await openDatabase(config, 'command', commandLog())
      try {
        const discarded = await discardUnreadable(database.connectionString, config)
        printResult(
          options,
          { discarded },
          () => `${discarded} ${discarded === 1 ? 'secret was' : 'secrets were'} erased.`,
        )
      } finally {
        await database.stop()
      }
    })
}
