import { type Command, InvalidArgumentError, Option } from 'commander'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { RECEIVED_STATUSES } from '../../domain/received.js'
import { apiAddress, LOCAL_API } from '../api-address.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import type { ReceivedCall } from './run.js'

/** How the service is called, and which invoices are meant. */
interface CallOptions extends OutputOptions {
  readonly api?: string
  readonly apiKeyFile?: string
  readonly company?: string
  readonly country?: string
  readonly status?: string
  readonly supplier?: string
  readonly search?: string
  readonly from?: string
  readonly to?: string
}

interface ExportOptions extends CallOptions {
  readonly output: string
  readonly pdf: boolean
}

const STANDARD_LIMIT = 50

/** Adds `clearway received list`, `show` and `export`. */
export function addReceivedCommands(command: Command, cli: CliRun): void {
  addList(command, cli)
  addShow(command, cli)
  addExport(command, cli)
}

function addList(command: Command, cli: CliRun): void {
  filtered(command.command('list'))
    .description('List received invoices of the account and environment of your API key, newest first.')
    .option('--limit <number>', `most invoices to list; default ${STANDARD_LIMIT}`, wholeNumber, STANDARD_LIMIT)
    .option('--json', 'print {"received": […]}, each as GET /v1/received shows it')
    .addHelpText('after', examples('received list', 'received list --status received --supplier RO18547290 --json'))
    .action(async (options: CallOptions & { readonly limit: number }, self: Command) => {
      const call = callOf(options, cli, self)
      const { listReceived } = await import('./run.js')
      await listReceived(cli, call, options.limit)
    })
}

function addShow(command: Command, cli: CliRun): void {
  reaching(command.command('show'))
    .description('Show a received invoice: its head, what was found, its documents and its timeline.')
    .argument('<id>', 'rcv_…')
    .option(
      '--json',
      'print {"received", "documents", "events", "responses"}: what GET /v1/received/{id} and the paths below it show',
    )
    .addHelpText('after', examples('received show rcv_1BvHt8qXk5NzR3wLc9YdSm'))
    .action(async (id: string, options: CallOptions, self: Command) => {
      const call = callOf(options, cli, self)
      const { showReceived } = await import('./run.js')
      await showReceived(cli, call, id)
    })
}

function addExport(command: Command, cli: CliRun): void {
  filtered(command.command('export'))
    .description(
      'Write received invoices to a directory: a folder for each with its JSON and all its documents, and received.csv, a table of them. ' +
        'Called again, it fetches only what is new or has changed.',
    )
    .requiredOption('-o, --output <directory>', 'directory to write to; it is created')
    .option('--no-pdf', 'leave out the PDF that the service makes of each')
    .option('--json', 'print {"directory", "invoices", "written", "unchanged"}')
    .addHelpText(
      'after',
      `${examples('received export -o purchases', 'received export -o 2026-03 --from 2026-03-01 --to 2026-04-01 --no-pdf')}

The documents come from suppliers: open them with care. They name suppliers and amounts: protect the directory like your invoices.`,
    )
    .action(async (options: ExportOptions, self: Command) => {
      const call = callOf(options, cli, self)
      const { exportReceived } = await import('./run.js')
      await exportReceived(cli, call, { directory: options.output, withPdf: options.pdf })
    })
}

function reaching(command: Command): Command {
  return command
    .option('--api <url>', `address of the service; default CLEARWAY_API, else ${LOCAL_API}`)
    .option('--api-key-file <file>', 'file with the API key; default CLEARWAY_API_KEY, else a prompt')
}

function filtered(command: Command): Command {
  return reaching(command)
    .option('--company <id>', 'only those that came to this company, comp_…')
    .addOption(new Option('--country <country>', 'only documents of this country').choices(COUNTRY_CODES))
    .addOption(new Option('--status <status>', 'only those in this status').choices(RECEIVED_STATUSES))
    .option('--supplier <vat>', 'only those of the supplier with this VAT number, with its prefix')
    .option('--search <text>', 'only those whose number, supplier’s name or VAT number contains this text')
    .option('--from <time>', 'only those recorded after this time, ISO 8601')
    .option('--to <time>', 'only those recorded before this time, ISO 8601')
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}

function callOf(options: CallOptions, { env }: CliRun, command: Command): ReceivedCall {
  const { api, apiKeyFile = null, json = false, company, country, status, supplier, search, from, to } = options
  const filters = { companyId: company, country, status, supplierVat: supplier, search, dateFrom: from, dateTo: to }
  return {
    json,
    api: apiAddress(api, env, (problem) => command.error(problem, { exitCode: 2 })),
    apiKey: env['CLEARWAY_API_KEY']?.trim() || null,
    apiKeyFile,
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}
