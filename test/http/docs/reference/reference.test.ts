import t from 'tap'
import { reviewTable } from '../../../../conformance/rules-review.js'
import { DOCUMENT_FORMATS } from '../../../../src/domain/request/invoice-request.js'
import { PROFILES } from '../../../../src/countries/judging/profiles.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID } from '../../../../src/einvoice/rules/peppol/german-facts.js'
import { folded } from '../../../../src/http/docs/reference/fold.js'
import { ruleEntries, ruleEntry, ruleFamilies, writtenId } from '../../../../src/http/docs/reference/reference.js'
import { nearRules, searchRules } from '../../../../src/http/docs/reference/search.js'

const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'

t.test('every rule that a document is judged by has an entry, at the level of each profile', async (t) => {
  for (const profile of PROFILES)
    for (const specification of ['', XRECHNUNG_EXTENSION_ID, XRECHNUNG_CVD_ID, EXTENDED])
      for (const syntax of DOCUMENT_FORMATS) {
        const set = profile.rules(syntax, specification)
        if (set === undefined) continue
        const assertions = set.assertions.flatMap(({ tests }) => tests.map(([id]) => id))
        const without = [...assertions, ...set.forbidden.ids].filter(
          (id) => !ruleEntry(id)?.uses.some((use) => use.profile === profile.name && use.syntax === syntax),
        )
        t.same(without, [], `${profile.name} ${syntax} ${specification}`)
      }
})

t.test('every entry says what is wrong, why, what to do and where', async (t) => {
  for (const { id, messages, why, fixes, uses } of ruleEntries().values()) {
    const texts = [...messages, why, ...fixes]
    if (messages.length === 0 || fixes.length === 0 || uses.length === 0) t.fail(`${id} lacks something`)
    const odd = texts.filter(
      (text) => !/^[^a-z{}]|^(?:ubl|cac|cbc|ext|rsm|ram|udt|qdt):/.test(text) || text.includes('{}'),
    )
    if (odd.length > 0) t.fail(`${id}: ${odd.join(' / ')}`)
  }
  t.equal(ruleFamilies().flatMap(({ rules }) => rules).length, ruleEntries().size, 'each is in one family')
  t.same(
    ruleFamilies()
      .filter(({ rules }) => rules.length === 0)
      .map(({ name }) => name),
    [],
  )
})

t.test('levels are those of each profile and variant', async (t) => {
  const levelOf = (id: string, profile: string, syntax: string, variant = ''): string | undefined =>
    ruleEntry(id)?.uses.find((use) => use.profile === profile && use.syntax === syntax && use.variant === variant)
      ?.level
  t.equal(levelOf('BR-51', 'en', 'ubl'), 'warning')
  t.equal(levelOf('BR-51', 'en', 'cii'), 'fatal')
  t.equal(levelOf('UBL-CR-646', 'en', 'ubl'), 'warning')
  t.equal(levelOf('UBL-CR-646', 'de', 'ubl'), 'fatal', 'KoSIT raises it')
  t.equal(levelOf('UBL-CR-646', 'de', 'ubl', 'Extension'), 'information')
  t.equal(levelOf('CII-DT-013', 'en', 'cii'), 'fatal')
  t.equal(levelOf('CII-SR-001', 'en', 'cii'), 'warning')
  t.equal(levelOf('BR-CO-15', 'fr', 'ubl', 'EXTENDED-CTC-FR'), undefined, 'the extension has one of its own')
  t.equal(levelOf('CW-RO-VAT-RATE', 'ro', 'json'), 'fatal')
})

t.test('a rule of several entries shows all of them', async (t) => {
  t.match(ruleEntry('BR-CO-09')?.terms, [{ id: 'BT-31' }, { id: 'BT-63' }, { id: 'BT-48' }])
  t.same(ruleEntry('UBL-SR-01')?.terms.length, 1, 'the term follows from the path')
})

t.test('ids are found in any case, and near ones by the letters that differ', async (t) => {
  t.equal(writtenId('br-fr-05_bt-22_pmt'), 'BR-FR-05_BT-22_PMT')
  t.equal(writtenId('BR-CO-99'), undefined)
  t.equal(nearRules('BR-CO-l5')[0], 'BR-CO-15')
  t.same(nearRules('x'.repeat(5000)), [])
})

t.test('a search wants every word, and ids come first', async (t) => {
  t.equal(searchRules('br-s-08').rules[0]?.id, 'BR-S-08')
  t.equal(searchRules('').total, 0)
  t.equal(searchRules('ubl').rules.length, 200)
  t.ok(searchRules('ubl').total > 700)
  t.ok(searchRules('leitweg reference').rules.some(({ id }) => id === 'CW-DE-LEITWEG-REFERENCE'))
})

t.test('ids are folded into ranges in natural order', async (t) => {
  const ids = [
    'BR-10',
    'BR-2',
    'BR-DE-23-b',
    'BR-DE-23-a',
    'PEPPOL-EN16931-R130',
    'PEPPOL-EN16931-R001',
    'XML',
    'BR-CL-01',
  ]
  t.same(
    folded(ids).map(({ label }) => label),
    ['BR-2 … BR-10', 'BR-CL-01', 'BR-DE-23-a … BR-DE-23-b', 'PEPPOL-EN16931-R001 … PEPPOL-EN16931-R130', 'XML'],
  )
  t.same(folded(ids)[0]?.ids, ['BR-2', 'BR-10'])
})

t.test('the table for review has a row of four cells for each rule', async (t) => {
  const [, , ...rows] = reviewTable().split('\n')
  t.equal(rows.length, ruleEntries().size)
  t.same(
    rows.filter((row) => row.split(/(?<!\\)\|/).length !== 6),
    [],
  )
  t.match(reviewTable(['BR-CO-15']), /\| BR-CO-15 \| The total with VAT .* \| Recompute .* \| .*:<br>/)
})
