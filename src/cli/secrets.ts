import type { Command } from 'commander'
import { keyStatus, type KeyStatus, replaceKey } from '../storage/vault/replace-key.js'
import { discardUnreadable, presentKeys } from '../storage/vault/keys.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

/** Adds `clearway secrets status`, `rotate` and `discard`. */
export function addSecretCommands(secrets: Command, cli: CliRun): void {
  addStatus(secrets, cli)
  addRotate(secrets, cli)
  addDiscard(secrets, cli)
}

function addStatus(secrets: Command, cli: CliRun): void {
  secrets
    .command('status')
    .description('Show how many secrets each key encrypts. Keys are named by ids, which reveal nothing about them.')
    .option('--json', 'print {"keys": [{"keyId", "secrets", "state"}]}; state: first, known, retired or missing')
    .addHelpText('after', examples('secrets status', 'secrets status --json'))
    .action(async (options: OutputOptions) => {
      const keys = await inSession(cli, ({ pool, config }) => keyStatus(pool, presentKeys(config)))
      cli.printResult(options, { keys }, () => keys.map(inWords).join('\n') || 'There are no keys and no secrets.')
    })
}

const STATES: Readonly<Record<KeyStatus['state'], string>> = {
  first: 'encrypts new secrets',
  known: 'decrypts in this process',
  retired: 'replaced',
  missing: 'missing in this process',
}

function inWords({ keyId, secrets, state }: KeyStatus): string {
  return `${keyId}: ${secrets} ${secrets === 1 ? 'secret' : 'secrets'}; ${STATES[state]}`
}

function addRotate(secrets: Command, cli: CliRun): void {
  secrets
    .command('rotate')
    .description(
      'Replace the key of the vault: encrypt all secrets with the new key, then retire the old one. Works while the service runs, and can be interrupted and run again.',
    )
    .option('--json', 'print {"keyId", "retired", "reencrypted"}')
    .addHelpText(
      'after',
      `
Without SECRETS_KEY, a new key is created in DATA_DIR/secrets.key. With SECRETS_KEY: set it to "old,new" for every process, then to "new,old", run this command with "new,old", and
set it to "new" for every process. Earlier backups need the old key.`,
    )
    .addHelpText('after', examples('secrets rotate'))
    .action(async (options: OutputOptions) => {
      const { replaced, isSetting } = await inSession(
        cli,
        async ({ pool, config, secretsKeys }) => {
          // All keys must be readable before anything is changed.
          await secretsKeys()
          return { replaced: await replaceKey(pool, config), isSetting: config.SECRETS_KEY !== undefined }
        },
        { kind: 'change', action: 'secrets rotate', result: ({ replaced: details }) => ({ details: { ...details } }) },
      )
      cli.printResult(options, replaced, () =>
        [
          `All secrets are now encrypted with the key ${replaced.keyId}; ${replaced.reencrypted} were re-encrypted.`,
          isSetting
            ? 'Restart every process with only the new key in SECRETS_KEY.'
            : 'DATA_DIR/secrets.key contains only the new key. Keep the old key with the earlier backups.',
        ].join('\n'),
      )
    })
}

function addDiscard(secrets: Command, cli: CliRun): void {
  secrets
    .command('discard')
    .description(
      'Erase the secrets that the current key cannot decrypt, if their key is lost permanently. Their connections and webhooks must then be configured again.',
    )
    .option('--json', 'print {"discarded"}')
    .addHelpText('after', examples('secrets discard'))
    .action(async (options: OutputOptions) => {
      const discarded = await inSession(cli, ({ pool, config }) => discardUnreadable(pool, config), {
        kind: 'change',
        action: 'secrets discard',
        result: (count) => ({ details: { discarded: count } }),
      })
      cli.printResult(
        options,
        { discarded },
        () => `${discarded} ${discarded === 1 ? 'secret was' : 'secrets were'} erased.`,
      )
    })
}
