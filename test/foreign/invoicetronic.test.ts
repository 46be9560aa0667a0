// Invoicetronic's own SDK runs its whole flow against our stand-in, with an invoice of ours, and
// reads what SdI delivered.
import t from 'tap'
import { startInvoicetronic } from '../standins/invoicetronic/index.js'
import { signedFile } from '../support/cades.js'
import { selfSignedAround } from '../support/certificate.js'
import { fattura, fatture, ITALIAN_BUYER } from '../support/italian-files.js'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const [document] = documentsOf('IT')

t.test('invoicetronic-sdk (PyPI) runs its whole flow', async (t) => {
  const sdk = foreignProgram(t, 'python', 'invoicetronic_flow', 'invoicetronic-sdk against the stand-in')
  if (sdk === null) return
  const invoicetronic = await startInvoicetronic({ decisionSeconds: 0.5 })
  t.teardown(() => invoicetronic.stop())
  const question = {
    url: invoicetronic.settings['INVOICETRONIC_URL'],
    apiKey: invoicetronic.credentials['apiKey'],
    invoice: document?.xml.toString(),
  }
  const { value } = await flowOf(t, sdk, question, {
    'validate what is no invoice': /422/,
    'send what is no invoice': /422/,
    'with another key': /401/,
    // Its model wants what its description says comes on demand alone.
    'read it without its XML': /payload/,
  })
  t.equal(typeof value('account'), 'number')
  t.strictSame(value('the states'), ['Inviato', 'Consegnato'])
  t.strictSame(value('its metadata'), { ours: '1' })
  t.equal(value('a state'), 'Consegnato')
  t.equal(value('read it'), true)
  t.equal(value('read its XML'), true)
  t.equal(value("read it by SdI's number"), true)
  t.equal(value('list'), 1)
})

t.test('invoicetronic-sdk (PyPI) reads what SdI delivered', async (t) => {
  const leftOut = 'invoicetronic-sdk against the stand-in, receiving'
  const sdk = foreignProgram(t, 'python', 'invoicetronic_receiving_flow', leftOut)
  if (sdk === null) return
  const invoicetronic = await startInvoicetronic()
  t.teardown(() => invoicetronic.stop())
  const begin = Date.now() - 60_000
  const at = (seconds: number): Date => new Date(begin + seconds * 1000)
  const single = fattura('F-1')
  const signed = signedFile(Buffer.from(single), selfSignedAround(new Date(), 'fornitore.example'))
  const several = fatture(['L-1', 'L-2'])
  const other = fattura('O-1').replaceAll(ITALIAN_BUYER.vatNumber.slice(2), '12345670017')
  const NAMES = ['IT01879020517_00001.xml.p7m', 'IT01879020517_00002.xml', 'IT01879020517_00003.xml'] as const
  // The newest first: lists are sorted on request.
  const deliver = (name: string, file: string | Buffer, seconds: number): string =>
    invoicetronic.arrived.deliver(name, Buffer.from(file), at(seconds)).identifier
  deliver(NAMES[2], fattura('F-3'), 30)
  deliver(NAMES[1], several, 20)
  const number = deliver(NAMES[0], signed, 10)
  deliver('IT01879020517_00004.xml', other, 40)
  const question = {
    url: invoicetronic.settings['INVOICETRONIC_URL'],
    apiKey: invoicetronic.credentials['apiKey'],
    buyer: ITALIAN_BUYER.vatNumber,
    from: at(0).toISOString(),
    middle: at(20).toISOString(),
  }
  const { value } = await flowOf(t, sdk, question, {
    // Its model wants what its description says comes on demand alone.
    "list as the SDK's models": /payload/,
    'read it without its content': /payload/,
    'too large a page': /Invoicetronic answered 422/,
    'read the deleted one': /404/,
  })
  t.strictSame(value('its VAT number'), [ITALIAN_BUYER.vatNumber])
  t.strictSame(value('their names'), NAMES)
  t.strictSame(value('the supplier'), ['IT01879020517', ITALIAN_BUYER.vatNumber, number])
  t.strictSame(value('without its content'), [false, false])
  t.strictSame(value('newest first'), NAMES.toReversed())
  t.strictSame(value('the second page'), NAMES.slice(2))
  t.equal(value('all in all'), '3')
  t.strictSame(value('since the middle'), NAMES.slice(1))
  t.strictSame(value('until the middle'), [NAMES[1], NAMES[0]])
  for (const step of ["by SdI's number", 'by the name']) t.strictSame(value(step), [NAMES[2]], step)
  t.equal(value('by the supplier'), 3)
  t.strictSame(value('by another supplier'), [])
  for (const step of ['by a number in it', 'by any text']) t.strictSame(value(step), [NAMES[1]], step)
  t.equal(value('of all companies'), 4)
  t.equal(value('unread'), 3)
  t.equal(value('its content'), several)
  t.equal(value('its encoding'), 'Xml')
  const date = /<Data>(.*?)</.exec(several)?.[1]
  t.strictSame(value('its invoices'), [
    ['L-1', date],
    ['L-2', date],
  ])
  t.strictSame([value('it is read'), value('read it again')], [true, true])
  t.equal(value('operations for it'), 1)
  t.equal(value('that is no reading'), 2)
  t.equal(value('its Base64'), signed.toString('base64'))
  t.equal(value('its encoding in Base64'), 'Base64')
  t.equal(value('its content alone'), fattura('F-3'))
  t.equal(value('operations for all'), 3)
  t.strictSame(value('all are read'), [])
  t.strictSame(value('their lengths'), [true, true, true])
  t.equal(value('delete'), 200)
  t.strictSame(value('the rest'), NAMES.slice(0, 2))
})
