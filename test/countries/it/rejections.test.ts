import t from 'tap'
import { ITALIAN_REJECTIONS } from '../../../src/countries/it/rejections.js'
import { COLLECTED, collectedOf } from '../rejections/catalogues.js'
import { explainsCollectedTexts, explainsEveryRefusal } from '../rejections/explains-every-refusal.js'

explainsEveryRefusal('SdI', ITALIAN_REJECTIONS)
explainsCollectedTexts('IT')

t.test('every code of SdI is explained, by the code alone as well', async (t) => {
  const italy = COLLECTED.find(({ country }) => country === 'IT')
  for (const [code, rawText] of (italy && collectedOf(italy)) ?? []) {
    const expected = ITALIAN_REJECTIONS.rejections.find((each) => each.code === code)
    t.ok(expected, code)
    t.equal(ITALIAN_REJECTIONS.explain(rawText).errorFix, expected?.errorFix, code)
    if (/\d/.test(code))
      t.equal(ITALIAN_REJECTIONS.explain(`${code} - parole mai viste`).errorFix, expected?.errorFix, code)
  }
})

t.test('the error of the schema beside 00200 leads to the field', async (t) => {
  const { errorTranslated, errorFix } = ITALIAN_REJECTIONS.explain(
    "00200: File non conforme al formato : cvc-type.3.1.3: The value '2026-13-40' of element 'DataScadenzaPagamento' is not valid.",
  )
  t.match(errorTranslated, /"2026-13-40" of the element DataScadenzaPagamento/)
  t.match(errorFix, /dueDate/)
})

t.test('several codes of one list', async (t) => {
  const { errorTranslated, errorFix } = ITALIAN_REJECTIONS.explain(
    '00423: 2.2.1.11 <PrezzoTotale> non calcolato secondo le regole; 00305: 1.4.1.1.2 <IdCodice> non valido; 00305: 1.4.1.1.2 <IdCodice> non valido',
  )
  t.match(errorTranslated, /^1\) The buyer's VAT number .* 2\) The total of a line/)
  t.match(errorFix, /customer\.vatNumber.*lines\[\]\.unitPrice/)
})
