import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { asSeal } from '../../audit/verify/archive/lines.js'
import { verifyArchive } from '../../audit/verify/archive/archive.js'
import { inWords } from '../../audit/verify/findings.js'
import { verifyStore } from '../../audit/verify/live.js'
import type { OnProgress, Verification } from '../../audit/verify/report.js'
import { BadArchive } from '../../audit/verify/archive/zip-reader.js'
import { publicKeyOf } from '../../audit/seals/seals.js'
import { openSigner } from '../../audit/seals/signing.js'
import { trustedCertificates } from '../../audit/seals/time-stamping.js'
import type { Seal } from '../../domain/seal.js'
import { StartupError } from '../../storage/startup-error.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { progressLine } from '../progress-line.js'
import { inSession } from '../session.js'
import { codeOf } from '../../domain/caught.js'
import { fieldsOf } from '../../domain/json.js'
import { counted } from '../../domain/counted.js'

interface Options extends OutputOptions {
  readonly publicKey: readonly string[]
  readonly seal: readonly string[]
  readonly tsaCa?: string
}

/** Adds `clearway audit verify`. */
export function addVerify(audit: Command, cli: CliRun): void {
  const several = (value: string, before: readonly string[]): readonly string[] => [...before, value]
  audit
    .command('verify')
    .description(
      'Check the event store, or an archive of "audit export", for changes made after the events were written.',
    )
    .argument('[file]', 'archive to check, without database and settings; default the event store')
    .option(
      '--public-key <file>',
      'trusted public key (PEM) of seals, from a copy kept elsewhere; may be repeated',
      several,
      [],
    )
    .option(
      '--seal <file>',
      'a seal kept elsewhere, as printed by "clearway seal --json"; may be repeated',
      several,
      [],
    )
    .option('--tsa-ca <file>', 'certificates (PEM) of the time-stamping authorities trusted for time stamps of seals')
    .option(
      '--json',
      'print {"sound", "findings": [{"kind", "stream", "revision", "detail", ...}], "more", "checked", "notes", "trusted"}',
    )
    .addHelpText(
      'after',
      `
Checks hash chains, documents and, for live invoices, the seals over all events. Names each event that was edited, deleted, inserted or moved, and each
stream that is missing. Writes nothing; the service may keep running. Exit status 1: there are findings.`,
    )
    .addHelpText(
      'after',
      examples(
        'audit verify',
        'audit verify --public-key clearway-seal.pub --seal seal.json',
        'audit verify 2026.zip --public-key clearway-seal.pub --tsa-ca tsa-ca.pem',
      ),
    )
    .action(async (file: string | undefined, options: Options) => {
      const progress = progressLine(cli, options)
      let result: Verification
      try {
        const trusted = await Promise.all(options.publicKey.map(keyIn))
        const kept = await Promise.all(options.seal.map(sealIn))
        const authorities = options.tsaCa === undefined ? null : trustedCertificates(options.tsaCa, '--tsa-ca')
        if (file !== undefined && kept.length > 0)
          throw new StartupError(
            '--seal can only be compared with a store: an archive contains only the seals that its events need.',
          )
        const onProgress: OnProgress = (what, done) => progress.show(`${done} ${what}`)
        result =
          file === undefined
            ? await ofStore(cli, trusted, kept, authorities, onProgress)
            : await ofArchive(file, trusted, authorities, onProgress)
      } finally {
        progress.end()
      }
      const sound = result.findings.length === 0
      cli.printResult(options, { sound, ...result }, () => reportInWords(result).join('\n'))
      if (!sound) cli.status = 1
    })
}

function ofStore(
  cli: CliRun,
  trusted: readonly KeyObject[],
  kept: readonly Seal[],
  authorities: readonly string[] | null,
  onProgress: OnProgress,
): Promise<Verification> {
  return inSession(cli, ({ store, pool, documents, config }) =>
    verifyStore({
      store,
      pool,
      documents,
      isInDatabase: config.EVENTSTORE_URL === undefined,
      trust: { trusted, kept, ownKeyId: openSigner(config)?.keyId ?? null },
      authorities,
      onProgress,
    }),
  )
}

async function ofArchive(
  file: string,
  trusted: readonly KeyObject[],
  authorities: readonly string[] | null,
  onProgress: OnProgress,
): Promise<Verification> {
  try {
    return await verifyArchive(file, trusted, onProgress, authorities)
  } catch (error) {
    if (error instanceof BadArchive)
      throw new StartupError(`${file} is not an archive of "clearway audit export": ${error.message}.`, {
        cause: error,
      })
    throw unreadable(file, error)
  }
}

async function keyIn(file: string): Promise<KeyObject> {
  const key = publicKeyOf(await textOf(file))
  if (key !== null) return key
  throw new StartupError(`${file} does not contain an Ed25519 public key in PEM; "clearway seal key" prints it.`)
}

async function sealIn(file: string): Promise<Seal> {
  const text = await textOf(file)
  try {
    const content: unknown = JSON.parse(text)
    const found = asSeal({ seal: fieldsOf(content)['seal'], stream: '', revision: 0 })
    if (found !== null) return found.seal
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new StartupError(`${file} does not contain a seal as printed by "clearway seal --json".`)
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): unknown {
  const code = codeOf(error)
  const why = code === 'ENOENT' ? 'the file does not exist' : code === 'EISDIR' ? 'it is a directory' : code
  return why === '' ? error : new StartupError(`${file} cannot be read: ${why}.`, { cause: error })
}

function reportInWords({ findings, more, checked, notes, trusted }: Verification): readonly string[] {
  const { events, streams, documents, seals, leaves } = checked
  return [
    ...findings.map(inWords),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    ...(findings.length > 0 ? [''] : []),
    `Checked: ${counted(events, 'event')} in ${counted(streams, 'stream')}, ${counted(documents, 'document')}, ${counted(seals, 'seal')}, ${counted(leaves, 'event')} against seals.`,
    findings.length === 0
      ? trusted
        ? 'No changes were found: everything is as it was written.'
        : 'The archive is consistent in itself. To prove that it was not forged as a whole, pass a public key from a separate source (--public-key).'
      : `Changes were found: ${counted(findings.length + more, 'finding')}.`,
    ...notes,
  ]
}
