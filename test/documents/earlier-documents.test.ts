import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { typefaceOf } from '../../src/documents/rendering/fonts.js'
import { printable } from '../../src/documents/rendering/printable.js'
import type { RenderRequest } from '../../src/documents/rendering/port.js'
import { RenderingInThreads } from '../../src/documents/rendering/threads.js'
import { countryOf } from '../../src/countries/registry.js'
import { JudgingInThreads } from '../../src/documents/judging/threads.js'
import { sized } from '../../src/domain/request/sized-invoice.js'
import { UnwritableText } from '../../src/einvoice/syntax/document-sink.js'
import { acceptedSamples } from '../countries/accepted-sample.js'
import { extended, faulty, lawful } from '../support/random/countries.js'
import { type RandomInvoice, TODAY } from '../support/random/invoice.js'
import { readPdf, squeezed, textOf } from '../support/pdf.js'

const CALLER = { account: 'acc_1', whenBusy: 'refuse' } as const
const SETTINGS = { threads: 1, seconds: 60, megabytes: 512 }

/** The request for the pages of an invoice whose one line has this description. */
function pageOf(description: string): RenderRequest {
  const [sample] = acceptedSamples('BE', '2026-03-31')
  const [line] = sample?.invoice.lines ?? []
  if (sample === undefined || line === undefined) throw new Error('no sample')
  const invoice: InvoiceRequest = { ...sample.invoice, lines: [{ ...line, description }] }
  const state = {
    environment: 'test',
    status: 'accepted',
    governmentNumber: 'x',
    at: '2026-03-31T09:30:00.000Z',
  } as const
  return { country: 'BE', invoice, language: 'en', state, xml: null }
}

/** One thread; it ends with the work. */
async function inThread<T>(thread: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await thread.close()
  }
}

/**
 * The outcomes of pieces of work in a new thread that performs one after the other, in this order
 * or from the last to the first.
 */
type Performing<Work> = (works: readonly Work[]) => Promise<readonly unknown[]>

/**
 * Performs the work in both orders, each in a new thread. Of any two pieces, each then comes after
 * the other once, and each last one of an order is the first of the other, in a fresh thread.
 */
async function inBothOrders<Work>(perform: Performing<Work>, works: readonly Work[]): Promise<void> {
  const forward = await perform(works)
  const backward = await perform(works.toReversed())
  forward.forEach((outcome, index) => {
    assert.deepStrictEqual(backward.at(-1 - index), outcome, `piece ${index} depends on what came before it`)
  })
}

const rendered: Performing<RenderRequest> = async (requests) => {
  const thread = new RenderingInThreads(SETTINGS)
  return inThread(thread, async () => {
    const pages = []
    for (const request of requests) pages.push(hash('sha256', await thread.pdf(CALLER, request)))
    return pages
  })
}

/** Glyphs that the font composes of others, and some of their parts. */
const COMPOSED = ['"', 'Ž', 'Ŵ', 'Ķ', 'Ý', 'Χ', 'Ĵ', '«', 'Ω', 'ﬁ', '½']
const PARTS = ["'", 'Z', 'W', 'K', 'X', 'Y', 'J', '‹', 'f', 'i', '1', '⁄', '2']

/** Every letter that the font shows. */
const ALL = Array.from({ length: 0x2600 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).filter(
  (letter) => typefaceOf('regular').has(letter.charCodeAt(0)) && printable(letter, typefaceOf('regular')) === letter,
)

const texts = fc.string({
  unit: fc.oneof(fc.constantFrom(...COMPOSED), fc.constantFrom(...PARTS), fc.constantFrom(...ALL)),
  minLength: 1,
  maxLength: 60,
})

t.test('an earlier invoice changes no byte of the pages of a later one', async (t: Test) => {
  const known = ['Monitor 27" Ķ Ž Ŵ Χ Ĵ Ý «x»', "L'Oréal d'Anvers, King Xerxes, Zürich, Quai W"]
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 2, maxLength: 6 }), (descriptions) =>
      inBothOrders(rendered, descriptions.map(pageOf)),
    ),
    { numRuns: 2, examples: [[known]], endOnFailure: true },
  )
  t.pass()
})

t.test('every letter is readable in a thread that has drawn composed letters', async (t: Test) => {
  const thread = new RenderingInThreads(SETTINGS)
  const pages = await inThread(thread, async () => {
    await thread.pdf(CALLER, pageOf(COMPOSED.join(' ')))
    return thread.pdf(CALLER, pageOf(ALL.join(' ')))
  })
  const text = textOf(readPdf(pages))
  t.strictSame(
    ALL.filter((letter) => !text.includes(squeezed(letter))),
    [],
  )
})

/** Judges, converts, and reads back an invoice as its owner and as a stranger's document. */
const judged: Performing<RandomInvoice> = async (invoices) => {
  // Everything is large here: nothing is judged in this thread.
  const thread = new JudgingInThreads({ ...SETTINGS, largeFrom: -1 })
  return inThread(thread, async () => {
    const outcomes: unknown[] = []
    for (const { invoice, attachments } of invoices) {
      const country = countryOf(invoice.country)
      const verdict = await thread.validate(CALLER, country, sized(invoice), TODAY)
      const written = await thread
        .convert(CALLER, country, sized(invoice), attachments)
        .catch((error: unknown) => (error instanceof UnwritableText ? error : Promise.reject(error)))
      if (written instanceof UnwritableText) {
        outcomes.push({ verdict, written })
        continue
      }
      const { xml } = written
      const verdictOfXml = await thread.explain(CALLER, xml, { now: NOW })
      const contents = await thread.read(CALLER, xml, undefined)
      const source = { kind: 'xml', xml } as const
      const converted = await thread.convertDocument(CALLER, source, xml.length, {
        to: 'json',
        validate: true,
        now: NOW,
      })
      outcomes.push({ verdict, written, verdictOfXml, contents, converted })
    }
    return outcomes
  })
}

const NOW = new Date(`${TODAY}T12:00:00Z`)
const anyInvoice = fc
  .constantFrom('RO', 'BE', 'DE', 'FR')
  .chain((country) => fc.oneof(faulty(country, 4), lawful(country, 4), extended(country, 4) ?? faulty(country, 4)))
const ofNationalFormat = fc
  .constantFrom(...(['IT', 'PL'] as const).flatMap((country) => acceptedSamples(country, TODAY)))
  .map(({ invoice, attachments }) => ({ invoice, attachments }))

t.test('an earlier invoice changes nothing in the verdict, the XML and the reading of a later one', async (t: Test) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 3, arbitrary: anyInvoice }, { weight: 1, arbitrary: ofNationalFormat }), {
        minLength: 8,
        maxLength: 12,
      }),
      (invoices) => inBothOrders(judged, invoices),
    ),
    { numRuns: 2, endOnFailure: true },
  )
  t.pass()
})
