import t from 'tap'
import { acceptedOf, type Body, samplesOf } from '../../../conformance/examples/json-sample.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { COUNTRY_CODES, countryOf } from '../../../src/countries/registry.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { PLAUSIBILITY_RULES } from '../../../src/einvoice/rules/plausibility.js'

const TODAY = '2026-11-21'
const NOW = new Date(`${TODAY}T12:00:00Z`)
const SAMPLE: Readonly<Record<CountryCode, string>> = {
  RO: '01-domestic-services',
  DE: '02-business-skonto',
  BE: '01-domestic',
  FR: '01-domestic-services',
  IT: '01-services',
  PL: '01-domestic',
}

type Change = (body: Body, line: Record<string, unknown>) => void
const dates = (body: Body, fields: Record<string, unknown>): void => void Object.assign(body, fields)

/** Each slip with the rule that doubts it, and the rules that are fatal in its stead. */
const SLIPS: readonly (readonly [what: string, Change, doubt: string, inJson: string, ruled: RegExp])[] = [
  [
    'issued in another decade',
    (b) => dates(b, { issueDate: '2016-11-20' }),
    'CW-OLD-DATE',
    'issueDate',
    /^CW-RO-ISSUE|^XSD/,
  ],
  [
    'issued tomorrow',
    (b) => dates(b, { issueDate: '2026-11-22' }),
    'CW-FUTURE-DATE',
    'issueDate',
    /^CW-(?:RO|FR)-FUTURE|^00403|^KSEF:P_1/,
  ],
  ['due before it is issued', (b) => dates(b, { dueDate: '2026-11-20' }), 'CW-DUE-DATE', 'dueDate', /^BR-FR-CO-07/],
  [
    'delivered in another decade',
    (b) => dates(b, { deliveryDate: '2015-01-01' }),
    'CW-DELIVERY-DATE',
    'deliveryDate',
    /^never/,
  ],
  [
    'delivered in two years',
    (b) => dates(b, { deliveryDate: '2028-12-01' }),
    'CW-DELIVERY-DATE',
    'deliveryDate',
    /^never/,
  ],
  [
    'a period that is over for long',
    (_, line) => dates(line, { period: { start: '2009-01-01', end: '2026-11-30' } }),
    'CW-PERIOD',
    'lines[0].period.start',
    /^never/,
  ],
  [
    'a period that ends before it begins',
    (_, line) => dates(line, { period: { start: '2026-11-30', end: '2026-11-01' } }),
    'CW-PERIOD-END',
    'lines[0].period.end',
    /^BR-30|^CW-PL-PERIOD/,
  ],
  [
    'the invoice before is a later one',
    (b) => dates(b, { invoiceType: 'credit_note', precedingInvoice: { number: 'F1', issueDate: '2026-12-01' } }),
    'CW-PRECEDING-DATE',
    'precedingInvoice.issueDate',
    /^00418/,
  ],
  ['a line for nothing', (_, line) => dates(line, { quantity: 0 }), 'CW-QUANTITY', 'lines[0].quantity', /^never/],
]

function judged(country: CountryCode, change: Change) {
  const body = structuredClone(samplesOf(country).get(SAMPLE[country]) ?? {})
  change(body, (body['lines'] as Record<string, unknown>[])[0] ?? {})
  const accepted = acceptedOf(body)
  const { invoicing } = countryOf(country)
  if (accepted === null || invoicing === null) throw new Error(`${country} does not take it`)
  const xml = invoicing.convert(accepted, []).xml
  return {
    json: invoicing.validate(accepted, { today: TODAY }),
    xml: judgeXml(Buffer.from(xml), { country, now: NOW }),
  }
}

for (const [what, change, doubt, path, ruled] of SLIPS)
  t.test(`${what}: a warning, in JSON and in XML, unless a rule reports it`, async (t) => {
    for (const country of COUNTRY_CODES) {
      const { json, xml } = judged(country, change)
      // A past day has a consequence of its own in Poland.
      const isNoDoubt = (rule: string): boolean => rule.startsWith('CW-PL-OFFLINE-')
      const there = json.findings.filter((each) => each.path === path && !isNoDoubt(each.rule))
      // FA(3) has no start of a line's period.
      if (country === 'PL' && doubt === 'CW-PERIOD') continue
      t.equal(there.length, 1, `${country} reports one finding at ${path}`)
      t.ok(there[0]?.rule === doubt || ruled.test(there[0]?.rule ?? ''), `${country}: ${there[0]?.rule ?? ''}`)
      if (there[0]?.rule === doubt) t.equal(there[0].severity, 'warning')
      const doubts = xml.findings.filter(({ rule }) => rule === doubt)
      if (there[0]?.rule === doubt) t.equal(doubts.length, 1, `${country} in XML`)
      t.ok(doubts.every(({ severity, term }) => severity === 'warning' && term !== ''))
    }
  })

t.test('warnings make nothing invalid, and need no day of judgement where they do not depend on it', async (t) => {
  const { json, xml } = judged('DE', (body, line) => {
    dates(body, { issueDate: '2010-01-01' })
    dates(line, { quantity: 0 })
  })
  t.match([json.valid, xml.valid], [true, true])
  t.same(
    xml.findings.map(({ rule }) => rule).filter((rule) => PLAUSIBILITY_RULES.includes(rule)),
    ['CW-OLD-DATE', 'CW-QUANTITY'],
  )
})

t.test('no sample has a doubt', async (t) => {
  for (const country of COUNTRY_CODES)
    for (const [name, body] of samplesOf(country)) {
      const accepted = acceptedOf(body)
      if (accepted === null) continue
      const { findings = [] } = countryOf(country).invoicing?.validate(accepted, { today: TODAY }) ?? {}
      t.same(
        findings.filter(({ rule }) => PLAUSIBILITY_RULES.includes(rule)),
        [],
        `${country} ${name}`,
      )
    }
})
