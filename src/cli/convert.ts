import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Command, Option } from 'commander'
import { convertDocument } from '../documents/conversion/convert.js'
import {
  type Converted,
  type RefusedConversion,
  type ResultVerdict,
  type Target,
  TARGETS,
} from '../documents/conversion/conversion.js'
import type { Loss } from '../documents/conversion/loss.js'
import { isPdf } from '../einvoice/pdf/read-pdf.js'
import { COUNTRY_CODES, countryOf } from '../countries/registry.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { invoicingCountry } from '../documents/intake/accept-invoice.js'
import type { CliRun } from './cli-run.js'
import { isDocument } from './documents.js'
import { bytesOrReport, nameOf, type ReadOptions, sourcesOf } from './files.js'
import { examples, visible } from './output.js'
import { type Fillers, inWords, readBody, readInvoice } from './read-invoice.js'
import { codeOf, messageOf } from '../domain/caught.js'

interface ConvertOptions extends ReadOptions, Fillers {
  readonly to?: Target
  readonly country?: CountryCode
  readonly lossless?: boolean
  readonly out?: string
}

/** Adds `clearway convert`. */
export function addConvertCommand(command: Command, cli: CliRun): void {
  command
    .argument('<files...>', 'files to convert; - is standard input')
    .addOption(new Option('--to <format>', 'format of the result').choices(TARGETS))
    .addOption(
      new Option(
        '--country <country>',
        'country whose profile the result uses; default the country of the invoice',
      ).choices(COUNTRY_CODES),
    )
    .option('--lossless', 'refuse a conversion that loses information')
    .option('--out <directory>', 'write each result to a file in this directory, named after its source')
    .option('--number <number>', 'invoice number (BT-1) for an invoice in JSON without one')
    .option('--issue-date <date>', 'issue date, YYYY-MM-DD, for an invoice in JSON without one; default today')
    .option('--ndjson', 'each line of a file is an invoice')
    .option(
      '--json',
      'print {"file", "format", "document", "losses"} for each invoice, one per line (with --out "written" instead of "document"; "valid": false, "profile" and "findings" if only the source is valid; without --to {"file", "xml"})',
    )
    .addHelpText(
      'after',
      examples(
        'convert invoice.json > invoice.xml',
        'convert --number F-17 - < invoice.json',
        'convert --to cii invoice-ubl.xml > invoice-cii.xml',
        'convert --to json --country FR --lossless --out converted *.xml',
      ),
    )
    .action(async (files: readonly string[], options: ConvertOptions, command: Command) => {
      if (options.to === undefined) refuseWithoutTarget(options, command)
      for (const file of files) {
        const bytes = await bytesOrReport(cli, file, options)
        if (bytes === null) continue
        for (const each of inFile(file, bytes, options)) {
          if (options.to === undefined) toCountrysFormat(cli, each, options)
          else await toFormat(cli, each, options.to, options)
          if (await cli.outputIsClosed()) return
        }
      }
    })
}

/** One invoice of a file: an XML document or a JSON text. */
interface Given {
  readonly name: string
  readonly content: string | Uint8Array
}

function inFile(file: string, bytes: Buffer, options: ConvertOptions): readonly Given[] {
  if (!options.ndjson && (isDocument(file, bytes) || isPdf(bytes))) return [{ name: nameOf(file), content: bytes }]
  return sourcesOf(file, bytes.toString('utf8'), options).map(({ name, text }) => ({ name, content: text }))
}

function refuseWithoutTarget({ country, lossless, out }: ConvertOptions, command: Command): void {
  if (country !== undefined || lossless === true || out !== undefined)
    command.error('error: --country, --lossless and --out need --to')
}

