import t from 'tap'
import { given, RETRIED, typesOf } from './scripted-invoice.js'

const OFFLINE = { mode: 'offline24', deliverBy: '2026-11-23', certificateUrl: 'https://qr.example/c' } as const
const ISSUED = { kind: 'issued', offline: OFFLINE } as const
const invoice = { offline: 'offline24' } as const

t.test('an invoice that is handed out before its government has it is issued with its document', async (t) => {
  const { advance, events, government } = await given({ invoice, offline: ISSUED })
  await advance()
  t.match(await events(), [{}, { type: 'InvoiceConverted', data: { offline: OFFLINE } }, {}, {}])
  t.match(government.issued, [{ invoice, access: null }])
  t.equal(government.issued.length, 1)
})

t.test('with the connection of the company, in production', async (t) => {
  const { advance, government } = await given({ invoice, offline: ISSUED, environment: 'production' })
  await advance()
  t.match(government.issued, [{ access: { vatNumber: String } }])
})

t.test('one that its government is to issue is not', async (t) => {
  const { advance, events, government } = await given({ offline: ISSUED })
  await advance()
  t.same(government.issued, [])
  const [, converted] = await events()
  t.notOk(converted?.type === 'InvoiceConverted' && 'offline' in converted.data)
})

t.test('one that can not be issued so fails with a remedy, is not sent, and may be retried', async (t) => {
  const fault = { errorMessage: 'a', errorTranslated: 'b', errorFix: 'c' }
  const { advance, events, government, retry } = await given({ invoice, offline: { kind: 'impossible', ...fault } })
  await advance()
  t.match((await events()).at(-1), { type: 'InvoiceFailed', data: { reason: 'conversion', ...fault } })
  t.same(government.calls, [])
  await retry()
  await advance()
  t.same(typesOf(await events()), [
    'InvoiceValidated',
    'InvoiceFailed',
    RETRIED.type,
    'InvoiceValidated',
    'InvoiceFailed',
  ])
})
