import t from 'tap'
import { type Sentences, sentenceOf } from '../../src/audit/sentences.js'
import type { CompanyEvent } from '../../src/domain/company.js'
import type { StreamEvent } from '../../src/domain/event.js'

function happened(stream: string, type: string, data: Readonly<Record<string, unknown>> = {}): StreamEvent {
  return { stream, type, data } as unknown as StreamEvent
}

t.test('an event that a table forgets is a type error', (t) => {
  // @ts-expect-error CompanyAmended is missing
  const forgetful: Sentences<CompanyEvent> = { CompanyCreated: () => '', CompanyDeactivated: () => '' }
  t.ok(forgetful)
  t.end()
})

t.test('an event is a sentence, and one that the program does not know its name', (t) => {
  const amended = happened('testCompany-comp_1', 'CompanyAmended', { name: 'A', vatNumber: 'B' })
  t.equal(sentenceOf(amended), 'The company was changed: name, vatNumber.')
  for (const stream of ['testInvoice-inv_1', 'liveDelivery-dlv_1', 'testWebhook-wh_1', 'account-acc_1'])
    for (const type of ['CompanyTeleported', 'constructor', 'toString'])
      t.equal(sentenceOf(happened(stream, type)), `${type} happened.`)
  t.end()
})
