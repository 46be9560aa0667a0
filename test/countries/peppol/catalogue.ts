import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { RejectionCatalogue } from '../../../src/countries/peppol/rejections.js'
import { ROOT } from '../accepted-sample.js'

/** What every catalogue of a country on the network must do. */
export function explainsEveryRefusal(name: string, file: string, catalogue: RejectionCatalogue): void {
  const general = catalogue.explain('something completely unknown')

  t.test(`${name}: each kind of refusal is recognised by its own text`, async (t) => {
    const { rejections } = catalogue
    t.equal(new Set(rejections.map(({ code }) => code)).size, rejections.length)
    for (const { code, rawText, errorTranslated, errorFix } of rejections) {
      t.same(catalogue.explain(rawText), { errorTranslated, errorFix }, code)
      t.equal(catalogue.rejectionText(code), rawText, code)
    }
  })

  t.test(`${name}: every collected text is explained, and every code can be asked for`, async (t) => {
    const path = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'governments', file)
    if (!existsSync(path)) {
      t.comment('left out, as the collected texts are not on this machine')
      return
    }
    const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1)
    for (const row of rows) {
      const [code = '', rawText = ''] = row.split('\t')
      const { errorTranslated, errorFix } = catalogue.explain(rawText.startsWith('[') ? rawText : `${code}: ${rawText}`)
      if (errorFix === general.errorFix || errorTranslated === '') t.fail(`${code}: ${rawText.slice(0, 80)}`)
      if (catalogue.rejectionText(code) === null) t.fail(`${code} has no text`)
    }
    t.pass(`${rows.length} texts`)
  })

  t.test(`${name}: no text makes it fail, and it always says something`, async (t) => {
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `[BR-${text}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { errorTranslated, errorFix } = catalogue.explain(text)
        return errorTranslated.length > 0 && errorFix.length > 0
      }),
      { seed: 20261121, numRuns: 500 },
    )
    t.pass('500 texts')
  })
}
