import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { messageReaderOf } from '../../../src/countries/message-readers.js'
import { countryOf } from '../../../src/countries/registry.js'
import type { InvoiceRequest, CountryCode } from '../../../src/domain/request/invoice-request.js'
import { sized } from '../../../src/domain/request/sized-invoice.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import { judgeInProcess } from '../../../src/documents/judging/in-process.js'
import { JudgingBusy, JudgingLimit } from '../../../src/documents/judging/port.js'
import { JudgingInThreads, type ThreadSettings } from '../../../src/documents/judging/threads.js'
import { acceptedSamples, ROOT } from '../../countries/accepted-sample.js'
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
        await judging.validate(CALLER, country, sized(invoice), TODAY),
        await judgeInProcess.validate(CALLER, country, sized(invoice), TODAY),
      )
      const [there, here] = await Promise.all([
        judging.convert(CALLER, country, sized(invoice), attachments),
        judgeInProcess.convert(CALLER, country, sized(invoice), attachments),
      ])
      t.equal(Buffer.from(there.xml).toString(), Buffer.from(here.xml).toString())
      t.equal(there.format, here.format)
      t.same(await judging.explain(CALLER, here.xml, {}), await judgeInProcess.explain(CALLER, here.xml, {}))
      const totals = () => judgeInProcess.totals(CALLER, country, sized(invoice))
      t.same(await judging.totals(CALLER, country, sized(invoice)), await totals())
    }),
    { numRuns: 25 },
  )
})

t.test('a text that XML can not hold is reported as such', async (t: Test) => {
  const invoice = { ...large('DE', 1), note: 'a\u0000b' }
  await t.rejects(threads(t).convert(CALLER, countryOf('DE'), sized(invoice), []), UnwritableText)
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
  const { xml } = await judgeInProcess.convert(CALLER, countryOf('DE'), sized(large('DE', 9_999)), [])
  await t.rejects(judging.explain(CALLER, xml, {}), { name: 'JudgingLimit', what: 'memory' })
  t.equal((await judging.validate(CALLER, countryOf('DE'), sized(large('DE', 1)), TODAY)).valid, true)
})

t.test('a thread that has no memory to start fails its document, not the process', async (t: Test) => {
  const judging = threads(t, { megabytes: 4, seconds: 30 })
  const xml = Buffer.from('<Invoice/>')
  await t.rejects(judging.explain(CALLER, xml, {}))
  await t.rejects(judging.explain(CALLER, xml, {}), 'and the next is tried too')
})

t.test('what waits beyond the bound is refused', async (t: Test) => {
  const judging = threads(t, { queue: { waitingOfAccount: 1, waiting: 1 } })
  const one = sized(large('RO', 2_000))
  const judge = () => judging.validate(CALLER, countryOf('RO'), one, TODAY)
  const [running, waiting] = [judge(), judge()]
  await t.rejects(judge(), JudgingBusy)
  t.equal((await running).valid, (await waiting).valid)
})

t.test('the event loop runs while a thread judges', async (t: Test) => {
  const judging = threads(t)
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  await judging.validate(CALLER, countryOf('DE'), sized({ ...large('DE', 2_000), format: 'cii' }), TODAY)
  clearInterval(ticking)
  t.ok(turns > 20, `${turns} turns meanwhile`)
})

/** Whether a document is judged in a thread: there it has no time at all. */
const INSTANT = { seconds: 0.000_001 }
const TIMED_OUT = { name: 'JudgingLimit', what: 'time' }

t.test('the bytes of an invoice decide, wherever its content is', async (t: Test) => {
  const judging = threads(t, { ...INSTANT, largeFrom: 16 * 1024 })
  const [line] = large('DE', 1).lines
  if (line === undefined) throw new Error('no line')
  const small = sized(large('DE', 1))
  t.equal((await judging.validate(CALLER, countryOf('DE'), small, TODAY)).valid, true)
  const many = <T>(value: T): T[] => Array.from({ length: 1_000 }, () => value)
  for (const [where, invoice] of Object.entries({
    'in sub-lines': { ...large('DE', 1), lines: [{ ...line, de: { subLines: many(line) } }] },
    'in notes': { ...large('DE', 1), note: 'x'.repeat(16 * 1024) },
    'in a party': { ...large('DE', 1), customer: { ...large('DE', 1).customer, name: 'x'.repeat(16 * 1024) } },
  })) {
    await t.rejects(judging.validate(CALLER, countryOf('DE'), sized(invoice), TODAY), TIMED_OUT, where)
    await t.rejects(judging.convert(CALLER, countryOf('DE'), sized(invoice), []), TIMED_OUT, where)
    await t.rejects(judging.totals(CALLER, countryOf('DE'), sized(invoice)), TIMED_OUT, where)
  }
})

t.test('every kind of work on 16 KB is done in a thread', async (t: Test) => {
  const judging = threads(t, { ...INSTANT, largeFrom: 16 * 1024 })
  const xml = Buffer.from(`<Invoice>${' '.repeat(16 * 1024)}</Invoice>`)
  const options = { to: 'cii', now: new Date() } as const
  for (const reader of ['call of SdI', 'notification of SdI', 'business document of Peppol', 'response of Peppol'])
    await t.rejects(judging.message(CALLER, messageReaderOf(reader), xml, {}), TIMED_OUT, reader)
  await t.rejects(judging.explain(CALLER, xml, {}), TIMED_OUT)
  await t.rejects(judging.read(CALLER, xml, undefined), TIMED_OUT)
  await t.rejects(judging.check(CALLER, xml, 'invoice'), TIMED_OUT)
  await t.rejects(judging.convertDocument(CALLER, { kind: 'xml', xml }, xml.length, options), TIMED_OUT)
})

t.test('a PDF is read in a thread, however small it is', async (t: Test) => {
  const judging = threads(t, { ...INSTANT, largeFrom: 16 * 1024 })
  const pdf = Buffer.from('%PDF-1.7\n')
  await t.rejects(judging.explain(CALLER, pdf, {}), TIMED_OUT)
  await t.rejects(judging.read(CALLER, pdf, undefined), TIMED_OUT)
  const options = { to: 'cii', now: new Date() } as const
  await t.rejects(judging.convertDocument(CALLER, { kind: 'xml', xml: pdf }, pdf.length, options), TIMED_OUT)
})

t.test('a thread checks a body as the process itself does', async (t: Test) => {
  const judging = threads(t)
  const bodies = [
    '{"country":"DE"}',
    '{"a":1',
    readFileSync(join(ROOT, 'samples', 'de', '12-sub-lines.json'), 'utf8'),
    `{${Array.from({ length: 3_000 }, (_, n) => `"${n}x":1`).join()}}`,
    '{"country":"DE","lines":[{"quantity":0.30000000000000004}]}',
  ]
  for (const body of bodies.map((each) => Buffer.from(each)))
    for (const kind of ['invoice', 'line of a batch'] as const) {
      t.same(await judging.check(CALLER, body, kind), await judgeInProcess.check(CALLER, body, kind))
    }
})
