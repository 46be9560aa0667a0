import type { Command } from 'commander'
import { setTimeout as delay } from 'node:timers/promises'
import { goBackToStore } from '../audit/after-restore.js'
import { openSealingOnDemand } from '../audit/seals/open-sealing.js'
import { HistoryDiffers } from '../audit/seals/ledger.js'
import { SEALING } from '../audit/seals/sealing.js'
import { faultsOfSeals, readSeals, type RecordedSeal } from '../audit/seals/seals.js'
import { CannotSign, NO_SEAL_KEY, openSigner } from '../audit/seals/signing.js'
import { TreeHasGrown } from '../audit/seals/tree.js'
import { systemClock } from '../domain/clock.js'
import { readConfig } from '../host/settings/config.js'
import { PostgresLocks } from '../processors/work/postgres/locks.js'
import { StartupError } from '../storage/startup-error.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession, type Session } from './session.js'
import { counted } from '../domain/counted.js'

/** Waits for a service that is sealing at the moment. */
const LOOK_EVERY_MS = 200
const LOOKS = 300

interface Options extends OutputOptions {
  readonly afterRestore?: boolean
}

/** Adds `clearway seal`, `clearway seal key` and `clearway seal list`. */
export function addSealCommands(seal: Command, cli: CliRun): void {
  addNow(seal, cli)
  addKey(seal, cli)
  addList(seal, cli)
}

function addNow(seal: Command, cli: CliRun): void {
  seal
    .command('now', { isDefault: true })
    .description('Seal all events of live streams up to now and print the seal; the default of "clearway seal".')
    .option('--after-restore', 'continue from the newest seal in the store; only if later events are lost permanently')
    .option(
      '--json',
      'print {"seal": {"sequence", "size", "root", "signature", ...}, "timeStamp"}; seal null: no events',
    )
    .addHelpText(
      'after',
      '\nKeep a copy of the seal outside the deployment: it proves which events existed at this time.',
    )
    .addHelpText('after', examples('seal now', 'seal now --json > seal.json', 'seal now --after-restore'))
    .addHelpText(
      'after',
      `
After a restore of the event store to an older point, sealing stops, so that it does not hide the loss. --after-restore confirms the restore. Numbers of lost seals
are used again, and the auditor's copies of those seals no longer match.`,
    )
    .action(async (options: Options) => {
      const { afterRestore = false } = options
      const sealed = await inSession(cli, (session) => sealNow(session, afterRestore), {
        kind: 'change',
        action: 'seal now',
        details: { afterRestore },
        result: (done) => ({ details: done === null ? {} : { sequence: done.seal.sequence, size: done.seal.size } }),
      })
      const value =
        sealed === null ? { seal: null, timeStamp: null } : { seal: sealed.seal, timeStamp: sealed.timeStamp }
      cli.printResult(options, value, () =>
        sealed === null ? 'There are no events of live streams yet.' : inWords(sealed),
      )
    })
}

async function sealNow({ store, pool, log, config }: Session, afterRestore: boolean): Promise<RecordedSeal | null> {
  const sealing = openSealingOnDemand(config, { store, pool, log, clock: systemClock })
  const { signal } = new AbortController()
  try {
    for (let look = 0; look < LOOKS; look++) {
      // null alone would also mean that the lock is free and there is nothing to seal.
      const outcome = await new PostgresLocks(pool).exclusively(
        SEALING,
        config.CLAIM_SECONDS,
        signal,
        async (locked) => {
          if (afterRestore) await goBackToStore({ store, pool }, locked)
          return { sealed: await sealing.sealNow('operator', locked) }
        },
      )
      if (outcome !== null) return outcome.sealed
      await delay(LOOK_EVERY_MS)
    }
  } catch (error) {
    if (error instanceof HistoryDiffers) throw new StartupError(upper(error.message), { cause: error })
    if (error instanceof CannotSign || error instanceof TreeHasGrown)
      throw new StartupError(`${upper(error.message || 'another process has sealed at the same time; try again')}.`, {
        cause: error,
      })
    throw error
  }
  throw new StartupError('A service is still sealing; try again.')
}

function addKey(seal: Command, cli: CliRun): void {
  seal
    .command('key')
    .description('Print the public key of seals, for the auditor to keep elsewhere.')
    .option('--json', 'print {"keyId", "publicKey"}')
    .addHelpText('after', examples('seal key > clearway-seal.pub', 'seal key --json'))
    .action((options: OutputOptions) => {
      const signer = openSigner(readConfig(cli.env))
      if (signer === null) throw new StartupError(`No seal key is configured, so ${NO_SEAL_KEY}.`)
      const { keyId, publicKey } = signer
      cli.printResult(options, { keyId, publicKey }, () => publicKey.trim())
    })
}

function addList(seal: Command, cli: CliRun): void {
  seal
    .command('list')
    .description(
      'List all seals and check the signature of each and its link to the previous one; "audit verify" checks the events.',
    )
    .option('--json', 'print {"seals": [{"seal", "timeStamp"}], "faults": [{"sequence", "fault"}]}')
    .addHelpText('after', examples('seal list', 'seal list --json > seals.json'))
    .action(async (options: OutputOptions) => {
      const all = await inSession(cli, ({ store }) => readSeals(store, new AbortController().signal))
      const faults = faultsOfSeals(all.map(({ seal: one }) => one))
      const seals = all.map(({ seal: one, timeStamp }) => ({ seal: one, timeStamp }))
      cli.printResult(options, { seals, faults }, () =>
        all.length === 0 ? 'There are no seals yet.' : all.map(inWords).join('\n'),
      )
      if (faults.length > 0)
        cli.printError(
          options,
          'Seals that cannot be trusted:',
          faults.map(({ sequence, fault }) => `seal ${sequence}: ${fault}`),
        )
    })
}

function inWords({ seal, timeStamp }: RecordedSeal): string {
  const stamp = timeStamp === null ? '' : `, time stamp of ${timeStamp.time}`
  return `seal ${seal.sequence} of ${seal.sealedAt}: ${counted(seal.size, 'event')} in ${counted(seal.streams, 'stream')}, root ${seal.root}, key ${seal.keyId}${stamp}`
}

function upper(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}
