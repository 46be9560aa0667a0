import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { lifeCycleMessage, paymentMessage, type Status, STATUSES } from '../../../../src/countries/fr/cdar.js'
import { REASONS_OF_STATUS, WITH_REASON } from '../../../../src/countries/fr/life-cycle/codes.js'
import { judgeXml } from '../../../../src/countries/judging/judge-xml.js'
import { readXml } from '../../../../src/countries/judging/read-xml.js'
import { SHARED } from '../../../../conformance/shared.js'
import { oracleFor } from '../../../support/oracle.js'
import { lawful } from '../../../support/random/countries.js'
import { INVOICE } from '../flow-service/world.js'

const AUGUST = new Date('2026-09-30T12:00:00Z')
const OCTOBER = new Date('2026-10-01T12:00:00Z')
const EXAMPLES = join(SHARED, 'governments', 'data', 'fr', 'cdar')
const AT = new Date('2026-11-22T09:00:00Z')
const REFUSAL = lifeCycleMessage(INVOICE, '210', { code: 'CMD_ERR', label: 'Commande' }, AT)
/** Of the invoice; its platform is the party in front of it. */
const SELLER =
  /(<ram:IssuerTradeParty>\s*)<ram:GlobalID schemeID="0002">732829320<\/ram:GlobalID>(\s*<\/ram:IssuerTradeParty>)/

function found(xml: string, now: Date): readonly string[] {
  const { profile, findings } = judgeXml(Buffer.from(xml), { now })
  return [profile ?? '', ...findings.map(({ rule, severity }) => `${rule} ${severity}`)]
}

t.test('a life-cycle message has a profile of its own, without naming it', (t) => {
  t.match(judgeXml(Buffer.from(REFUSAL), { now: OCTOBER }), { profile: 'fr-cdar', valid: true, edition: '2026-10' })
  t.match(judgeXml(Buffer.from(REFUSAL), { now: AUGUST }), { profile: 'fr-cdar', valid: true, edition: '2026-08' })
  t.match(judgeXml(Buffer.from(REFUSAL), { country: 'FR', isToBeSent: true, now: OCTOBER }), {
    profile: 'fr-cdar',
    valid: true,
    findings: [],
  })
  t.match(judgeXml(Buffer.from(REFUSAL), { profile: 'fr', now: OCTOBER }), {
    findings: [{ rule: 'PROFILE', message: /a life-cycle message \(CDAR\)/ }],
  })
  t.end()
})

t.test('the seller of the invoice, by the edition of the day', (t) => {
  const withSeller = (id: string, xml = REFUSAL): string => {
    t.match(xml, SELLER)
    return xml.replace(SELLER, `$1${id}$2`)
  }
  const empty = withSeller('<ram:GlobalID schemeID="0002"/>')
  t.same(found(empty, AUGUST), ['fr-cdar'])
  t.same(found(empty, OCTOBER), ['fr-cdar', 'BR-FR-CDV-13_MDT-129 fatal', 'BR-FR-CDV-13_MDT-129-2 warning'])
  const foreign = withSeller('<ram:GlobalID schemeID="0223">DE136695976</ram:GlobalID>')
  t.same(found(foreign, AUGUST), ['fr-cdar'])
  t.same(found(foreign, OCTOBER), ['fr-cdar', 'BR-FR-CDV-13_MDT-129-2 warning'])
  const inadmissible = lifeCycleMessage(INVOICE, '501', { code: 'IRR_SYNTAX', label: 'x' }, AT)
  for (const now of [AUGUST, OCTOBER])
    t.same(found(withSeller('<ram:ID>1</ram:ID>', inadmissible), now), ['fr-cdar'], 'without a GlobalID')
  t.end()
})

t.test('reasons of the public sector, by the edition of the day', (t) => {
  const sent = (scheme: string, id: string, reason: string): string =>
    REFUSAL.replace('CMD_ERR', reason).replace(
      '<ram:SenderTradeParty>',
      `<ram:SenderTradeParty><ram:GlobalID schemeID="${scheme}">${id}</ram:GlobalID>`,
    )
  const ofPublic = 'BR-FR-CDV-CL-09_MDT-113_210B2G fatal'
  const ofPrivate = 'BR-FR-CDV-CL-09_MDT-113_210 fatal'
  for (const now of [AUGUST, OCTOBER]) {
    t.same(found(sent('0238', '9999', 'RETRAIT_MAN_SERV'), now), ['fr-cdar'])
    t.same(found(sent('0238', '9999', 'QTE_ERR'), now), ['fr-cdar', ofPublic])
    t.same(found(sent('0238', '0003', 'RETRAIT_MAN_SERV'), now), ['fr-cdar', ofPrivate])
  }
  t.same(found(sent('0002', '732829320', 'CMD_ERR'), AUGUST), ['fr-cdar', ofPublic], 'no number of a platform')
  t.same(found(sent('0002', '732829320', 'CMD_ERR'), OCTOBER), ['fr-cdar'])
  t.end()
})

t.test('our own messages break no rule of either edition', (t) => {
  const reasonFor = (status: string): fc.Arbitrary<string | null> => {
    const reasons = [...(REASONS_OF_STATUS.get(status) ?? [])]
    if (reasons.length === 0) return fc.constant(null)
    return WITH_REASON.has(status) ? fc.constantFrom(...reasons) : fc.constantFrom(null, ...reasons)
  }
  const statuses = fc
    .constantFrom(...(Object.keys(STATUSES) as Status[]))
    .chain((status) => reasonFor(status).map((code) => [status, code] as const))
  const payment = fc.record({
    paymentId: fc.constant('pay_1'),
    paidOn: fc.constantFrom('2026-09-01', '2026-11-22', '2026-12-31'),
    amounts: fc.array(
      fc.record({ vatRate: fc.constantFrom('20', '5.5', '0'), amount: fc.constantFrom('120', '-0.01', '9999999.99') }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(lawful('FR', 2), statuses, payment, ({ invoice }, [status, code], paid) => {
      const reason = code === null ? null : { code, label: code }
      const messages = [lifeCycleMessage(invoice, status, reason, AT), paymentMessage(invoice, paid, AT)]
      for (const xml of messages)
        for (const now of [AUGUST, OCTOBER]) {
          const { profile, findings } = judgeXml(Buffer.from(xml), { now })
          if (profile !== 'fr-cdar' || findings.length > 0)
            throw new Error(findings.map(({ rule, message }) => `${rule}: ${message}`).join('\n'))
        }
    }),
    { numRuns: 60 },
  )
  t.end()
})

t.test("FNFE-MPE's examples break the same rules as officially", async (t) => {
  const oracle = oracleFor(t, 'life-cycle messages against BR-FR-CDV')
  if (oracle === null) return
  const names = readdirSync(EXAMPLES)
  t.ok(names.length > 50)
  // Some are of an earlier edition.
  const broken = new Set<string>()
  for (const name of names) {
    const xml = readFileSync(join(EXAMPLES, name), 'utf8')
    const official = (await oracle.judge('fr', xml)).map(({ id, flag }) => `${id} ${flag}`)
    for (const now of [AUGUST, OCTOBER]) t.same([...found(xml, now)].sort(), [...official, 'fr-cdar'].sort(), name)
    for (const rule of official) broken.add(rule)
  }
  t.equal(broken.size, 3)
})

t.test('it is no invoice', (t) => {
  const refused = [{ path: '', message: /is a life-cycle message \(CDAR\), which is no invoice/ }]
  t.match(readXml(Buffer.from(REFUSAL)), { refused })
  t.match(readXml(Buffer.from(REFUSAL), 'FR'), { refused })
  t.end()
})
