import { type Command, Option } from 'commander'
import type { ExportRequest, Period } from '../../audit/export/selection.js'
import type { Manifest } from '../../audit/export/format.js'
import { NothingToExport, writeExport } from '../../audit/export/write.js'
import { openSigner } from '../../audit/seals/signing.js'
import { systemClock } from '../../domain/clock.js'
import { type Environment, ENVIRONMENTS, scopeOfEvent } from '../../domain/event.js'
import { isId } from '../../domain/ids.js'
import { accountStream, streamName } from '../../domain/streams.js'
import { StartupError } from '../../storage/startup-error.js'
import { VERSION } from '../../version.js'
import { instant, namedInvoice } from './options.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { progressLine } from '../progress-line.js'
import { inSession, type Session } from '../session.js'
import { codeOf } from '../../domain/caught.js'
import { counted } from '../../domain/counted.js'

interface Options extends OutputOptions {
  readonly invoice?: string
  readonly company?: string
  readonly account?: string
  readonly environment?: Environment
  readonly from?: Date
  readonly to?: Date
  readonly output: string
}

/** Adds `clearway audit export`. */
export function addExport(audit: Command, cli: CliRun): void {
  audit
    .command('export')
    .description('Write all records of an invoice, a company or an account to a ZIP archive for an auditor.')
    .addOption(
      new Option('--invoice <id>', 'export one invoice, inv_…').conflicts(['company', 'account', 'from', 'to']),
    )
    .addOption(
      new Option('--company <id>', 'export the invoices of a company, sent and received, comp_…').conflicts([
        'account',
        'environment',
      ]),
    )
    .option('--account <id>', 'export the invoices of an account, sent and received, acc_…')
    .addOption(
      new Option('--environment <environment>', 'environment of the account’s invoices; default both').choices(
        ENVIRONMENTS,
      ),
    )
    .option('--from <time>', 'only invoices created at or after this time, ISO 8601; default all', instant)
    .option('--to <time>', 'only invoices created before this time; default now', instant)
    .requiredOption('-o, --output <file>', 'archive to write; an existing file is replaced')
    .option('--json', 'print the archive’s manifest: {"request", "counts", "files": [...], ...}')
    .addHelpText(
      'after',
      `
The archive contains the stored events, all documents and receipts, and the proofs that bind live events to seals. An invoice of the period is exported completely,
including later events. "clearway audit verify FILE" checks the archive on any machine. It names customers and amounts: protect it like your invoices.`,
    )
    .addHelpText(
      'after',
      examples(
        'audit export --invoice inv_2PqWc8Rk5TyHn4vLx7ZdSm -o invoice.zip',
        'audit export --company comp_7TzKd3Wq9RvBn5xLc2YhSm --from 2026-01-01 --to 2027-01-01 -o 2026.zip',
        'audit export --account acc_0XyGq5vTk8BnR2wLc7ZmHs --environment production -o all.zip',
      ),
    )
    .action(async (options: Options) => {
      // Recorded before the export: the file may exist when its end can no longer be recorded.
      const target = options.invoice ?? options.company ?? options.account ?? null
      const act = { kind: 'change', action: 'audit export', target } as const
      const manifest = await inSession(cli, (session) => exported(cli, session, options), act)
      const { counts } = manifest
      cli.printResult(options, manifest, () => `${options.output}: ${inWords(counts)}.`)
    })
}

function inWords({ events, streams, documents, proofs, seals }: Manifest['counts']): string {
  const content = `${counted(events, 'event')} in ${counted(streams, 'stream')}, ${counted(documents, 'document')}`
  return seals === 0
    ? `${content}; no seal covers these events`
    : `${content}, ${counted(proofs, 'proof')} by ${counted(seals, 'seal')}`
}

async function exported(cli: CliRun, session: Session, options: Options) {
  const { store, pool, documents, config } = session
  const request = await requestOf(session, options)
  const signer = openSigner(config)
  if (signer === null)
    cli.printNote(options, 'The manifest is not signed: no seal key is configured (SEAL_KEY_FILE, SEAL_COMMAND).')
  const progress = progressLine(cli, options)
  try {
    const deps = {
      store,
      pool,
      documents,
      signer,
      now: () => systemClock.now(),
      version: VERSION,
      onProgress: (events: number) => progress.show(counted(events, 'event')),
    }
    return await writeExport(deps, request, options.output)
  } catch (error) {
    throw inOneSentence(error, options.output)
  } finally {
    progress.end()
  }
}

async function requestOf(session: Session, options: Options): Promise<ExportRequest> {
  const { invoice, company, account, environment } = options
  const period: Period = { from: options.from ?? new Date(0), to: options.to ?? systemClock.now() }
  if (period.from >= period.to) throw new StartupError('--from must be before --to and before the current time.')
  if (invoice !== undefined) return { kind: 'invoice', invoice: await namedInvoice(session, invoice) }
  if (company !== undefined) return { kind: 'company', ...(await namedCompany(session, company)), period }
  if (account === undefined)
    throw new StartupError('Name what to export: --invoice inv_…, --company comp_… or --account acc_….')
  if (!isId(account) || (await session.store.readStream(accountStream(account))).length === 0)
    throw new StartupError(`There is no account ${account}; \`clearway accounts list\` shows all.`)
  return { kind: 'account', account, environment: environment ?? null, period }
}

async function namedCompany({ store }: Session, companyId: string) {
  for (const environment of isId(companyId) ? ENVIRONMENTS : []) {
    const [first] = await store.readStream(streamName(environment, 'Company', companyId))
    if (first !== undefined) return { scope: scopeOfEvent(first), companyId }
  }
  throw new StartupError(
    `There is no company ${companyId} in either environment; GET /v1/companies lists the companies of an account.`,
  )
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a directory',
  EROFS: 'the file system is read-only',
}

function inOneSentence(error: unknown, file: string): unknown {
  if (error instanceof NothingToExport)
    return new StartupError('There is nothing to export: no event matches the request.', { cause: error })
  const why = DISK_ERRORS[codeOf(error)]
  return why === undefined ? error : new StartupError(`${file} cannot be written: ${why}.`, { cause: error })
}
