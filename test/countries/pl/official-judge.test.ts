import fc from 'fast-check'
import t from 'tap'
import { PAYMENT_PLAN_RULES } from '../../../src/einvoice/rules/payment-plan.js'
import { PREPAYMENT_RULES } from '../../../src/einvoice/rules/prepayments.js'
import { PLAUSIBILITY_RULES } from '../../../src/einvoice/rules/plausibility.js'
import type { Invoicing } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { poland } from '../../../src/countries/pl/index.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import { type RandomInvoice, TODAY } from '../../support/random/invoice.js'
import { mutatedBy } from '../../support/random/mutations.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { lawfulPolish } from './arbitrary-invoice.js'
import { POLISH_MUTATIONS } from './mutations.js'
import { FA3_XSD, officialSchema } from './official-schema.js'

const invoicing = poland.invoicing as Invoicing
t.setTimeout(300_000)

const NOON = new Date(`${TODAY}T12:00:00Z`)

/** Rules that the document does not show. */
const OF_REQUEST: ReadonlySet<string> = new Set([
  'CW-CASH-DISCOUNT',
  'CW-CASH-DISCOUNT-BASE',
  'CW-CASH-DISCOUNT-LATE',
  'CW-CHECK-DIGIT',
  'CW-CONSUMER-VAT',
  'CW-TOTAL-SIGN',
  ...[...PAYMENT_PLAN_RULES, ...PREPAYMENT_RULES].map(({ id }) => id),
  'CW-PL-ATTACHMENTS',
  'CW-PL-OFFLINE-DATE',
  'CW-PL-OFFLINE-LATE',
  'CW-PL-PERIOD',
  'CW-PL-RATE-OF-CATEGORY',
  'KSEF:P_1',
])

/** The document of an invoice; undefined: it can't be written. */
function documentOf({ invoice, attachments }: RandomInvoice): string | undefined {
  try {
    return invoicing.convert(invoice, attachments).xml
  } catch (error) {
    if (error instanceof UnwritableText) return undefined
    throw error
  }
}

t.test('the official schema accepts the document of every lawful invoice, and so do we', (t) => {
  const schema = officialSchema(t, FA3_XSD)
  const numRuns = triesOf(200)
  fc.assert(
    fc.property(lawfulPolish(25), (random) => {
      const { valid, findings } = invoicing.validate(random.invoice, { today: TODAY })
      const faults = schema?.(documentOf(random) ?? '') ?? []
      if (!valid || faults.length > 0) throw new Error(`ours: ${JSON.stringify(findings)}; official: ${faults.join()}`)
    }),
    { seed: SEED, numRuns },
  )
  t.pass(`${numRuns} lawful invoices`)
  t.end()
})

t.test('the official schema refuses the document of a changed invoice where we do', (t) => {
  const schema = officialSchema(t, FA3_XSD)
  const numRuns = triesOf(500)
  const random = mutatedBy(POLISH_MUTATIONS, lawfulPolish(6))
  let [refused, taken] = [0, 0]
  fc.assert(
    fc.property(random, (drawn) => {
      const { findings } = invoicing.validate(drawn.invoice, { today: TODAY })
      const xml = documentOf(drawn)
      for (const { rule, message, fix } of findings)
        if (message === '' || fix === '') throw new Error(`${rule} says nothing: ${JSON.stringify(drawn.invoice)}`)
      if (xml === undefined) {
        if (!findings.some(({ rule }) => rule === 'XML')) throw new Error('an invoice that can be no XML passes')
        return
      }
      const ofXml = judgeXml(Buffer.from(xml), { profile: 'pl', now: NOON }).findings.map(({ rule }) => rule)
      const ofJson = findings.map(({ rule }) => rule)
      // Of what a rule complains there is no doubt: in JSON that is the field, in XML the element.
      const isRuled = findings.some(({ rule }) => rule === 'XSD' || OF_REQUEST.has(rule))
      const found = (rules: readonly string[]): string =>
        [...new Set(rules)]
          .filter((rule) => !OF_REQUEST.has(rule) && !(isRuled && PLAUSIBILITY_RULES.includes(rule)))
          .sort()
          .join(' ')
      if (found(ofJson) !== found(ofXml)) throw new Error(`JSON: ${found(ofJson)}; XML: ${found(ofXml)}`)
      if (schema === null) return
      const faults = schema(xml)
      if (faults.length > 0) refused += 1
      else taken += 1
      if (faults.length > 0 !== ofXml.includes('XSD'))
        throw new Error(`official: ${faults.join() || 'none'}; ours: ${JSON.stringify(findings)}`)
    }),
    { seed: SEED, numRuns },
  )
  if (schema !== null) t.ok(refused > numRuns / 10 && taken > numRuns / 10, `${refused} refused, ${taken} taken`)
  t.end()
})
