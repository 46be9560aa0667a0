import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ANSWERED_DOCUMENT } from '../../../src/countries/answered-document.js'
import { readLifeCycle } from '../../../src/countries/fr/cdar-reader.js'
import { FRENCH_ANSWERING } from '../../../src/countries/fr/answering.js'
import type { OutgoingAnswer } from '../../../src/countries/gateway/answering.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readReceived } from '../../../src/documents/receiving/read-received.js'
import { ANSWER_CODES, type AnswerCode } from '../../../src/domain/received.js'
import { keysOf } from '../../../src/domain/keys.js'
import { oracleFor } from '../../support/oracle.js'
import { RECEIVED } from '../../support/received-invoice.js'

const GOLDEN = join(import.meta.dirname, '../../../../test/golden/fr')
const AT = new Date('2026-11-22T09:00:00Z')
const EDITIONS = [new Date('2026-09-30T12:00:00Z'), new Date('2026-10-01T12:00:00Z')]
const DOCUMENTS = ['01-domestic-services.xml', '01-domestic-services.cii.xml', '02-credit-note.xml', '14-extended.xml']

/** An answer to a golden document. */
function answerTo(name: string, code: AnswerCode, given: Partial<OutgoingAnswer> = {}): OutgoingAnswer {
  const bytes = readFileSync(join(GOLDEN, name))
  const { terms } = readReceived(bytes, { country: 'FR', now: AT, buyerNumbers: [] })
  return {
    responseId: 'rsp_0123456789abcdefghijkl',
    country: 'FR',
    code,
    nationalCode: FRENCH_ANSWERING.codes[code]?.code ?? '',
    reason: null,
    reasonCode: FRENCH_ANSWERING.reasonCodes?.neededFor.includes(code) === true ? 'AUTRE' : null,
    amount: null,
    date: null,
    scope: { account: 'acc_1', environment: 'production' },
    requestedAt: AT,
    received: {
      ...RECEIVED,
      ...terms,
      country: 'FR',
      channel: 'flow-service',
      govId: 'f-1',
      arrivedAt: '2026-11-21T09:00:00.000Z',
    },
    answered: ANSWERED_DOCUMENT.read(bytes, null),
    ...given,
  }
}

const written = (answer: OutgoingAnswer): string => Buffer.from(FRENCH_ANSWERING.write(answer).bytes).toString()

/** Each answer alone, with all that can be said, and with each reason. */
function variants(name: string): readonly OutgoingAnswer[] {
  const { codes, only = {} } = FRENCH_ANSWERING.reasonCodes ?? { codes: {} }
  const whole = { reason: 'Lignes 2 & 3 <à revoir> 😀', reasonCode: 'AUTRE', amount: '10.50', date: '2026-11-20' }
  return [
    ...ANSWER_CODES.flatMap((code) => [answerTo(name, code), answerTo(name, code, whole)]),
    ...keysOf(codes).flatMap((reasonCode) =>
      (only[reasonCode] ?? []).map((code) => answerTo(name, code, { reasonCode, reason: 'x' })),
    ),
  ]
}

t.test('every answer keeps the rules of both editions, and is read back', (t) => {
  for (const name of DOCUMENTS)
    for (const answer of variants(name)) {
      const xml = written(answer)
      for (const now of EDITIONS) {
        const { profile, findings } = judgeXml(Buffer.from(xml), { now })
        t.same([profile, ...findings], ['fr-cdar'], `${name} ${answer.code} ${String(answer.reasonCode)}`)
      }
      t.match(readLifeCycle(Buffer.from(xml)), [
        {
          number: answer.received.number,
          issueDate: answer.received.issueDate,
          code: answer.nationalCode,
          at: AT,
        },
      ])
      t.match(readLifeCycle(Buffer.from(xml))?.[0]?.sellerIds, [/^\d{9}$/])
      t.equal(written(answer), xml, 'a repetition is the same')
    }
  t.end()
})

t.test('the official artefacts accept every answer', { timeout: 120_000 }, async (t) => {
  const oracle = oracleFor(t, 'answers of buyers against BR-FR-CDV')
  if (oracle === null) return
  for (const answer of variants('01-domestic-services.xml'))
    t.same(await oracle.judge('fr', written(answer)), [], `${answer.code} ${String(answer.reasonCode)}`)
})

t.test('who says what to whom', (t) => {
  const xml = written(
    answerTo('01-domestic-services.xml', 'disputed', { reason: 'Trop', reasonCode: 'QTE_ERR', amount: '12' }),
  )
  t.match(xml, /<ram:IssuerTradeParty>\s*<ram:GlobalID schemeID="0002">394728612</, 'the buyer')
  t.match(xml, /<ram:URIID schemeID="0225">/, "the seller's own address")
  t.match(xml, '<ram:ProcessConditionCode>207</ram:ProcessConditionCode>')
  t.match(xml, /<ram:ReasonCode>QTE_ERR<\/ram:ReasonCode>\s*<ram:Reason>Quantité facturée incorrecte</)
  t.match(xml, /<ram:Content>Trop</)
  t.match(xml, /<ram:TypeCode>MNATTC<[\s\S]*<ram:ValueAmount currencyID="EUR">12.00</)
  t.notMatch(xml, '9998', 'not to the state')
  const available = written(answerTo('01-domestic-services.xml', 'acknowledged'))
  t.match(available, '<ram:TypeCode>305</ram:TypeCode>', 'a status of platforms')
  const paid = written(answerTo('01-domestic-services.xml', 'paid', { amount: '250.00', date: '2026-11-20' }))
  t.match(paid, /<ram:TypeCode>MPA<[\s\S]*250\.00<[\s\S]*<udt:DateTimeString format="102">20261120</)
  t.match(written(answerTo('02-credit-note.xml', 'approved')), '<ram:TypeCode>381</ram:TypeCode>')
  const refused = written(answerTo('01-domestic-services.xml', 'rejected', { reason: 'Rien commandé' }))
  t.match(refused, '<ram:GlobalID schemeID="0238">9998</ram:GlobalID>', 'the state hears of it')
  // The list of 210 has no "other".
  t.match(refused, /<ram:ReasonCode>NON_CONFORME<\/ram:ReasonCode>\s*<ram:Reason>Autre</)
  t.match(readLifeCycle(Buffer.from(refused))?.[0]?.reasons, [{ label: 'Autre', notes: ['Rien commandé'] }])
  t.end()
})

t.test('what takes no answer', (t) => {
  const { received } = answerTo('01-domestic-services.xml', 'approved')
  const { barred } = FRENCH_ANSWERING
  t.equal(barred?.(received, AT), null)
  t.match(barred?.({ ...received, number: null }, AT), { kind: 'never', message: /its number$/ })
  t.match(barred?.({ ...received, issueDate: null }, AT), { kind: 'never', message: /its date$/ })
  t.end()
})
