import { type Command, Option } from 'commander'
import { DOCUMENT_PROFILES, type DocumentProfileName } from '../countries/document-profiles.js'
import { countryOf } from '../countries/registry.js'
import { todayIn } from '../domain/calendar.js'
import { type Detail, ApiError } from '../http/errors.js'
import { invoicingCountry, type Intake, takeIn } from '../http/invoice-intake.js'
import { parseJsonBody } from '../http/json-body.js'
import { InvoiceBody } from '../http/schemas/invoice-input.js'
import { compileCheck } from '../http/validation/check.js'
import { isDocument, readBytes, validateDocument } from './documents.js'

const checkBody = compileCheck(InvoiceBody)

/** One invoice of a file: its place, and its text. */
interface Source {
  /** The file, with the line for newline-delimited JSON. */
  readonly name: string
  readonly text: string
}

interface ReadOptions {
  readonly ndjson?: boolean
}

interface ValidateOptions extends ReadOptions {
  readonly json?: boolean
  readonly profile?: DocumentProfileName
}

export function addInvoiceCommands(program: Command): void {
  program
    .command('validate')
    .description(
      'Judge invoices in the JSON of POST /v1/invoices, or documents in UBL or CII. Needs no server. Status 1 when one is invalid.',
    )
    .argument('<files...>', '- is standard input')
    .option(
      '--json',
      'print {"valid", "errors"} (of XML: {"file", "profile", "valid", "findings"}) for each invoice, one a line',
    )
    .option('--ndjson', 'each line of a file is an invoice')
    .addOption(
      new Option(
        '--profile <profile>',
        'of XML: by which rules; default as the document claims (BT-24), else fr between two parties in France, else en',
      ).choices(DOCUMENT_PROFILES),
    )
    .action((files: readonly string[], options: ValidateOptions) => {
      const read = files.map((file) => ({ file, bytes: readBytes(file) }))
      const documents = options.ndjson ? [] : read.filter(({ file, bytes }) => isDocument(file, bytes))
      for (const { file, bytes } of documents)
        if (!validateDocument(file, bytes, { profile: options.profile, json: options.json ?? false }))
          process.exitCode = 1
      const sources = read
        .filter((each) => !documents.includes(each))
        .flatMap(({ file, bytes }) => sourcesOf(file, bytes.toString('utf8'), options))
      for (const { name, text } of sources) {
        const { valid, errors } = judge(text)
        if (!valid) process.exitCode = 1
        if (options.json)
          console.log(
            JSON.stringify({ valid, errors, ...((files.length > 1 || sources.length > 1) && { file: name }) }),
          )
        else console.log([`${name}: ${valid ? 'valid' : 'invalid'}`, ...errors.map((error) => `  ${error}`)].join('\n'))
      }
    })

  program
    .command('convert')
    .description(
      'Print the XML of invoices in the JSON of POST /v1/invoices, also of those that break rules. Needs no server.',
    )
    .argument('<files...>', '- is standard input')
    .option('--number <number>', 'invoice number (BT-1), where the invoice has none')
    .option('--issue-date <date>', 'YYYY-MM-DD, where the invoice has none; default today')
    .option('--ndjson', 'each line of a file is an invoice')
    .action(
      (files: readonly string[], options: ReadOptions & { readonly number?: string; readonly issueDate?: string }) => {
        for (const { name, text } of readSources(files, options)) {
          const read = readInvoice(text, { number: options.number, issueDate: options.issueDate })
          if ('errors' in read) {
            console.error([`${name} can't be converted:`, ...read.errors.map((error) => `  ${error}`)].join('\n'))
            process.exitCode = 1
            continue
          }
          const { accepted, attachments } = read
          const { invoicing } = invoicingCountry(accepted, countryOf)
          console.log(
            invoicing.convert(
              accepted,
              attachments.map(({ bytes }) => bytes),
            ).xml,
          )
        }
      },
    )
}

function judge(text: string): { readonly valid: boolean; readonly errors: readonly string[] } {
  const read = readInvoice(text, {})
  if ('errors' in read) return { valid: false, errors: read.errors }
  const { invoicing, timeZone } = invoicingCountry(read.accepted, countryOf)
  const { valid, findings } = invoicing.validate(read.accepted, { today: todayIn(timeZone, new Date()) })
  const fatal = findings.filter(({ severity }) => severity === 'fatal')
  return { valid, errors: fatal.map(({ rule, message }) => `${rule}: ${message}`) }
}

interface Fillers {
  readonly number?: string | undefined
  readonly issueDate?: string | undefined
}

/** Reads an invoice as the API would, with the same words for what is wrong with its fields. */
function readInvoice(text: string, fillers: Fillers): Intake | { readonly errors: readonly string[] } {
  try {
    const { value, faults } = parseJsonBody(Buffer.from(text, 'utf8'))
    const body = fill(value, fillers)
    const details: Detail[] = [...faults]
    checkBody(body, '', details)
    if (details.length > 0) return { errors: details.map(inWords) }
    const invoiceBody = body as InvoiceBody
    invoicingCountry(invoiceBody, countryOf)
    const { precedingInvoice } = invoiceBody
    if (precedingInvoice && 'id' in precedingInvoice && precedingInvoice.id !== undefined) {
      return {
        errors: ['precedingInvoice.id needs the server that knows the invoice; give precedingInvoice.number instead'],
      }
    }
    const preceding = precedingInvoice as Intake['accepted']['precedingInvoice']
    return takeIn(invoiceBody, { countryOf, now: new Date(), invoiceId: text, environment: null, preceding })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { errors: error.details?.map(inWords) ?? [error.message] }
  }
}

function fill(value: unknown, fillers: Fillers): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { number, issueDate } = fillers
  return { ...(number !== undefined && { number }), ...(issueDate !== undefined && { issueDate }), ...value }
}

function inWords({ path, message }: Detail): string {
  return path === '' ? message : `${path}: ${message}`
}

function readSources(files: readonly string[], options: ReadOptions): readonly Source[] {
  return files.flatMap((file) => sourcesOf(file, readBytes(file).toString('utf8'), options))
}

function sourcesOf(file: string, text: string, { ndjson }: ReadOptions): readonly Source[] {
  const name = file === '-' ? 'standard input' : file
  if (!ndjson) return [{ name, text }]
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ name: `${name}:${index + 1}`, text: line }]))
}
