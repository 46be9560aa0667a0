import { type Command, Option } from 'commander'
import { PROFILE_NAMES } from '../countries/profiles.js'
import { countryOf } from '../countries/registry.js'
import { todayIn } from '../domain/calendar.js'
import { type Detail, Refusal } from '../domain/refusal.js'
import { acceptInvoice, type InvoiceAndAttachments, invoicingCountry } from '../intake/accept-invoice.js'
import { parseJsonBody } from '../intake/json-body.js'
import { InvoiceBody } from '../intake/schemas/invoice-input.js'
import { compileCheck } from '../intake/check.js'
import { inStrings } from '../einvoice/judgement.js'
import { isDocument, judgeDocumentFile, readBytes } from './documents.js'
import { inLines, type Verdict } from './verdicts.js'

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
  readonly profile?: string
}

/** The commands that need no server. */
export const INVOICE_COMMANDS: readonly string[] = ['validate', 'convert', 'render']

/** Adds `clearway validate`, `clearway convert` and `clearway render`. */
export function addInvoiceCommands(program: Command): void {
  program
    .command('validate')
    .description(
      'Judge invoices in the JSON of POST /v1/invoices, or documents in UBL or CII, and print of each file what is wrong, where, and what to do; warnings ' +
        'too. Needs no server. Status 1 when one is invalid or can not be read.',
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
      ).choices(PROFILE_NAMES),
    )
    .action((files: readonly string[], options: ValidateOptions) => {
      for (const verdict of verdicts(files, options)) {
        if (!verdict.valid) process.exitCode = 1
        console.log(options.json ? JSON.stringify(verdict.asJson()) : inLines(verdict))
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
            console.error(
              [`${name} can't be converted:`, ...read.errors.map((error) => `  ${inWords(error)}`)].join('\n'),
            )
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

/**
 * File by file, in the order in which they were given. One that can't be read is a sentence on
 * standard error, and the others are judged all the same.
 */
function* verdicts(files: readonly string[], options: ValidateOptions): Generator<Verdict> {
  for (const file of files) {
    const bytes = bytesOrComplaint(file)
    if (bytes === null) continue
    if (!options.ndjson && isDocument(file, bytes)) {
      yield judgeDocumentFile(nameOf(file), bytes, options.profile)
      continue
    }
    const sources = sourcesOf(file, bytes.toString('utf8'), options)
    const isOneOfMany = files.length > 1 || sources.length > 1
    for (const source of sources) yield judgeInvoice(source, isOneOfMany)
  }
}

/** The bytes of a file; null where it can't be read, which is then told on standard error. */
export function bytesOrComplaint(file: string): Buffer | null {
  try {
    return readBytes(file)
  } catch (error) {
    const reason = READ_ERRORS[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message
    console.error(`${nameOf(file)} can't be read: ${reason}.`)
    process.exitCode = 1
    return null
  }
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
}

function judgeInvoice({ name, text }: Source, isOneOfMany: boolean): Verdict {
  const read = readInvoice(text, {})
  const inJson = (valid: boolean, errors: readonly string[]) => () => ({
    valid,
    errors,
    ...(isOneOfMany && { file: name }),
  })
  if ('errors' in read) {
    return {
      name,
      by: '',
      valid: false,
      findingsTotal: read.errors.length,
      asJson: inJson(false, read.errors.map(inWords)),
      findings: read.errors.map(({ path, message }) => ({
        rule: '',
        flag: 'fatal',
        place: path,
        message,
        fix: '',
      })),
    }
  }
  const { invoicing, timeZone } = invoicingCountry(read.accepted, countryOf)
  const judgement = invoicing.validate(read.accepted, { today: todayIn(timeZone, new Date()) })
  const { valid, findings, findingsTotal } = judgement
  return {
    name,
    by: '',
    valid,
    findingsTotal,
    asJson: inJson(valid, inStrings(judgement).errors),
    findings: findings.map(({ rule, severity, path, message, fix }) => ({
      rule,
      flag: severity,
      place: path,
      message,
      fix,
    })),
  }
}

/** What the service would fill in. */
export interface Fillers {
  readonly number?: string | undefined
  readonly issueDate?: string | undefined
}

/** Reads an invoice as the API would, with the same words for what is wrong with its fields. */
export function readInvoice(
  text: string,
  fillers: Fillers,
): InvoiceAndAttachments | { readonly errors: readonly Detail[] } {
  try {
    const { value, faults } = parseJsonBody(Buffer.from(text, 'utf8'))
    const body = fill(value, fillers)
    const details: Detail[] = [...faults]
    checkBody(body, '', details)
    if (details.length > 0) return { errors: details }
    const invoiceBody = body as InvoiceBody
    invoicingCountry(invoiceBody, countryOf)
    const { precedingInvoice } = invoiceBody
    if (precedingInvoice && 'id' in precedingInvoice && precedingInvoice.id !== undefined) {
      return {
        errors: [
          {
            path: 'precedingInvoice.id',
            message: 'needs the server that knows the invoice; give precedingInvoice.number instead',
          },
        ],
      }
    }
    const preceding = precedingInvoice as InvoiceAndAttachments['accepted']['precedingInvoice']
    return acceptInvoice(invoiceBody, { countryOf, now: new Date(), invoiceId: text, environment: null, preceding })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { errors: error.details }
  }
}

function fill(value: unknown, fillers: Fillers): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { number, issueDate } = fillers
  return { ...(number !== undefined && { number }), ...(issueDate !== undefined && { issueDate }), ...value }
}

/** What is wrong with a field, on one line. */
export function inWords({ path, message }: Detail): string {
  return path === '' ? message : `${path}: ${message}`
}

function readSources(files: readonly string[], options: ReadOptions): readonly Source[] {
  return files.flatMap((file) => {
    const bytes = bytesOrComplaint(file)
    return bytes === null ? [] : sourcesOf(file, bytes.toString('utf8'), options)
  })
}

function sourcesOf(file: string, text: string, { ndjson }: ReadOptions): readonly Source[] {
  const name = nameOf(file)
  if (!ndjson) return [{ name, text }]
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ name: `${name}:${index + 1}`, text: line }]))
}

/** The file as messages name it. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file
}
