import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Country, Invoicing } from '../../../src/countries/country.js'
import { COUNTRIES } from '../../../src/countries/registry.js'
import { checked } from '../../../src/countries/pl/ksef-number.js'
import { fold } from '../../../src/countries/rejections/fold.js'
import type { RejectionCatalogue } from '../../../src/countries/rejections/rejection.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { Fault } from '../../../src/domain/invoice.js'
import { lengthOf } from '../../../src/domain/text.js'
import { explained } from '../../../src/processors/work/faults.js'
import { hostileText } from '../../support/random/hostile-texts.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { ROOT } from '../accepted-sample.js'
import { DECISION_SECONDS, simulated } from '../simulated.js'
import { type Collected, COLLECTED, rulesOf } from './catalogues.js'

const SHARED = process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared')

/** Placeholders for values in lists of messages. */
const PLACEHOLDER = /\{\w*\}|%[sd]|…|<(?:idx|id|value|name|number)>/
/** Tax numbers, numbers of documents, references, dates: words with three digits or more. */
const NUMBER = /[A-Za-z0-9]*\d[\d/-]*\d[\d/-]*\d[A-Za-z0-9/-]*/g

/** Numbers of the governments themselves: limits, faults, statuses, laws, formats. */
const OWN = new Set(
  [
    // Limits and statuses of the Romanian interface
    ...['1000', '1814', '500', '270', '150', '400', '401', '403', '000', '2025-08-01'],
    // Numbers of the Polish interface, its certificates and its schema
    ...['10000', '415', '170', '100', '425', '2048', '502', '503', '429', '410', '209', 'SHA-256', 'P-256'],
    ...['2025/06/25/13775/', '2006', '2050', 'PKCS#10', 'ZAW-FA', '512'],
    // Codes of SdI, and a law
    ...['0000000', '1972', '633', '633/72', '2019', '2021'],
    // Statuses, addresses and rules of France
    ...[
      '022',
      '213',
      '210',
      '0225',
      '207',
      '208',
      '206',
      '220',
      '221',
      '501',
      '200',
      'BR-FR-19',
      '20001',
      '256',
      '16931',
    ],
    // Peppol: schemes, formats, codes of ebMS
    ...['504', 'EN16931', '0208', '2017', '0004', '0403170701', 'iso6523-actorid-upis', '9925', '9930'],
  ].map((each) => each.toLowerCase()),
)

const text = fc
  .oneof(fc.string({ minLength: 1, maxLength: 60 }), hostileText(300))
  // A text that is itself a placeholder may be quoted unchanged.
  .filter((each) => each.trim() !== '' && !PLACEHOLDER.test(each) && !/[{}<>]/.test(each))
const tenDigits = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }).map(String)

/** An invoice of any text that the API accepts. */
function invoices({ code }: Country): fc.Arbitrary<InvoiceRequest> {
  const line = fc.record({
    description: text,
    quantity: fc.integer({ min: 1, max: 9999 }),
    unitPrice: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
    vatRate: fc.constantFrom(0, 20),
    unitCode: fc.constant('C62'),
  })
  return fc
    .record({
      invoiceType: fc.constantFrom('invoice' as const, 'credit_note' as const),
      number: fc.oneof(
        fc.integer({ min: 10_000, max: 99_999 }).map((n) => `INV/${n}`),
        text,
      ),
      vatNumbers: fc.tuple(tenDigits, tenDigits),
      name: text,
      day: fc.integer({ min: 0, max: 3000 }),
      currency: fc.constantFrom('EUR', 'RON', 'PLN', 'USD'),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    })
    .map(({ vatNumbers: [supplier, customer], name, day, ...rest }) => ({
      ...rest,
      country: code,
      supplier: { vatNumber: code + supplier, name: 'Seller' },
      customer: { vatNumber: code + customer, name },
      issueDate: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    }))
}

/** Wordings of a rejected invoice that continues, which it never does. */
const SENT_ON =
  /\bretry\b|\btry(?:ing)? (?:it )?again|resubmit|\b(?:submit|send) (?:it|them|the same|this one|the file|the whole submission)\b[^.;]*\bagain\b|\bthe service (?:sends|asks|looks|repeats|continues|opens|waits|authenticates|renews|starts|downloads|slows)/i
/** The possible actions: a new invoice, or nothing, as the invoice counts. */
const WAY_ON =
  /new invoice|as a new one with POST \/v1\/invoices|[Dd]o nothing|credit note|the invoice is issued|is issued;|an ordinary invoice|invoice itself is accepted|needs? no(?:t be issued| change)|with (?:the )?customer|to the customer|to customer|Credit the rest|[Ss]end the attestation|through Chorus Pro|Inform the customer|which document is missing and send it|is processed after that/

