import { type Command, Option } from 'commander'
import { type Reconciled, Reconciliation } from '../../audit/reconcile/reconcile.js'
import { postgresSentUploads } from '../../audit/reconcile/sent-uploads.js'
import { COUNTRY_CODES, countryOf } from '../../countries/registry.js'
import { systemClock } from '../../domain/clock.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { type Environment, ENVIRONMENTS } from '../../domain/event.js'
import { visible } from '../../domain/text.js'
import { gatewaysOf } from '../../host/start/ports.js'
import { PostgresCallBudgets } from '../../countries/gateway/postgres/call-budgets.js'
import { PostgresVault } from '../../storage/vault/postgres-vault.js'
import { StartupError } from '../../storage/startup-error.js'
import { instant } from './options.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { progressLine } from '../progress-line.js'
import { inSession, type Session } from '../session.js'
import { counted } from '../../domain/counted.js'

interface Options extends OutputOptions {
  readonly country?: CountryCode
  readonly account?: string
  readonly environment: Environment
  readonly from?: Date
  readonly to?: Date
}

const DAY_MS = 24 * 3_600_000
const USUAL_DAYS = 7
const PAGE = 500

/** Adds `clearway audit reconcile`. */
export function addReconcile(audit: Command, cli: CliRun): void {
  audit
    .command('reconcile')
    .description(
      'Compare three records of each invoice: the stored events, the government’s answer, and what the client was notified of.',
    )
    .addOption(new Option('--country <code>', 'only invoices of this country').choices(COUNTRY_CODES))
    .option('--account <id>', 'only invoices of this account, acc_…')
    .addOption(
      new Option('--environment <environment>', 'test: the simulated governments')
        .choices(ENVIRONMENTS)
        .default('production'),
    )
    .option(
      '--from <time>',
      `only invoices created at or after this time, ISO 8601; default ${USUAL_DAYS} days ago`,
      instant,
    )
    .option('--to <time>', 'only invoices created before this time; default now', instant)
    .option(
      '--json',
      'print one line of JSON for each invoice: {"invoiceId", "here", "there", "client", "differences", "notAsked", ...}',
    )
    .addHelpText(
      'after',
      `
The command only queries governments and sends nothing to them. It leaves a fifth of each government's calls to the service, and reports why an invoice was not queried.
Each invoice is looked up by its number. SdI's own channel (SDICoop) has no queries: there, its notifications are compared. Romania (60 days), Invoicetronic,
access points, French platforms and Chorus Pro also list their invoices, for companies with an invoice in the period. Exit status 1: differences were found.`,
    )
    .addHelpText(
      'after',
      examples('audit reconcile', 'audit reconcile --country RO --from 2026-11-01 --to 2026-12-01 --json'),
    )
    .action(async (options: Options) => {
      // Recorded before the command starts: it shows results while it runs.
      const act = { kind: 'change', action: 'audit reconcile', target: options.account ?? null } as const
      const totals = await inSession(cli, (session) => reconcile(cli, session, options), act)
      if (totals.differences > 0) cli.status = 1
      const text = `${counted(totals.invoices, 'invoice')}: ${counted(totals.differences, 'difference')}; the government was not queried about ${totals.notAsked}.`
      if (options.json) cli.printNote(options, text)
      else cli.printResult(options, null, () => text)
    })
}

async function reconcile(cli: CliRun, session: Session, options: Options) {
  const { store, pool, documents, config, secretsKeys, log } = session
  const to = options.to ?? systemClock.now()
  const from = options.from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS)
  if (from >= to) throw new StartupError('--from must be before --to.')
  const reconciliation = new Reconciliation({
    store,
    documents,
    vault: new PostgresVault(pool, await secretsKeys()),
    countryOf,
    countrySettings: config.countrySettings,
    gatewayFor: gatewaysOf(config, pool, log),
    budgets: new PostgresCallBudgets(pool),
    now: () => systemClock.now(),
    sentUploads: postgresSentUploads(pool),
  })
  const progress = progressLine(cli, options)
  const totals = { invoices: 0, differences: 0, notAsked: 0 }
  const show = (line: Reconciled): void => {
    totals.differences += line.differences.length
    if (line.notAsked !== null) totals.notAsked += 1
    progress.end()
    cli.printResult(options, line, () => inWords(line))
  }
  for await (const listed of invoicesOf(session, options, from, to)) {
    const line = await reconciliation.invoice(listed)
    if (line === null) continue
    totals.invoices += 1
    show(line)
    progress.show(counted(totals.invoices, 'invoice'))
    if (await cli.outputIsClosed()) return totals
  }
  for await (const line of reconciliation.unknownHere(from)) show(line)
  progress.end()
  return totals
}

/** From the read model, oldest first. */
async function* invoicesOf({ db }: Session, options: Options, from: Date, to: Date) {
  const { environment, account, country } = options
  let after = { created_at: from.toISOString(), id: '' }
  for (;;) {
    let query = db
      .selectFrom('read.invoices')
      .select(['id', 'account', 'environment', 'created_at'])
      .where('environment', '=', environment)
      .where('created_at', '<', to.toISOString())
      .where((both) => both(both.refTuple('created_at', 'id'), '>', both.tuple(after.created_at, after.id)))
    if (account !== undefined) query = query.where('account', '=', account)
    if (country !== undefined) query = query.where('country', '=', country)
    const rows = await query.orderBy('created_at').orderBy('id').limit(PAGE).execute()
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { created_at: new Date(last.created_at).toISOString(), id: last.id }
  }
}

function inWords({
  invoiceId,
  account,
  country,
  number,
  here,
  there,
  client,
  differences,
  notAsked,
}: Reconciled): string {
  if (invoiceId === null && there === null)
    return `not queried: ${country} list of uploads of ${account}: ${visible(notAsked ?? '')}`
  const name = invoiceId === null ? `(an upload of ${account})` : `${invoiceId} ${visible(number ?? '')}`
  return [
    `${differences.length > 0 ? 'DIFFERS' : there !== null || notAsked === null ? 'same' : 'not queried'}: ${country} ${name}: here ${here}, there ${there ?? 'unknown'}, client ${NOTIFIED[client]}`,
    ...differences.map(({ kind, detail }) => `  ${kind}: ${visible(detail)}`),
    ...(notAsked === null ? [] : [`  the government was not queried: ${visible(notAsked)}`]),
  ].join('\n')
}

const NOTIFIED = {
  none: 'has no webhook for it',
  pending: 'is being notified',
  succeeded: 'notified',
  failed: 'not notified',
  cancelled: 'not notified',
} as const
