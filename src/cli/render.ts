import { createHash } from 'node:crypto'
import { type Command, Option } from 'commander'
import { countryOf } from '../countries/registry.js'
import { type Language, LANGUAGES } from '../domain/language.js'
import { invoicingCountry } from '../intake/accept-invoice.js'
import { renderingHere } from '../rendering/here.js'
import { bytesOrComplaint, type Fillers, inWords, nameOf, readInvoice } from './invoices.js'

interface RenderOptions extends Fillers {
  readonly language?: Language
}

/** Adds `clearway render`. */
export function addRenderCommand(program: Command): void {
  program
    .command('render')
    .description(
      'Write an invoice in the JSON of POST /v1/invoices as a PDF to standard output, with its XML attached; also one that breaks rules. Needs no server.',
    )
    .argument('<file>', '- is standard input')
    .addOption(
      new Option('--language <language>', "of the page; default that of the invoice's country").choices(LANGUAGES),
    )
    .option('--number <number>', 'invoice number (BT-1), where the invoice has none')
    .option('--issue-date <date>', 'YYYY-MM-DD, where the invoice has none; default today')
    .action(async (file: string, options: RenderOptions) => {
      const bytes = bytesOrComplaint(file)
      if (bytes !== null) await render(nameOf(file), bytes.toString('utf8'), options)
    })
}

async function render(name: string, text: string, { language, ...fillers }: RenderOptions): Promise<void> {
  const read = readInvoice(text, fillers)
  if ('errors' in read) {
    console.error([`${name} can't be rendered:`, ...read.errors.map((error) => `  ${inWords(error)}`)].join('\n'))
    process.exitCode = 1
    return
  }
  const { accepted, attachments } = read
  const country = invoicingCountry(accepted, countryOf)
  const contents = attachments.map(({ bytes }) => bytes)
  const xml = Buffer.from(country.invoicing.convert(accepted, contents).xml, 'utf8')
  const pdf = await renderingHere.pdf(
    { account: '', whenBusy: 'wait' },
    {
      country: accepted.country,
      invoice: accepted,
      language: language ?? country.language,
      // The same invoice gives the same bytes here too.
      state: { environment: null, status: null, governmentNumber: null, at: `${accepted.issueDate}T00:00:00Z` },
      xml: { bytes: xml, sha256: createHash('sha256').update(xml).digest('hex') },
    },
  )
  process.stdout.write(pdf)
}
