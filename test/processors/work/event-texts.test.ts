import fc from 'fast-check'
import t from 'tap'
import type { Finding } from '../../../src/countries/country.js'
import type { PollOutcome, SubmitOutcome } from '../../../src/countries/gateway/gateway.js'
import { MAX_EVENT_BYTES } from '../../../src/eventstore/port.js'
import { fitted, jsonBytes, TEXT_BYTES } from '../../../src/processors/work/event-texts.js'
import { ACCEPTED, type Script } from '../../standins/scripted-government.js'
import { AT_THE_UPLOAD, given, SENT } from '../pipeline/scripted-invoice.js'

const findings = (count: number, message: (n: number) => string): readonly Finding[] =>
  Array.from({ length: count }, (_, n) => ({
    rule: `BR-${n}`,
    severity: 'fatal',
    path: `lines[${n}].vatRate`,
    term: 'BT-152',
    message: message(n),
    fix: 'Give a rate that the country has.',
  }))
const broken = (found: readonly Finding[], findingsTotal = found.length): Script => ({
  judgement: { valid: false, findings: found, findingsTotal, rulesChecked: 7 },
})

/** The last event, if it is an invoice in error or rejected. */
async function failureOf({ events, history, document }: Awaited<ReturnType<typeof given>>) {
  const event = (await events()).at(-1)
  if (event?.type !== 'InvoiceFailed' && event?.type !== 'InvoiceRejected') throw new Error('no failure')
  const whole = event.data.document ? await document(event.data.document.sha256) : null
  return { ...event.data, whole, mediaType: event.data.document?.mediaType, stored: (await history()).at(-1) }
}

