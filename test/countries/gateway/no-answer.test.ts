import t from 'tap'
import { notUnderstood as ofFrance } from '../../../src/countries/fr/failures.js'
import { notUnderstood as ofInvoicetronic } from '../../../src/countries/it/invoicetronic/failures.js'
import { notUnderstood as ofSdi } from '../../../src/countries/it/sdi/failures.js'
import { notUnderstood as ofAccessPoint } from '../../../src/countries/peppol/access-point/failures.js'
import { notUnderstood as ofKsef } from '../../../src/countries/pl/ksef/failures.js'
import { notUnderstood as ofAnaf } from '../../../src/countries/ro/anaf/failures.js'

t.test('each gateway asks again a minute after an answer that it does not understand', async (t) => {
  const clock = { now: () => new Date('2026-11-22T10:00:00.000Z') }
  const answer = { kind: 'answer', status: 418, headers: {}, bytes: Buffer.from('teapot') } as const
  for (const pace of [1, 0.1]) {
    const tools = { clock, pace, warn: () => undefined }
    for (const outcome of [
      ofAnaf('descarcare', 'a broken ZIP', tools),
      ofAccessPoint('submit', 'HTTP 418', tools),
      ofKsef('the status', 'HTTP 418', tools),
      ofFrance('search', 'HTTP 418', tools),
      ofInvoicetronic('send', answer, tools),
      ofSdi('HTTP 418', tools),
    ]) {
      t.match(outcome, { kind: 'unavailable', concerns: 'invoice' }, outcome.reason)
      t.match(outcome, { retryAfterSeconds: 60 * pace, longestSeconds: 3_600 * pace })
    }
  }
})
