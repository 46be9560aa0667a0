import type { Command } from 'commander'
import { keyStatus, type KeyStatus, replaceKey } from '../storage/vault/replace-key.js'
import { discardUnreadable, presentKeys } from '../storage/vault/keys.js'
import { examples, type OutputOptions, printResult } from './output.js'
import { inSession } from './session.js'

/** Adds `clearway secrets status`, `rotate` and `discard`. */
export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('The vault of tokens, certificates and webhook secrets.')
  addStatus(secrets)
  addRotate(secrets)
  addDiscard(secrets)
}

function addStatus(secrets: Command): void {
  secrets
    .command('status')
    .description('How many secrets are encrypted under which key. Keys are named by ids, from which nothing follows.')
    .option('--json', 'print {"keys": [{"keyId", "secrets", "state"}]}; state: first, known, retired or missing')
    .addHelpText('after', examples('secrets status', 'secrets status --json'))
    .action(async (options: OutputOptions) => {
      const keys = await inSession(({ pool, config }) => keyStatus(pool, presentKeys(config)))
      printResult(options, { keys }, () => keys.map(inWords).join('\n') || 'There is no key, and no secret.')
    })
}

const STATES: Readonly<Record<KeyStatus['state'], string>> = {
  first: 'new secrets are encrypted under it',
  known: 'this process can read under it',
  retired: 'it was replaced',
  missing: 'this process does not have it',
}

function inWords({ keyId, secrets, state }: KeyStatus): string {
  return `${keyId}: ${secrets} ${secrets === 1 ? 'secret' : 'secrets'}; ${STATES[state]}`
}

function addRotate(secrets: Command): void {
  secrets
    .command('rotate')
    .description(
      'Replace the key of the vault: encrypt all secrets under the new one, then close the vault to the old one. Works beside a running service, and can be interrupted and run again.',
    )
    .option('--json', 'print {"keyId", "retired", "reencrypted"}')
    .addHelpText(
      'after',
      `
Without SECRETS_KEY a new key is made in DATA_DIR/secrets.key. With SECRETS_KEY: give every process "old,new", then "new,old", run this with "new,old", and
give every process "new" alone. Backups from before need the old key.`,
    )
    .addHelpText('after', examples('secrets rotate'))
    .action(async (options: OutputOptions) => {
      const { replaced, isSetting } = await inSession(
        async ({ pool, config, secretsKeys }) => {
          // Whether all can be read is known before anything is changed.
          await secretsKeys()
          return { replaced: await replaceKey(pool, config), isSetting: config.SECRETS_KEY !== undefined }
        },
        { kind: 'change', action: 'secrets rotate', result: ({ replaced: details }) => ({ details: { ...details } }) },
      )
      printResult(options, replaced, () =>
        [
          `All secrets are under the key ${replaced.keyId} now; ${replaced.reencrypted} were under another one.`,
          isSetting
            ? 'Start every process again with the new key alone in SECRETS_KEY.'
            : 'DATA_DIR/secrets.key holds the new key alone. Keep the old one with the backups from before.',
        ].join('\n'),
      )
    })
}

function addDiscard(secrets: Command): void {
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
