import fc from 'fast-check'
import t from 'tap'
import type { Happening } from '../../../../src/domain/observer.js'
import { UNOBSERVED } from '../../../../src/domain/observer.js'
import { romanianInstant } from '../../../../src/countries/ro/anaf/romanian-day.js'
import { romanianTime } from '../../../standins/anaf/answers.js'
import { worldOf } from './world.js'

const lists = (calls: readonly { readonly call: string }[]): number =>
  calls.filter(({ call }) => call === 'list').length

t.test('a clock that is ahead of ANAF’s delays no upload', async (t) => {
  const seen: Happening[] = []
  const observer = { ...UNOBSERVED, happened: (happening: Happening) => void seen.push(happening) }
  const { anaf, gateway, submission, uploaded, warnings, pass } = await worldOf(t, { aheadSeconds: -31.5, observer })
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' }, 'asked again at once')
  t.equal(lists(anaf.calls), 2)
  t.match(warnings, [/The clock of this machine is 3[12] s ahead of ANAF's/])
  await uploaded(invoice)
  pass(600)
  t.same(await gateway.find(submission()), { kind: 'unknown' })
  t.equal(lists(anaf.calls), 3, 'the difference is remembered')
  const offset = seen.findLast(({ kind }) => kind === 'government clock')
  t.ok(offset?.kind === 'government clock' && Math.abs(offset.offsetSeconds - 31.5) < 1.5, JSON.stringify(offset))
})

t.test('the Date of any answer corrects the period before it is refused', async (t) => {
  const { anaf, gateway, submission, uploaded, warnings } = await worldOf(t, { aheadSeconds: -600 })
  await uploaded(submission())
  t.same(await gateway.find(submission()), { kind: 'unknown' })
  t.equal(lists(anaf.calls), 1)
  t.same(warnings, [])
})

t.test('any difference of the clocks', { timeout: 120_000 }, async (t) => {
  const difference = fc.integer({ min: -86_000, max: 86_000 })
  await fc.assert(
    fc.asyncProperty(difference, fc.boolean(), async (aheadSeconds, hasLost) => {
      await t.test(`${aheadSeconds} s`, async (t) => {
        const { anaf, gateway, submission, uploaded, restored, pass } = await worldOf(t, { aheadSeconds })
        const [invoice, other] = [submission(), submission()]
        t.same(await gateway.find(invoice), { kind: 'unknown' })
        const uploadId = await uploaded(invoice)
        pass(60)
        t.match(await (hasLost ? restored() : gateway).find(invoice), { kind: 'known', uploadId })
        t.same(await gateway.find(other), { kind: 'unknown' })
        const { access } = other
        t.match(access && (await gateway.check?.(access)), { kind: 'works' })
        t.ok(lists(anaf.calls) <= 6)
      })
    }),
    { numRuns: 25 },
  )
})

t.test('an old invoice is looked for with a clock that is behind', async (t) => {
  const { gateway, submission } = await worldOf(t, { aheadSeconds: 4 * 3600 })
  const invoice = submission()
  const createdAt = new Date(invoice.createdAt.getTime() - 70 * 86_400_000)
  t.same(await gateway.find({ ...invoice, createdAt }), { kind: 'unknown' })
})

t.test('a limit of the day is over when ANAF’s day is', async (t) => {
  const { anaf, gateway, submission, uploaded, now, pass } = await worldOf(t, { aheadSeconds: -40 })
  const invoice = submission()
  const uploadId = await uploaded(invoice)
  // Midnight in Romania has just passed by our clock alone.
  pass((Date.parse('2026-11-22T22:00:05Z') - now().getTime()) / 1000)
  anaf.faults({
    on: 'state',
    times: 1,
    does: { kind: 'text', text: 'S-au facut deja 100 descarcari de mesaj in cursul zilei' },
  })
  const outcome = await gateway.poll(invoice, uploadId, invoice.createdAt)
  t.match(outcome, { kind: 'exhausted' })
  const until = outcome.kind === 'exhausted' ? outcome.until.getTime() : 0
  t.ok(Math.abs(until - Date.parse('2026-11-22T22:00:40Z')) <= 1_000, new Date(until).toISOString())
})

t.test('refusals without a usable time end after three calls', async (t) => {
  const texts = [
    'endTime = 22-11-2026 12:00:01 nu poate in viitor fata de momentul requestului',
    'endTime = 22-11-2026 12:00:01 nu poate in viitor fata de momentul requestului = 31-02-2026 15:15:27',
    'endTime = 22-11-2026 12:00:01 nu poate in viitor fata de momentul requestului = 22-11-2036 12:00:00',
    'endTime = 22-11-2026 12:00:01 nu poate in viitor fata de momentul requestului = 22-11-2026 11:59:00',
    `endTime = ${'9'.repeat(10_000)} nu poate in viitor fata de momentul requestului = ${'0'.repeat(10_000)}`,
    'startTime = 22-11-2026 12:00:01 nu poate fi mai vechi de 60 de zile fata de momentul requestului = 29-03-2026 03:30:00',
  ]
  for (const text of texts) {
    const { anaf, gateway, submission } = await worldOf(t)
    anaf.faults({ on: 'list', does: { kind: 'text', text } })
    t.match(await gateway.find(submission()), { kind: 'unavailable', concerns: 'invoice' }, text.slice(0, 150))
    t.ok(lists(anaf.calls) <= 3)
    anaf.faults()
    t.same(await gateway.find(submission()), { kind: 'unknown' }, 'it does no harm later')
  }
})

t.test('times on Romanian clocks', (t) => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (date) => {
      const instant = new Date(Math.floor(date.getTime() / 1000) * 1000)
      return romanianInstant(romanianTime(instant.getTime()), date)?.getTime() === instant.getTime()
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => romanianInstant(text, new Date()) === null))
  // In the night to 2026-10-25 the hour from three to four comes twice.
  const [first, second] = [new Date('2026-10-25T00:30:00Z'), new Date('2026-10-25T01:30:00Z')]
  for (const instant of [first, second]) t.same(romanianInstant('25-10-2026 03:30:00', instant), instant)
  // In the night to 2026-03-29 it is skipped.
  t.equal(romanianInstant('29-03-2026 03:30:00', new Date('2026-03-29T01:30:00Z')), null)
  t.end()
})
