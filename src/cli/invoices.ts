import { type Command, Option } from 'commander'
import { PROFILE_NAMES } from '../countries/judging/profiles.js'
import { countryOf } from '../countries/registry.js'
import { underRomanianLaw } from '../countries/ro/law.js'
import { isPdf } from '../einvoice/pdf/read-pdf.js'
import { todayIn } from '../domain/calendar.js'
import { inStrings } from '../einvoice/rules/judgement.js'
import { eachFaultOnce } from '../einvoice/rules/repeats.js'
import { invoicingCountry } from '../documents/intake/accept-invoice.js'
import type { CliRun } from './cli-run.js'
import { isDocument, judgeDocumentFile } from './documents.js'
import { bytesOrReport, nameOf, type ReadOptions, type Source, sourcesOf } from './files.js'
import { examples } from './output.js'
import { inWords, readInvoice } from './read-invoice.js'
import { inLines, type PrintedVerdict } from './verdicts.js'

interface ValidateOptions extends ReadOptions {
  readonly profile?: string
}

/** Adds `clearway validate`. */
export function addValidateCommand(command: Command, cli: CliRun): void {
  command
    .argument('<files...>', 'files to check; - is standard input')
    .option(
      '--json',
      'print {"valid", "errors"} (of XML: {"file", "profile", "valid", "findings"}) for each invoice, one per line',
    )
    .option('--ndjson', 'each line of a file is an invoice')
    .addOption(
      new Option(
        '--profile <profile>',
        'rules to check XML against; default the profile it claims (BT-24), else fr between two parties in France, else en; factur-x-en16931 has no id of its own',
      ).choices(PROFILE_NAMES),
    )
    .addHelpText(
      'after',
      examples(
        'validate invoice.json',
        'validate --json --profile de invoice.xml',
        'validate --ndjson invoices.ndjson',
      ),
    )
    .action(async (files: readonly string[], options: ValidateOptions) => {
      for await (const verdict of verdicts(cli, files, options)) {
        if (!verdict.valid) cli.status = 1
        cli.printResult(options, options.json ? verdict.asJson() : null, () => inLines(verdict))
        if (await cli.outputIsClosed()) return
      }
    })
}

/**
 * Checks the files in the given order. A file that can't be read is reported on standard error,
 * and the others are still checked.
 */
async function* verdicts(
  cli: CliRun,
  files: readonly string[],
  options: ValidateOptions,
): AsyncGenerator<PrintedVerdict> {
  for (const file of files) {
    const bytes = await bytesOrReport(cli, file, options)
    if (bytes === null) continue
    if (!options.ndjson && (isDocument(file, bytes) || isPdf(bytes))) {
      yield judgeDocumentFile(nameOf(file), bytes, options.profile)
      continue
    }
    const sources = sourcesOf(file, bytes.toString('utf8'), options)
    const isOneOfMany = files.length > 1 || sources.length > 1
    for (const source of sources) yield judgeInvoice(source, isOneOfMany, cli.env)
  }
}

function judgeInvoice({ name, text }: Source, isOneOfMany: boolean, settings: CliRun['env']): PrintedVerdict {
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
  const judgement = eachFaultOnce(
    underRomanianLaw(invoicing.validate(read.accepted, { today: todayIn(timeZone, new Date()) }), settings),
  )
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
