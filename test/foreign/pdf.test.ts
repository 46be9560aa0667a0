// veraPDF judges a PDF of each country and kind: PDF/A-3a, which archives ask for, and PDF/UA-1,
// which says that screen readers can read it.
import t from 'tap'
import { COUNTRY_CODES } from '../../src/countries/registry.js'
import { documentsOf, pdfOf, written } from './documents.js'
import { foreignProgram } from './programs.js'

interface Verdict {
  readonly file: string
  readonly profile: string
  readonly checks: number
  readonly failed: readonly string[]
}

t.test('every PDF is PDF/A-3a and PDF/UA-1', async (t) => {
  const check = foreignProgram(t, 'java', 'CheckPdf', 'veraPDF on PDFs of every country')
  if (check === null) return
  const pdfs = new Map<string, Uint8Array>()
  for (const document of COUNTRY_CODES.flatMap((country) => documentsOf(country))) {
    pdfs.set(document.name, await pdfOf(document, { isHybrid: document.hasHybrid }))
  }
  const verdicts = (await check(written(t.testdir(), pdfs, 'pdf'))) as Verdict[]
  t.equal(verdicts.length, 2 * pdfs.size)
  t.ok(verdicts.every(({ checks }) => checks > 1000))
  t.strictSame(
    verdicts.filter(({ failed }) => failed.length > 0),
    [],
  )
})
