import t from 'tap'
import { acceptedOf, type Body, samplesOf } from '../../../conformance/examples/json-sample.js'
import { countryOf } from '../../../src/countries/registry.js'
import { eachFaultOnce } from '../../../src/einvoice/rules/repeats.js'
import { inStrings, type Judgement } from '../../../src/einvoice/rules/judgement.js'

/** The verdict on a Romanian sample after a change. */
function judged(change: (body: Body, line: Record<string, unknown>) => void): Judgement {
  const body = structuredClone(samplesOf('RO').get('01-domestic-services')) ?? {}
  change(body, (body['lines'] as Record<string, unknown>[])[0] ?? {})
  const accepted = acceptedOf(body)
  const { invoicing } = countryOf('RO')
  if (accepted === null || invoicing === null) throw new Error('the sample is refused')
  return eachFaultOnce(invoicing.validate(accepted, { today: '2026-11-21' }))
}

t.test('a fault that two rules report in the same words is one finding, which names both', async (t) => {
  const { findings, findingsTotal, valid } = judged((_, line) => (line['allowances'] = [{ amount: 5 }]))
  t.same([findings.map(({ rule }) => rule), findingsTotal, valid], [['BR-42'], 1, false])
  t.same(findings[0]?.sameAs, ['BR-CO-23'])
  const [error = ''] = inStrings({ findings, findingsTotal, valid }).errors
  t.ok(
    error.startsWith(
      'BR-42: A line allowance has neither reason nor reason code (lines[0].allowances; also BR-CO-23). Give',
    ),
  )
})

t.test('two faults of a kind are two findings', async (t) => {
  const { findings, findingsTotal } = judged((body, line) => {
    const allowances = [{ amount: 5 }]
    body['lines'] = [
      { ...line, allowances },
      { ...line, allowances },
    ]
    body['charges'] = [{ amount: 1, vatRate: line['vatRate'] }]
  })
  t.same([findings.map(({ rule }) => rule), findingsTotal], [['BR-38', 'BR-42', 'BR-42'], 3])
})

t.test('a unit that is in no list gets a suggestion, in the line of its error as well', async (t) => {
  for (const [unit, suggestion] of [
    ['CS', 'Did you mean XCS?'],
    ['buc', 'Did you mean C62?'],
    ['kg', 'Did you mean KGM?'],
    ['hur', 'Did you mean HUR?'],
  ] as const) {
    const verdict = judged((_, line) => (line['unitCode'] = unit))
    const [error = ''] = inStrings(verdict).errors
    t.ok(
      error.startsWith(`BR-CL-23: The unit "${unit}" is not in UN/ECE Recommendations 20 and 21 (lines[0].unitCode).`),
    )
    t.ok(error.includes(suggestion), error)
  }
  t.notMatch(judged((_, line) => (line['unitCode'] = 'qwerty')).findings, [{ fix: /Did you mean/ }])
})
