import type { Command } from 'commander'
import { discardUnreadable } from '../storage/vault-keys.js'
import { examples, type OutputOptions, printResult } from './output.js'
import { inSession } from './session.js'

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
      const discarded = await inSession(({ pool, config }) => discardUnreadable(pool, config), {
        kind: 'change',
        action: 'secrets discard',
        result: (count) => ({ details: { discarded: count } }),
      })
      printResult(
        options,
        { discarded },
        () => `${discarded} ${discarded === 1 ? 'secret was' : 'secrets were'} erased.`,
      )
    })
}
