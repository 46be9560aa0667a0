import t, { type Test } from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import type { RenderRequest } from '../../../src/documents/rendering/port.js'
import { RenderingInThreads } from '../../../src/documents/rendering/threads.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { readPdf } from '../../support/pdf.js'

const CALLER = { account: 'acc_1', whenBusy: 'refuse' } as const
const XML = { bytes: Buffer.from('<Invoice/>'), sha256: 'ab'.repeat(32) }

function request(invoice: InvoiceRequest): RenderRequest {
  const state = {
    environment: 'test',
    status: 'accepted',
    governmentNumber: 'x',
    at: '2026-03-31T09:30:00.000Z',
  } as const
  return { country: invoice.country, invoice, language: 'en', state, xml: XML }
}

function sample(lines?: number): InvoiceRequest {
  const [first] = acceptedSamples('DE', '2026-03-31')
  const [line] = first?.invoice.lines ?? []
  if (first === undefined || line === undefined) throw new Error('no sample')
  return lines === undefined ? first.invoice : { ...first.invoice, lines: Array.from({ length: lines }, () => line) }
}

function threads(
  t: Pick<Test, 'teardown'>,
  changes: Partial<ConstructorParameters<typeof RenderingInThreads>[0]> = {},
) {
  const rendering = new RenderingInThreads({ threads: 1, seconds: 170, megabytes: 512, ...changes })
  t.teardown(() => rendering.close())
  return rendering
}

/**
 * One for most tests: a thread takes longer to start than a page to make. Few may wait for it.
 */
const rendering = threads(t, { queue: { waitingOfAccount: 1, waiting: 1 } })

t.test('a thread makes the same bytes as the process itself', async (t: Test) => {
  for (const country of ['RO', 'BE', 'DE', 'FR'] as const) {
    for (const { invoice } of acceptedSamples(country, '2026-03-31')) {
      const [there, here] = await Promise.all([
        rendering.pdf(CALLER, request(invoice)),
        renderInProcess.pdf(CALLER, request(invoice)),
      ])
      t.ok(Buffer.from(there).equals(here), country)
    }
  }
})

t.test('the largest invoice is made while the process answers others', { timeout: 180_000 }, async (t: Test) => {
  let longest = 0
  let last = performance.now()
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  t.teardown(() => {
    clearInterval(beat)
  })
  const pdf = await rendering.pdf(CALLER, request(sample(9_999)))
  clearInterval(beat)
  const { pages } = readPdf(pdf)
  t.ok(pages.at(-1)?.includes(`Page ${pages.length} of ${pages.length}`))
  t.ok(pages.flat().includes('9999'), 'the last line is there')
  t.ok(longest < 1_500, `no request waited for longer than ${Math.round(longest)} ms`)
})

t.test('what takes too long is given up, and the next is made', async (t: Test) => {
  await t.rejects(threads(t, { seconds: 0.001 }).pdf(CALLER, request(sample(2_000))), { name: 'RenderingLimit' })
  t.ok((await rendering.pdf(CALLER, request(sample()))).length > 1_000)
})

t.test('what waits beyond the bound is refused', async (t: Test) => {
  const one = request(sample(300))
  const [running, waiting] = [rendering.pdf(CALLER, one), rendering.pdf(CALLER, one)]
  await t.rejects(rendering.pdf(CALLER, one), { name: 'JudgingBusy' })
  t.ok((await Promise.all([running, waiting])).every((bytes) => bytes.length > 0))
})

t.test('a thread that is kept is replaced where its task is given up', async (t: Test) => {
  const kept = threads(t, { seconds: 0.001, kept: 1 })
  for (let time = 0; time < 3; time += 1)
    await t.rejects(kept.pdf(CALLER, request(sample(2_000))), { name: 'RenderingLimit' })
})
