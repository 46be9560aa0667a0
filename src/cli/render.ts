import { createHash } from 'node:crypto'
import { type Command, Option } from 'commander'
import { countryOf } from '../countries/registry.js'
import { type Language, LANGUAGES } from '../domain/language.js'
import { invoicingCountry } from '../documents/intake/accept-invoice.js'
import { renderInProcess } from '../documents/rendering/in-process.js'
import type { CliRun } from './cli-run.js'
import { bytesOrReport, nameOf } from './files.js'
import { examples, type OutputOptions } from './output.js'
import { type Fillers, inWords, readInvoice } from './read-invoice.js'

interface RenderOptions extends Fillers, OutputOptions {
  readonly language?: Language
}

/** Adds `clearway render`. */
export function addRenderCommand(command: Command, cli: CliRun): void {
  command
    .argument('<file>', 'file to render; - is standard input')
    .addOption(
      new Option(
        '--language <language>',
        "language of the page; default the language of the invoice's country",
      ).choices(LANGUAGES),
    )
    .option('--number <number>', 'invoice number (BT-1) for an invoice without one')
    .option('--issue-date <date>', 'issue date, YYYY-MM-DD, for an invoice without one; default today')
    .option('--json', 'print {"file", "bytes", "sha256", "pdf"}: the PDF in Base64, with its size and SHA-256 (hex)')
    .addHelpText('after', examples('render invoice.json > invoice.pdf', 'render --language en - < invoice.json'))
    .action(async (file: string, options: RenderOptions) => {
      const bytes = await bytesOrReport(cli, file, options)
      if (bytes !== null) await render(cli, nameOf(file), bytes.toString('utf8'), options)
    })
}

async function render(cli: CliRun, name: string, text: string, options: RenderOptions): Promise<void> {
  const { language, number, issueDate } = options
  const read = readInvoice(text, { number, issueDate })
  if ('errors' in read) {
    cli.printError(options, `${name} cannot be rendered`, read.errors.map(inWords))
    return
  }
  const { accepted, attachments } = read
  const country = invoicingCountry(accepted, countryOf)
  const contents = attachments.map(({ bytes }) => bytes)
  const xml = Buffer.from(country.invoicing.convert(accepted, contents).xml, 'utf8')
  const { pdf, missing } = await renderInProcess.pages(
    { account: '', whenBusy: 'wait' },
    {
      country: accepted.country,
      invoice: accepted,
      language: language ?? country.language,
      // The same invoice must produce the same bytes here too.
      state: { environment: null, status: null, governmentNumber: null, at: `${accepted.issueDate}T00:00:00Z` },
      xml: { bytes: xml, sha256: sha256(xml) },
    },
  )
  if (missing.length > 0) cli.stderr.write(`No font has ${missing.join(' ')}: the page shows � there.\n`)
  if (!options.json) cli.stdout.write(pdf)
  else {
    const value = { file: name, bytes: pdf.length, sha256: sha256(pdf), pdf: Buffer.from(pdf).toString('base64') }
    cli.printResult(options, value, () => '')
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
