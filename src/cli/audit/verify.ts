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
import { examples, type OutputOptions, printResult } from '../output.js'
import { progressLine } from '../progress-line.js'
import { inSession } from '../session.js'

interface Options extends OutputOptions {
  readonly publicKey: readonly string[]
  readonly seal: readonly string[]
  readonly tsaCa?: string
}

/** Adds `clearway audit verify`. */
export function addVerify(audit: Command): void {
  const several = (value: string, before: readonly string[]): readonly string[] => [...before, value]
  audit
    .command('verify')
    .description('Check a store, or an archive of "audit export", for everything that is not as it was written.')
    .argument('[file]', 'an archive, checked without database and settings; without it the store is checked')
    .option(
      '--public-key <file>',
      'a key (PEM) that seals may be signed with, kept elsewhere; may be repeated',
      several,
      [],
    )
    .option(
      '--seal <file>',
      'a seal that was kept elsewhere, as "clearway seal --json" has printed it; may be repeated',
      several,
      [],
    )
    .option(
      '--tsa-ca <file>',
      'certificates (PEM) of time-stamping authorities, by which time stamps of seals are judged',
    )
    .option(
      '--json',
      'print {"sound", "findings": [{"kind", "stream", "revision", "detail", ...}], "more", "checked", "notes", "trusted"}',
    )
    .addHelpText(
      'after',
      `
Hash chains, documents, and for live invoices the seals over all events: an event that was edited, deleted, inserted or moved is named, and so is a
stream that is gone. Nothing is written, and the service may go on. Status 1: something was found.`,
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
      const progress = progressLine(options)
      let result: Verification
      try {
        const trusted = await Promise.all(options.publicKey.map(keyIn))
        const kept = await Promise.all(options.seal.map(sealIn))
        const authorities = options.tsaCa === undefined ? null : trustedCertificates(options.tsaCa, '--tsa-ca')
        if (file !== undefined && kept.length > 0)
          throw new StartupError('--seal is compared with a store; an archive has only the seals that its events need.')
        const onProgress: OnProgress = (what, done) => progress.show(`${done} ${what}`)
        result =
          file === undefined
            ? await ofStore(trusted, kept, authorities, onProgress)
            : await ofArchive(file, trusted, authorities, onProgress)
      } finally {
        progress.end()
      }
      const sound = result.findings.length === 0
      printResult(options, { sound, ...result }, () => reportInWords(result).join('\n'))
      if (!sound) process.exitCode = 1
    })
}

function ofStore(
  trusted: readonly KeyObject[],
  kept: readonly Seal[],
  authorities: readonly string[] | null,
  onProgress: OnProgress,
): Promise<Verification> {
  return inSession(({ store, pool, config }) =>
    verifyStore({
      store,
      pool,
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
      throw new StartupError(`${file} is no archive of "clearway audit export": ${error.message}.`, { cause: error })
    throw unreadable(file, error)
  }
}

async function keyIn(file: string): Promise<KeyObject> {
  const key = publicKeyOf(await textOf(file))
  if (key !== null) return key
  throw new StartupError(`${file} holds no Ed25519 public key in PEM; "clearway seal key" prints it.`)
}

async function sealIn(file: string): Promise<Seal> {
  const text = await textOf(file)
  try {
    const { seal } = JSON.parse(text) as { readonly seal?: unknown }
    const found = asSeal({ seal, stream: '', revision: 0 })
    if (found !== null) return found.seal
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new StartupError(`${file} holds no seal as "clearway seal --json" prints it.`)
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory' : code
  return why === undefined ? error : new StartupError(`${file} can’t be read: ${why}.`, { cause: error })
}

function reportInWords({ findings, more, checked, notes, trusted }: Verification): readonly string[] {
  const { events, streams, documents, seals, leaves } = checked
  return [
    ...findings.map(inWords),
    ...(more > 0 ? [`… and ${more} more.`] : []),
    ...(findings.length > 0 ? [''] : []),
    `Checked: ${events} events in ${streams} streams, ${documents} documents, ${seals} seals, ${leaves} events against seals.`,
    findings.length === 0
      ? trusted
        ? 'Everything is as it was written.'
        : 'Nothing in it contradicts the rest. Whether it is as it was written, a public key tells that came another way (--public-key).'
      : `Not as it was written: ${findings.length + more} findings.`,
    ...notes,
  ]
}