/** Values that a government derives from the invoice: an earlier upload, a name in a directory. */
const MADE: Readonly<Record<string, RegExp>> = { RO: /^[34]\d{9}$/, BE: /^[0-9a-f]{32}$/, DE: /^[0-9a-f]{32}$/ }

interface Refused {
  readonly code: string
  readonly invoice: InvoiceRequest
  readonly uploadId: string
  readonly said: Omit<Fault, 'document'>
}

/** Every refusal of a country, as the test environment returns it for an invoice. */
async function* refusals(
  country: Country,
  catalogue: RejectionCatalogue,
  sample: InvoiceRequest,
): AsyncGenerator<Refused> {
  const invoicing = country.invoicing as Invoicing
  const government = simulated(country, { sample, xml: '<Invoice>\n<ID>1</ID>\n</Invoice>' })
  for (const { code } of catalogue.rejections) {
    if (invoicing.simulator.rejectionText(code) === null) continue
    const submission = government.submission({ externalId: `SIM-REJECT-${code.replaceAll(':', '-')}` })
    const uploadId = await government.submitted(submission)
    government.pass(DECISION_SECONDS)
    const outcome = await government.poll(submission, uploadId)
    if (outcome.kind !== 'rejected') throw new Error(`${code} is not rejected`)
    const { invoice } = submission
    yield { code, invoice, uploadId, said: explained(invoicing, outcome.errorMessage, 'rejected', invoice) }
  }
}

