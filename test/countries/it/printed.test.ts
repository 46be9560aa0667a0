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
    t.same(values, ['M5UXCR1', 'Dott.ssa Elena Marchetti, IT12345678903', name, 'Dott.ssa', 'Avv.'], language)
  }
})

t.test('the page says why the amount due is not the total', async (t) => {
  const code = { label: 'Codice destinatario', value: 'M5UXCR1' }
  t.same(italianFacts(sound, { language: 'it' }), { facts: [code], codes: [], deductions: [] })
  const invoice = {
    ...sound,
    lines: [{ ...line, unitPrice: 12500, withholding: true }],
    withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }],
    vatCollection: 'split_payment',
    stampDuty: 2,
  } as const
  const { facts, deductions = [] } = italianFacts(invoice, { language: 'en' })
  t.same(
    deductions.map(({ label, amount }) => [label, amount.toFixed(2)]),
    [
      ['Tax withheld RT01, 20\u00a0%', '2500.00'],
      ['VAT under split payment', '2750.00'],
    ],
  )
  t.same(facts.at(-1), { label: 'Stamp duty', value: '€2.00' })
  const inDollars = italianFacts({ ...invoice, currency: 'USD', exchangeRate: 1 }, { language: 'en' })
  t.same([inDollars.facts.length, inDollars.deductions], [4, []], 'euros do not add up with dollars')
  for (const language of LANGUAGES) t.equal(italianFacts(invoice, { language }).facts.length, 2, language)
})

t.test('the page names each delivery note, the type and the regime in words', async (t) => {
  const deliveryNotes = [
    { number: 'DDT-118', issueDate: '2026-11-05', lines: [0] },
    { number: 'DDT-124', issueDate: '2026-11-14' },
  ]
  const supplier = { ...sound.supplier, taxRegime: 'RF17' }
  const { facts } = italianFacts({ ...sound, supplier, documentType: 'TD24', deliveryNotes }, { language: 'it' })
  t.same(facts, [
    { label: 'Tipo documento', value: 'Fattura differita di cui all’art. 21, comma 4, lett. a) (TD24)' },
    { label: 'Regime fiscale', value: 'IVA per cassa (art. 32-bis DL 83/2012) (RF17)' },
    { label: 'Codice destinatario', value: 'M5UXCR1' },
    { label: 'Documento di trasporto', value: 'DDT-118, 05/11/2026, righe 1' },
    { label: 'Documento di trasporto', value: 'DDT-124, 14/11/2026' },
  ])
})
