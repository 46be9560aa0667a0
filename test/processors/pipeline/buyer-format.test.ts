import t, { type Test } from 'tap'
import type { ReceivingOutcome } from '../../../src/countries/gateway/gateway.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { ACCEPTED, SUBMITTED } from '../../standins/scripted-government.js'
import { AT_THE_UPLOAD, CONVERTED, given, typesOf, VALIDATED } from './scripted-invoice.js'

const CHOSEN: ReceivingOutcome = { kind: 'suits', format: 'cii' }
const UNSUITABLE: ReceivingOutcome = {
  kind: 'unsuitable',
  errorMessage: 'not supported',
  errorTranslated: 'The buyer does not accept it.',
  errorFix: 'Leave format out.',
}

/** Converts, and notes the formats that it is asked for. */
function converter() {
  const asked: (string | undefined)[] = []
  const convert = (invoice: InvoiceRequest) => {
    asked.push(invoice.format)
    return { xml: `<${invoice.format ?? 'none'}/>`, mediaType: 'application/xml', format: 'X' } as const
  }
  return { asked, convert }
}

t.test('the format that the buyer accepts is chosen before the conversion, and recorded', async (t: Test) => {
  const { asked, convert } = converter()
  const { advance, events, government } = await given({ receivable: [CHOSEN], submit: [SUBMITTED], convert })
  await advance()
  const found = await events()
  t.match(found[0], { type: 'InvoiceValidated', data: { format: 'CII', sentAs: 'cii' } })
  t.notOk('warnings' in (found[0]?.data ?? {}))
  t.strictSame(asked, ['cii'])
  t.match(government.addressed, [{ formats: ['ubl', 'cii'], xml: null, access: null }])
  t.strictSame(
    government.submissions.map(({ invoice, xml }) => [invoice.format, Buffer.from(xml).toString()]),
    government.calls.map(() => ['cii', '<cii/>']),
    'the government gets the invoice in that format at every call',
  )
})

t.test('another process continues with the format that was chosen, and does not ask again', async (t: Test) => {
  for (const findings of [[VALIDATED], [VALIDATED, CONVERTED], [...AT_THE_UPLOAD]]) {
    const chosen = findings.map((each) =>
      each.type === 'InvoiceValidated' ? { ...each, data: { ...each.data, sentAs: 'cii' } as const } : each,
    )
    const { asked, convert } = converter()
    const { advance, government } = await given({ receivable: [UNSUITABLE], convert, poll: [ACCEPTED] }, ...chosen)
    await advance()
    t.strictSame(asked, findings.length === 1 ? ['cii'] : [])
    t.strictSame(government.addressed, [])
    t.ok(government.submissions.every(({ invoice }) => invoice.format === 'cii'))
    t.not(government.submissions.length, 0)
  }
})

t.test("the country's own format, and the caller's choice, are not recorded as chosen", async (t: Test) => {
  for (const format of ['ubl', null] as const) {
    const { asked, convert } = converter()
    const { advance, events } = await given({ receivable: [{ kind: 'suits', format }], convert })
    await advance()
    t.strictSame((await events())[0], VALIDATED_AS_OWN)
    t.strictSame(asked, [undefined])
  }
})
const VALIDATED_AS_OWN = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL 2.1 CIUS-RO' } }

t.test('what the buyer does not accept fails before anything is judged, converted or sent', async (t: Test) => {
  const { asked, convert } = converter()
  const { advance, events, government, retry } = await given({ receivable: [UNSUITABLE, CHOSEN], convert })
  t.equal((await advance()).nextLook, null)
  t.strictSame(await events(), [
    {
      type: 'InvoiceFailed',
      data: {
        reason: 'conversion',
        errorMessage: 'not supported',
        errorTranslated: 'The buyer does not accept it.',
        errorFix: 'Leave format out.',
      },
    },
  ])
  t.strictSame([asked, government.calls], [[], []])
  await retry()
  await advance()
  t.strictSame(typesOf(await events()).slice(2, 4), ['InvoiceValidated', 'InvoiceConverted'], 'a retry asks again')
  t.strictSame(asked, ['cii'])
})

t.test('where the network does not answer, the invoice goes as requested, with a warning', async (t: Test) => {
  const { asked, convert } = converter()
  const reason = 'the directory does not answer'
  const { advance, events } = await given({ receivable: [{ kind: 'unknown', reason }], convert })
  await advance()
  t.match((await events())[0], { data: { warnings: [/^It is not known whether .* directory does not answer\.$/] } })
  t.strictSame(asked, [undefined])
  const silent = await given({ receivable: [{ kind: 'unknown', reason: null }] })
  await silent.advance()
  t.notOk('warnings' in ((await silent.events())[0]?.data ?? {}), 'the submission shows it')
})

t.test('a process that ends during the query records nothing', async (t: Test) => {
  const { advance, events } = await given({ receivable: [{ kind: 'unknown', reason: 'the process stops' }] })
  const ending = new AbortController()
  const enter = async (): Promise<boolean> => true
  const stillMine = async (): Promise<boolean> => {
    ending.abort()
    return true
  }
  await advance(0, stillMine, enter, ending.signal)
  t.strictSame(await events(), [])
})
