import fc from 'fast-check'
import t, { type Test } from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import type { InvoiceRequest, CountryCode } from '../../../src/domain/request/invoice-request.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import { judgeInProcess } from '../../../src/documents/judging/in-process.js'
import { JudgingBusy, JudgingLimit } from '../../../src/documents/judging/port.js'
import { JudgingInThreads, type ThreadSettings } from '../../../src/documents/judging/threads.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { faulty, lawful, RANDOM_COUNTRIES, type RandomCountry } from '../../support/random/countries.js'
import { TODAY } from '../../support/random/invoice.js'
import { inSyntax, invoicingOf } from '../../support/random/official-judge.js'

const CALLER = { account: 'acc_1', whenBusy: 'refuse' } as const

function threads(t: Test, changes: Partial<ThreadSettings> = {}): JudgingInThreads {
  const judging = new JudgingInThreads({ threads: 1, seconds: 60, megabytes: 512, largeFrom: 0, ...changes })
  t.teardown(() => judging.close())
  return judging
}

function large(country: CountryCode, lines: number): InvoiceRequest {
  const [sample] = acceptedSamples(country, TODAY)
  const [line] = sample?.invoice.lines ?? []
  if (sample === undefined || line === undefined) throw new Error(`no sample of ${country}`)
  return { ...sample.invoice, attachments: [], lines: Array.from({ length: lines }, () => line) }
}

t.test('a thread says what the process itself says, and writes the same XML', async (t: Test) => {
  const judging = threads(t)
  const random = fc
    .constantFrom(...(Object.keys(RANDOM_COUNTRIES) as RandomCountry[]))
    .chain((country) =>
      fc.tuple(fc.oneof(lawful(country, 4), faulty(country, 4)), fc.constantFrom(...invoicingOf(country).formats)),
    )
  await fc.assert(
    fc.asyncProperty(random, async ([drawn, syntax]) => {
      const { invoice, attachments } = inSyntax(drawn, syntax)
      const country = countryOf(invoice.country)
      t.same(
        await judging.validate(CALLER, country, invoice, TODAY),
        await judgeInProcess.validate(CALLER, country, invoice, TODAY),
      )
      const [there, here] = await Promise.all([
        judging.convert(CALLER, country, invoice, attachments),
        judgeInProcess.convert(CALLER, country, invoice, attachments),
      ])
      t.equal(Buffer.from(there.xml).toString(), Buffer.from(here.xml).toString())
      t.equal(there.format, here.format)
      t.same(await judging.explain(CALLER, here.xml, {}), await judgeInProcess.explain(CALLER, here.xml, {}))
    }),
    { numRuns: 25 },
  )
})

t.test('a text that XML can not hold is reported as such', async (t: Test) => {
  const invoice = { ...large('DE', 1), note: 'a\u0000b' }
  await t.rejects(threads(t).convert(CALLER, countryOf('DE'), invoice, []), UnwritableText)
})

t.test('a document that takes too long is given up, and the next is judged', async (t: Test) => {
  const judging = threads(t, { seconds: 0.001 })
  const xml = Buffer.from('<Invoice/>')
  await t.rejects(judging.explain(CALLER, xml, {}), new JudgingLimit('time', 'the document took longer than 0.001 s'))
  const patient = threads(t)
  t.equal((await patient.explain(CALLER, xml, {})).valid, false)
})

t.test('a document that takes too much memory ends its thread and nothing else', async (t: Test) => {
  const judging = threads(t, { megabytes: 64 })
  const { xml } = await judgeInProcess.convert(CALLER, countryOf('DE'), large('DE', 9_999), [])
  await t.rejects(judging.explain(CALLER, xml, {}), { name: 'JudgingLimit', what: 'memory' })
  t.equal((await judging.validate(CALLER, countryOf('DE'), large('DE', 1), TODAY)).valid, true)
})

t.test('a thread that has no memory to start fails its document, not the process', async (t: Test) => {
  const judging = threads(t, { megabytes: 4, seconds: 30 })
  const xml = Buffer.from('<Invoice/>')
  await t.rejects(judging.explain(CALLER, xml, {}))
  await t.rejects(judging.explain(CALLER, xml, {}), 'and the next is tried too')
})

t.test('what waits beyond the bound is refused', async (t: Test) => {
  const judging = threads(t, { queue: { waitingOfAccount: 1, waiting: 1 } })
  const one = large('RO', 2_000)
  const judge = () => judging.validate(CALLER, countryOf('RO'), one, TODAY)
  const [running, waiting] = [judge(), judge()]
  await t.rejects(judge(), JudgingBusy)
  t.equal((await running).valid, (await waiting).valid)
})

t.test('the event loop runs while a thread judges', async (t: Test) => {
  const judging = threads(t)
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  await judging.validate(CALLER, countryOf('DE'), { ...large('DE', 2_000), format: 'cii' }, TODAY)
  clearInterval(ticking)
  t.ok(turns > 20, `${turns} turns meanwhile`)
})
