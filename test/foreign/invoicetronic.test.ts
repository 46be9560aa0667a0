// Invoicetronic's own SDK runs its whole flow against our stand-in, with an invoice of ours.
import t from 'tap'
import { startInvoicetronic } from '../standins/invoicetronic/index.js'
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