t.test('a list in an event stays a list', async (t) => {
  const warnings = ['one', 'x'.repeat(2 * TEXT_BYTES)]
  const invoice = await given({ poll: [{ ...ACCEPTED, warnings } as PollOutcome] }, ...SENT)
  await invoice.advance()
  const accepted = (await invoice.events()).at(-1)
  const noted = accepted?.type === 'InvoiceAccepted' ? accepted.data.warnings : undefined
  t.ok(Array.isArray(noted))
  t.equal(noted?.[0], 'one')
  t.match(noted?.[1], /… \(cut; /)
})

t.test('of many findings the first stand in the event, and all of them in a document that it names', async (t) => {
  const all = findings(
    960,
    (n) => `The rate ${n} "is" not one that the country knows, for any reason. ${'x'.repeat(60)}`,
  )
  const invoice = await given(broken(all))
  await invoice.advance()
  const { errorMessage, errorTranslated, errorFix, whole, mediaType } = await failureOf(invoice)
  const lines = errorMessage.split('\n')
  t.equal(lines.length, 201)
  t.equal(lines[0], `BR-0: ${all[0]?.message ?? ''}`)
  for (const text of [errorMessage, errorTranslated, errorFix]) {
    t.match(text, /These are 200 of 960 findings; all: GET \/v1\/invoices\/inv_\w+\/documents\/findings$/)
  }
  t.match(errorTranslated, /^The invoice breaks 960 rules and was not sent/)
  t.equal(mediaType, 'application/json')
  t.same(JSON.parse(whole ?? ''), all)
})

t.test('where the judge lists only the first findings, the invoice says how many there were', async (t) => {
  const invoice = await given(
    broken(
      findings(1_000, (n) => `rate ${n}`),
      54_321,
    ),
  )
  await invoice.advance()
  const { errorMessage, errorTranslated, whole } = await failureOf(invoice)
  t.match(errorMessage, /\nThese are 200 of 54321 findings; the first 1000: GET .*findings$/)
  t.match(errorTranslated, /^The invoice breaks at least 1000 rules/)
  t.equal((JSON.parse(whole ?? '') as unknown[]).length, 1_000)

  const [fatal, warning] = [findings(3, (n) => `rate ${n}`), findings(1, () => 'w')[0]]
  const listed = [...fatal, { ...warning, severity: 'warning' } as Finding]
  const other = await given(broken(listed, 2_000))
  await other.advance()
  const complete = await failureOf(other)
  t.equal(complete.errorMessage.split('\n').length, 3, 'only warnings are not listed, and they are no errors')
  t.equal(complete.whole, null)
})

t.test('findings that all fit stand in the event alone', async (t) => {
  const invoice = await given(broken(findings(200, (n) => `rate ${n}`)))
  await invoice.advance()
  const { errorMessage, whole } = await failureOf(invoice)
  t.equal(errorMessage.split('\n').length, 200)
  t.equal(whole, null)
})

t.test('long findings: as many as an event can hold, and of each as much', async (t) => {
  for (const [count, length] of [
    [150, 3_000],
    [3, 100_000],
    [1, 1_000_000],
  ] as const) {
    const all = findings(count, (n) => `${n} ${'"'.repeat(length)}`)
    const invoice = await given(broken(all))
    await invoice.advance()
    const { errorMessage, errorTranslated, whole } = await failureOf(invoice)
    t.match(errorMessage, new RegExp(`^BR-0: 0 ""`))
    t.match(errorTranslated, new RegExp(`of ${count} findings; all: GET`))
    t.same(JSON.parse(whole ?? ''), all)
  }
})

t.test("a government's text that is too long for an event is kept whole as a document", async (t) => {
  const text = 'Ț'.repeat(100_000)
  const refused = await given({ submit: [{ kind: 'refused', errorMessage: text }] }, ...AT_THE_UPLOAD)
  const rejected = await given({ poll: [{ kind: 'rejected', errorMessage: text, document: null }] }, ...SENT)
  for (const invoice of [refused, rejected]) {
    await invoice.advance()
    const { errorMessage, whole, mediaType } = await failureOf(invoice)
    t.match(errorMessage, /^Ț+ … \(cut; 100000 characters in all\)$/)
    t.equal(whole, text)
    t.equal(mediaType, 'text/plain; charset=utf-8')
  }
})

t.test(
  'no event of the pipeline is too large, for any text of a judge or a government',
  { timeout: 120_000 },
  async () => {
    const part = fc.oneof(
      fc.constantFrom('"', '\\', '\u0000', '\u001f', '\ud800', '\udc00', '😀', 'ț', 'a', '\n', '\u2028'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
    )
    const text = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom(0, 1, 900, 40_000, 120_000))
      .map(([parts, times]) => parts.join('').repeat(times))
    const submit = fc.oneof(
      text.map((errorMessage): SubmitOutcome => ({ kind: 'refused', errorMessage })),
      text.map((reason): SubmitOutcome => ({ kind: 'unavailable', reason, retryAfterSeconds: 1, concerns: 'invoice' })),
      text.map((govEndpoint): SubmitOutcome => ({ kind: 'submitted', uploadId: '1', govEndpoint })),
    )
    const poll = fc.oneof(
      text.map((errorMessage): PollOutcome => ({ kind: 'rejected', errorMessage, document: null })),
      text.map((govMessage): PollOutcome => ({ ...ACCEPTED, kind: 'accepted', govId: '1', govMessage, receipt: null })),
      text.map((mediaType): PollOutcome => ({
        kind: 'accepted',
        govId: '1',
        govMessage: 'ok',
        receipt: { bytes: Buffer.from('x'), mediaType },
      })),
    )
    const many = fc
      .tuple(fc.integer({ min: 1, max: 400 }), text)
      .map(([count, message]) => findings(count, () => message.slice(0, 20_000)))
    const script = fc.oneof(
      many.map((found) => broken(found)),
      fc.record({ submit: submit.map((outcome) => [outcome]), poll: poll.map((outcome) => [outcome]) }),
    )
    await fc.assert(
      fc.asyncProperty(script, async (texts) => {
        const invoice = await given(texts)
        await invoice.advance()
        for (const { type, data, metadata } of await invoice.history()) {
          const bytes = Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata))
          if (bytes > MAX_EVENT_BYTES) throw new Error(`${type} has ${bytes} bytes`)
          // Its delivery to a webhook quotes its texts once more.
          if (jsonBytes(JSON.stringify(data)) > MAX_EVENT_BYTES - 8_192) throw new Error(`${type} can't be delivered`)
        }
        const last = (await invoice.events()).at(-1)?.type
        return last !== 'SubmissionStarted' && last !== 'InvoiceConverted'
      }),
      { numRuns: 80 },
    )
  },
)

t.test('a text is cut between characters, and only where it has to be', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 60, max: 400 }), (text, bytes) => {
      const cut = fitted(text, bytes)
      if (jsonBytes(text) <= bytes) return cut === text
      const kept = cut.slice(0, cut.lastIndexOf(' … (cut; '))
      return jsonBytes(cut) <= bytes && text.startsWith(kept) && Buffer.from(kept).toString() === kept
    }),
  )
  t.equal(fitted('a'.repeat(TEXT_BYTES)).length, TEXT_BYTES)
  t.end()
})
