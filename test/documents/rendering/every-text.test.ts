import t from 'tap'
import { COUNTRY_CODES, countryOf } from '../../../src/countries/registry.js'
import { writerOf, type Writer } from '../../../src/documents/rendering/amounts.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import { sheetOf } from '../../../src/documents/rendering/render.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { readPdf, squeezed, textOf } from '../../support/pdf.js'
import { ACCOUNT_FIELDS, FIELDS_NEVER_SHOWN } from './never-shown.js'

/** Every text of a request, with its path. */
function* textsOf(value: unknown, path = ''): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* textsOf(inner, path === '' ? name : `${path}.${name}`)
}

/** The forms in which a page may have a text. */
function formsOf(text: string, write: Writer): readonly string[] {
  const withoutPrefix = text.replace(/^RO(?=\d)/, '')
  return [text, write.date(text), write.country(text), withoutPrefix].map((form) => squeezed(form).toLowerCase())
}

for (const code of COUNTRY_CODES) {
  t.test(`${code}: every text of a request stands on the page, or is known never to`, async (t) => {
    const { language } = countryOf(code)
    const write = writerOf(language)
    for (const { name, invoice } of acceptedSamples(code, '2026-11-21')) {
      const state = { environment: null, status: null, governmentNumber: null, at: '2026-11-21T12:00:00Z' }
      const sheet = sheetOf({ country: code, invoice, language, state, xml: null })
      const page = textOf(readPdf(await renderPdf(sheet))).toLowerCase()
      const isCredit = sheet.invoice.kind === 'creditNote' || sheet.invoice.totals.due?.isPositive() === false
      const missing = [...textsOf(invoice)].filter(([path, text]) => {
        const names = path.split('.')
        if (FIELDS_NEVER_SHOWN[names.at(-1) ?? ''] !== undefined) return false
        // Figures of a cash discount, which are a sentence on the page.
        if (/^#SKONTO#[^\n]*\n?$/.test(text)) return false
        if (isCredit && names.some((each) => ACCOUNT_FIELDS.has(each))) return false
        // Wrapped beside its amount: its words stand on the page one by one.
        // The subjects of French notes in one text are left out.
        const words = text.split(/\s|#[A-Z0-9]{3}#/).every((word) => page.includes(squeezed(word).toLowerCase()))
        return !words && !formsOf(text, write).some((form) => page.includes(form))
      })
      t.strictSame(missing, [], name)
    }
  })
}