for (const { country: code, catalogue } of COLLECTED) {
  const country = COUNTRIES[code as keyof typeof COUNTRIES]

  t.test(`${country.name}: every refusal quotes its own invoice, and nothing of another`, async () => {
    await fc.assert(
      fc.asyncProperty(invoices(country), async (sample) => {
        for await (const { code: refusal, invoice, uploadId, said } of refusals(country, catalogue, sample)) {
          const known = factsOf(invoice, uploadId)
          for (const text of [said.errorMessage, said.errorTranslated, said.errorFix]) {
            if (lengthOf(text) > 2000 || /\p{Cc}/u.test(text)) throw new Error(`${refusal}: ${text}`)
            // A shortened value ends with an ellipsis.
            if (PLACEHOLDER.test(text.replace(/…(?=")/g, ''))) throw new Error(`${refusal} has a placeholder: ${text}`)
            for (const [number] of fold(text).toLowerCase().matchAll(NUMBER)) {
              const isOwn = OWN.has(number) || refusal.toLowerCase().includes(number)
              if (!isOwn && !known.includes(number) && MADE[code]?.test(number) !== true && !isOfKsef(number, invoice))
                throw new Error(`${refusal} quotes ${number}, which is not of the invoice: ${text}`)
            }
          }
        }
      }),
      { numRuns: triesOf(6), seed: SEED },
    )
  })

  t.test(`${country.name}: no fix sends a rejected invoice again, each names a next step`, async (t) => {
    const rules = rulesOf(COLLECTED.find((each) => each.country === code) as Collected)
    for (const { code: refusal, errorFix } of catalogue.rejections) {
      t.notMatch(errorFix, SENT_ON, refusal)
      t.match(errorFix, WAY_ON, refusal)
    }
    for (const [rule, rawText] of rules) {
      const { errorTranslated, errorFix } = catalogue.explain(rawText)
      if (SENT_ON.test(errorFix)) t.fail(`${rule}: ${errorFix}`)
      for (const text of [rawText, errorTranslated, errorFix]) if (PLACEHOLDER.test(text)) t.fail(`${rule}: ${text}`)
    }
    t.ok(rules.length > 0 || ['IT', 'PL'].includes(code) || !existsSync(SHARED), 'the rules were checked')
  })

  t.test(`${country.name}: a refused upload can be retried, once someone else has acted`, async (t) => {
    const fixes = catalogue.rejections.map(({ rawText }) => [
      catalogue.explain(rawText, 'rejected').errorFix,
      catalogue.explain(rawText, 'failed').errorFix,
    ])
    const unchanged = fixes.filter(([rejected = '']) => rejected.includes('as a new one with POST /v1/invoices'))
    t.ok(unchanged.length > 5)
    for (const [, failed = ''] of unchanged) t.match(failed, 'POST /v1/invoices/:id/retry')
    for (const [rejected = '', failed] of fixes)
      if (!unchanged.some(([each]) => each === rejected)) t.equal(failed, rejected)
  })
}

t.test('the explanation names the quoted value, with the field of the only line', async (t) => {
  const line = { description: "L'olio d'oliva", quantity: 3, unitPrice: 12.345, vatRate: 0, unitCode: 'C62' }
  const cases: readonly (readonly [keyof typeof COUNTRIES, string, ...RegExp[]])[] = [
    ['RO', 'DUP', /index=4\d{9} si data incarcare=2027-03-04$/, /date 2027-03-04/, /the upload 4\d{9}:/],
    ['RO', 'R_BT_48_cui', /validare CUI \(2222222226\)$/, /customer, 2222222226, fails/, /customer\.vatNumber/],
    ['RO', 'UPLOAD-NO-RIGHT', /CIF=1111111118$/, /company 1111111118\./, /right for 1111111118 granted/],
    ['RO', 'UPLOAD-XSD', /lineNumber: 2; columnNumber: 11$/, /at line 2\./, /lines\[0\]/],
    [
      'PL',
      'INV-440-KNOWN',
      /KSeF: 1111111118-20270304-[0-9A-F]{12}-[0-9A-F]{2} została.* w sesji: \d{8}-SO-/,
      /KSeF number 1111111118-20270304-/,
      /invoice 1111111118-20270304-/,
    ],
    ['PL', 'INV-430-SIZE', /'36'$/, /the 36 bytes/, /as a new one/],
    ['PL', 'XSD-DIGITS', /:P_9A' element.* '12\.345' /, /"12\.345" of P_9A/, /^Round lines\[0\]\.unitPrice/],
    [
      'IT',
      'XSD-VALUE-LONG',
      /Value 'L'olio d'oliva' with length = '14'/,
      /"L'olio d'oliva" has 14/,
      /to 13 characters/,
    ],
    ['IT', 'XSD-ELEMENT', /'EUR' of element 'Divisa'/, /"EUR" of the element Divisa/, /^Correct currency/],
    ['FR', 'XSD-DIGITS', /'12\.345'/, /"12\.345"/, /lines\[0\]\.unitPrice/],
    ['DE', 'LOOKUP-NOT-REGISTERED', /::9930:DE2222222226' is not/, /9930:DE2222222226/, /customer\.peppolId/],
  ]
  for (const [country, code, ...[message = /./, translated = /./, fix = /./]] of cases) {
    const sample: InvoiceRequest = {
      country,
      invoiceType: 'invoice',
      number: 'INV-77',
      supplier: { vatNumber: `${country}1111111118`, name: 'Seller' },
      customer: { vatNumber: `${country}2222222226`, name: `SIM-REJECT-${code}` },
      lines: [line],
      currency: 'EUR',
      issueDate: '2027-03-04',
    }
    const xml = '<Invoice>\n<ID>INV-77</ID>\n</Invoice>'
    const outcome = await simulated(COUNTRIES[country], { sample, xml }).decided()
    if (outcome.kind !== 'rejected') return t.fail(code)
    const said = explained(COUNTRIES[country].invoicing as Invoicing, outcome.errorMessage, 'rejected', sample)
    t.match(said, { errorMessage: message, errorTranslated: translated, errorFix: fix }, `${country} ${code}`)
  }
})

/** All values of an invoice that a government may quote, folded, in lower case. */
function factsOf(invoice: InvoiceRequest, uploadId: string): string {
  const { issueDate, number, lines } = invoice
  const lengths = [number, ...lines.map(({ description }) => description)].flatMap((text) => [
    lengthOf(text) - 1,
    lengthOf(text),
    lengthOf(text) + 1,
  ])
  const day = issueDate.split('-').toReversed().join('-')
  return fold([JSON.stringify(invoice), uploadId, day, ...lengths].join(' ')).toLowerCase()
}

/** Numbers of KSeF: of the seller and the day of issue, or references of simulated sessions. */
function isOfKsef(number: string, { supplier, issueDate }: InvoiceRequest): boolean {
  const begins = [
    `${supplier.vatNumber.slice(2)}-${issueDate.replaceAll('-', '')}-`,
    '20260201-so-c1ea57a700-',
    '20260201-au-c1ea57a700-',
  ]
  const [, body = ''] = /^(.+)-[0-9a-f]{2}$/.exec(number) ?? []
  return begins.some((each) => body.startsWith(each)) && checked(body.toUpperCase()).toLowerCase() === number
}
