import t from 'tap'
import { documentsOf } from '../../src/audit/documents-of.js'

void t.test('an event may name more attachments than a call has room for', async (t) => {
  const attachment = { sha256: 'a'.repeat(64), size: 1, mimeType: 'text/csv', filename: 'a.csv' }
  const attachments = new Array(250_001).fill(attachment)
  t.equal(documentsOf({ data: { content: { invoice: { attachments } } } }).length, 250_001)
})
