import t from 'tap'
import { italianFacts } from '../../../src/countries/it/printed.js'
import { LANGUAGES } from '../../../src/domain/language.js'
import { line, sound } from './sound-invoice.js'

t.test('the page has the title of each person', async (t) => {
  const person = { firstName: 'Elena', lastName: 'Marchetti', title: 'Dott.ssa' }
  const name = 'Elena Marchetti'
  const invoice = {
    ...sound,
    supplier: { ...sound.supplier, name, person },
    customer: { ...sound.customer, name, person: { ...person, title: 'Avv.' } },
    it: {
      transport: { carrier: { name, person, vatNumber: 'IT12345678903' } },
      intermediary: { name, person: { firstName: 'Elena', lastName: 'Marchetti' }, issues: false },
    },
  }
  for (const language of LANGUAGES) {
    const values = italianFacts(invoice, { language }).facts.map(({ value }) => value)
    t.same(values, ['Dott.ssa Elena Marchetti, IT12345678903', name, 'Dott.ssa', 'Avv.'], language)
  }
})

t.test('the page says why the amount due is not the total', async (t) => {
  t.same(italianFacts(sound, { language: 'it' }), { facts: [], codes: [] })
  const invoice = {
    ...sound,
    lines: [{ ...line, unitPrice: 12500, withholding: true }],
    withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }],
    vatCollection: 'split_payment',
    stampDuty: 2,
  } as const
  t.same(italianFacts(invoice, { language: 'en' }).facts, [
    { label: 'Tax withheld RT01, 20 %', value: '€2,500.00' },
    { label: 'VAT under split payment', value: '€2,750.00' },
    { label: 'Stamp duty', value: '€2.00' },
  ])
  for (const language of LANGUAGES) t.equal(italianFacts(invoice, { language }).facts.length, 3, language)
})