function toCountrysFormat(cli: CliRun, { name, content }: Given, options: ConvertOptions): void {
  const { number, issueDate } = options
  if (typeof content !== 'string') {
    cli.printError(options, `${name} is an XML document; name the target format with --to.`)
    return
  }
  const read = readInvoice(content, { number, issueDate })
  if ('errors' in read) {
    cli.printError(options, `${name} cannot be converted`, read.errors.map(inWords))
    return
  }
  const { accepted, attachments } = read
  const { invoicing } = invoicingCountry(accepted, countryOf)
  const contents = attachments.map(({ bytes }) => bytes)
  const { xml } = invoicing.convert(accepted, contents, new Date())
  cli.printResult(options, { file: name, xml }, () => xml)
}

async function toFormat(cli: CliRun, { name, content }: Given, to: Target, options: ConvertOptions): Promise<void> {
  const { out } = options
  const made = converted(content, to, options)
  if ('refused' in made) {
    cli.printError(options, `${name} cannot be converted`, made.refused.map(inWords))
    return
  }
  const { format, document, losses, lossesTotal, verdict } = made
  if (!options.json) for (const loss of losses) cli.printNote(options, visible(`${name}: ${inSentence(loss)}`))
  if (lossesTotal > losses.length) cli.printNote(options, `${name}: ${lossesTotal - losses.length} more losses.`)
  if (verdict !== undefined && !options.json) reportInvalid(cli, name, verdict, options)
  const judged = verdict && { valid: false, profile: profileIn(verdict), findings: verdict.judgement.findings }
  if (out === undefined) {
    cli.printResult(options, { file: name, format, document, losses, ...judged }, () => document)
    return
  }
  const written = join(out, resultName(name, to))
  if (await wrote(cli, written, out, document, options))
    cli.printResult(options, { file: name, format, written, losses, ...judged }, () => '')
}

/** Of a valid source the result is not. */
function reportInvalid(cli: CliRun, name: string, verdict: ResultVerdict, options: ConvertOptions): void {
  const by = `by profile ${profileIn(verdict) ?? 'of no country'}`
  cli.printNote(options, `${name} is valid, but its conversion is not, ${by}:`)
  for (const { rule, severity, path, message } of verdict.judgement.findings)
    if (severity === 'fatal') cli.printNote(options, visible(`  ${rule} ${path}: ${message}`))
}

function profileIn(verdict: ResultVerdict): string | null {
  return verdict.of === 'xml' ? verdict.judgement.profile : verdict.profile
}

function converted(content: Given['content'], to: Target, options: ConvertOptions): Converted | RefusedConversion {
  const { number, issueDate, country, lossless } = options
  const how = { to, country, lossless, now: new Date() }
  if (typeof content !== 'string') return convertDocument({ kind: 'xml', xml: content }, how)
  const read = readBody(content, { number, issueDate })
  return 'errors' in read ? { refused: read.errors } : convertDocument({ kind: 'json', body: read.body }, how)
}

function inSentence({ path, line, message, changes }: Loss): string {
  const place = [line === undefined ? '' : `line ${line}`, path].filter((part) => part !== '').join(', ')
  const whole = changes === undefined ? message : `${message} This touches an amount.`
  return place === '' ? whole : `${place}: ${whole}`
}

/** `invoice.cii.xml` for `folder/invoice.xml`: never the name of the source. */
function resultName(name: string, to: Target): string {
  const base = basename(name)
    .replace(/\.(?:xml|json|ndjson)(?=$|:)/i, '')
    .replace(/[: ]/g, '-')
  return to === 'json' ? `${base}.json` : `${base}.${to}.xml`
}

/** Writes the file and returns whether it could; an existing file is left unchanged. */
async function wrote(
  cli: CliRun,
  path: string,
  folder: string,
  document: string,
  options: ConvertOptions,
): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(path, document, { flag: 'wx' })
    return true
  } catch (error) {
    const why = codeOf(error) === 'EEXIST' ? 'the file already exists' : messageOf(error)
    cli.printError(options, `${path} cannot be written: ${why}.`)
    return false
  }
}
