import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')

/** Files that parse XML in the main thread, with what bounds it. */
const IN_THE_MAIN_THREAD: Readonly<Record<string, string>> = {
  'src/countries/it/sdi/answer-desk.ts': "SdI's own server, 256 KB at most",
  'src/countries/peppol/access-point/lookup.ts': 'a register of the network, 512 KB at most',
  'src/countries/pl/ksef/receipt.ts': "KSeF's own server, 4 MB at most; a receipt of one invoice has 10 KB",
  'src/countries/ro/anaf/answers.ts': "ANAF's own server, 4 MB at most; an answer has 1 KB",
  'src/documents/logos/svg.ts': 'the logo of a company, 512 KB at most, and few changes of one company a minute',
}

/** Reads a document or a message for a reader that a thread runs, or for judges in threads. */
const FOR_THREADS = [
  'src/countries/fr/cdar-reader.ts',
  'src/countries/it/receiving/invoices-in-file.ts',
  'src/countries/it/receiving/opened-file.ts',
  'src/countries/it/sdi/notification.ts',
  'src/countries/it/sdi/signed.ts',
  'src/countries/it/sdi/soap.ts',
  'src/countries/judging/hybrid-container.ts',
  'src/countries/peppol/access-point/business-document.ts',
  'src/countries/peppol/access-point/payload.ts',
  'src/countries/peppol/access-point/route.ts',
  'src/countries/ro/anaf/message-to-seller.ts',
  'src/einvoice/syntax/invoice-document.ts',
]

t.test('each file that parses XML is read in threads, or bounded', (t) => {
  const parsing = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /^import \{[^}]*\bparseXml(OrNull)?\b/m.test(readFileSync(join(ROOT, name), 'utf8')))
  t.strictSame(parsing.sort(), [...Object.keys(IN_THE_MAIN_THREAD), ...FOR_THREADS].sort())
  t.end()
})
