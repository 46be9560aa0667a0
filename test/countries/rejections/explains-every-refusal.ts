import fc from 'fast-check'
import t from 'tap'
import type { RejectionCatalogue } from '../../../src/countries/rejections/rejection.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { COLLECTED, collectedOf, rulesOf } from './catalogues.js'
import { complaintsAbout } from './judged.js'

/** What a text around an error may say besides. */
const NOISE = ['Ref. 2026/XI-77, ora 12:30 - ', ' (vezi mai jos). ~ end ~'] as const

/** What is left of a sentence whose value is not available. */
const LEFT_OVER =
  /[:(,;]\.|\( *\)| {2}| [.,;:!?)](?! )| [.;:]|\( |\{|\}|""|\bundefined\b|\b(?:of|than|the) (?:[.,;)]|is\b|has\b)/

/** What every country's catalogue must do. */
export function explainsEveryRefusal(name: string, catalogue: RejectionCatalogue): void {
  const { rejections } = catalogue

  t.test(`${name}: each kind of refusal is recognised by its own text`, async (t) => {
    t.equal(new Set(rejections.map(({ code }) => code)).size, rejections.length)
    for (const { code, rawText, errorTranslated, errorFix } of rejections) {
      const explanation = { errorTranslated, errorFix }
      t.same(catalogue.explain(rawText), explanation, code)
      t.same(catalogue.explain(NOISE.join(rawText)), explanation, `${code} within other words`)
      t.same(
        catalogue.explain(withoutDiacritics(rawText).toUpperCase().replace(/ /g, ' \t ')).errorFix.slice(0, 20),
        errorFix.slice(0, 20),
        `${code} in capitals`,
      )
      t.equal(catalogue.rejectionText(code), rawText, code)
    }
  })

  t.test(`${name}: sentences end, in plain English`, async (t) => {
    for (const { code, errorTranslated, errorFix } of rejections)
      for (const text of [errorTranslated, errorFix]) {
        t.match(text, /[.?]$/, code)
        t.notMatch(text, LEFT_OVER, code)
        t.notMatch(text, /undefined|\{|\}/, code)
        t.notMatch(text.replace(/"[^"]*"/g, ''), /[^\x20-\x7e]/, code)
      }
  })

  t.test(`${name}: several errors are all explained, each once`, async (t) => {
    const specific = rejections.filter(({ isGeneral }) => !isGeneral)
    for (const [index, one] of specific.entries()) {
      const other = specific[(index + 1) % specific.length]
      if (other === undefined || isNarrower(one.code, other.code) || one.errorTranslated === other.errorTranslated)
        continue
      const { errorTranslated, errorFix } = catalogue.explain(`${one.rawText}\n${other.rawText}\n${one.rawText}`)
      for (const { errorTranslated: translated, errorFix: fix } of [one, other]) {
        t.ok(errorTranslated.includes(translated), `${one.code} and ${other.code}: ${errorTranslated}`)
        t.ok(errorFix.includes(fix))
      }
      t.notMatch(errorTranslated, /3\) /)
    }
  })

  t.test(`${name}: no text makes it fail or slow`, async (t) => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `[BR-${text}`),
      fc
        .tuple(fc.constantFrom(...rejections.map(({ rawText }) => rawText)), fc.string(), fc.nat(200))
        .map(([rawText, text, at]) => rawText.slice(0, at) + text + rawText.slice(at)),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { errorTranslated, errorFix } = catalogue.explain(text)
        return errorTranslated.length > 0 && errorFix.length > 0 && errorTranslated.length < 20_000
      }),
      { seed: 20261121, numRuns: 300 },
    )
    const long = rejections.slice(0, 12).map(({ rawText }) => rawText.slice(0, -1))
    for (const piece of [...long, ' ', '[BR-', "'", '{"a":', '<a>/b[1]', 'cvc-'])
      t.ok(secondsOf(() => catalogue.explain(piece.repeat(Math.ceil(1_000_000 / piece.length)))) < 3, piece)
  })

  t.test(`${name}: an unknown text is quoted`, async (t) => {
    const { errorTranslated, errorFix } = catalogue.explain('xyzzy plugh')
    t.match(errorTranslated, /not in the catalogue: "xyzzy plugh"/)
    t.match(errorFix, /POST \/v1\/invoices\/validate/)
    t.match(catalogue.explain('').errorTranslated, /without a message/)
  })
}

/** What a country's catalogue must do with the texts that were collected of its system. */
export function explainsCollectedTexts(country: string): void {
  const each = COLLECTED.find((one) => one.country === country)
  const texts = each === undefined ? null : collectedOf(each)
  if (each === undefined || texts === null) {
    t.comment('left out, as the collected texts are not on this machine')
    return
  }
  const { catalogue } = each
  const rules = rulesOf(each)

  t.test(`${country}: every collected text and rule is explained in words of its own`, async (t) => {
    t.same(complaintsAbout(catalogue, texts), [])
    t.same(complaintsAbout(catalogue, rules), [])
    t.same(
      [...texts, ...rules].filter(([code]) => catalogue.rejectionText(code) === null).map(([code]) => code),
      [],
    )
  })

  t.test(`${country}: sentences end, and fields that are named exist`, async (t) => {
    const fields = new Set<string>()
    for (const [code, rawText] of [...texts, ...rules]) {
      const { errorTranslated, errorFix } = catalogue.explain(rawText)
      for (const text of [errorTranslated, errorFix]) {
        if (!/[.?]$/.test(text) || LEFT_OVER.test(unquoted(text))) t.fail(`${code}: ${text}`)
        // The official text, or nothing to hold on to.
        if (/\bshall\b|\bMUST\b|as the message says/.test(unquoted(text))) t.fail(`${code}: ${text}`)
      }
      if (/[^\x20-\x7e]/.test(unquoted(errorTranslated))) t.fail(`${code} is not in English: ${errorTranslated}`)
      for (const field of fieldsIn(errorFix)) fields.add(field)
    }
    t.same(
      [...fields].filter((field) => !isField(field)),
      [],
    )
  })
}

/** Fields of Italy and Poland that the API is about to take. */
const COMING =
  /^(?:customer\.(?:sdiCode|pec|nationalId)|supplier\.(?:nationalId|taxRegime|rea)|precedingInvoice\.ksefNumber|lines\.withholding)$/

function fieldsIn(text: string): readonly string[] {
  const paths = text.match(
    /\b(?:supplier|customer|paymentMeans|precedingInvoice|payee|taxRepresentative|delivery|references|lines\[\d*\]|attachments\[\d*\]|supportingDocuments\[\d*\]|allowances\[\d*\]|charges\[\d*\])(?:\.[a-z][A-Za-z0-9]*)+/g,
  )
  return (paths ?? []).map((path) => path.replace(/\[\d*\]/g, ''))
}

function isField(path: string): boolean {
  if (COMING.test(path)) return true
  let at: Property | undefined = InvoiceBody as Property
  for (const step of path.split('.')) {
    const inside: Property | undefined = at?.items ?? at
    at = inside?.properties?.[step]
  }
  return at !== undefined
}

interface Property {
  readonly properties?: Readonly<Record<string, Property>>
  readonly items?: Property
}

function isNarrower(one: string, other: string): boolean {
  return one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
}

function withoutDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function secondsOf(work: () => unknown): number {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

function unquoted(text: string): string {
  return text.replace(/"[^"]*"/g, 'it')
}
