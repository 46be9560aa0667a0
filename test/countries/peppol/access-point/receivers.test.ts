import t from 'tap'
import type { Addressed } from '../../../../src/countries/gateway/gateway.js'
import { CII_TYPE, UBL_TYPES } from '../../../standins/access-point/register.js'
import { INVOICE, ubl, worldOf } from './world.js'

const BUYER = '0208:0202239951'
const ADDRESSED: Addressed = {
  scope: { account: 'acc_1', environment: 'production' },
  invoice: INVOICE,
  access: { connectionId: 'con_1', vatNumber: 'BE0403170701', credentials: {} },
  formats: ['ubl'],
  xml: null,
}

t.test('the register of the receiver decides', async (t) => {
  const { gateway } = await worldOf(t, { documentTypes: { [BUYER]: [CII_TYPE] } })
  t.match(await gateway.receivable?.(ADDRESSED), {
    kind: 'unsuitable',
    errorMessage: `The participant 'iso6523-actorid-upis::${BUYER}' does not support the document type ${UBL_TYPES[0] ?? ''}`,
    errorTranslated: /Peppol BIS Billing 3\.0 \(UBL Invoice\).*It lists: XRechnung 3\.0 \(CII\)/,
  })
  const other = { ...INVOICE, customer: { ...INVOICE.customer, vatNumber: 'BE0403170701' } }
  t.same(await gateway.receivable?.({ ...ADDRESSED, invoice: other }), { kind: 'suits', format: 'ubl' })
})

t.test('a document in XML is looked up by what it claims', async (t) => {
  const { gateway } = await worldOf(t)
  const posted = (xml: string) => gateway.receivable?.({ ...ADDRESSED, xml: Buffer.from(xml) })
  t.same(await posted(ubl('F-1')), { kind: 'suits', format: null })
  t.match(await posted(ubl('F-1', 'Invoice', 'urn:other')), { kind: 'unsuitable', errorFix: /as JSON/ })
  t.same(await posted('<a/>'), { kind: 'unknown', reason: null }, 'the submission refuses it')
})

t.test('what is not known is no obstacle', async (t) => {
  const { gateway, accessPoint } = await worldOf(t, { unregistered: [BUYER], documentTypes: { '0208:0403170701': [] } })
  t.same(await gateway.receivable?.(ADDRESSED), { kind: 'unknown', reason: null }, 'the access point decides')
  const empty = { ...INVOICE, customer: { ...INVOICE.customer, vatNumber: 'BE0403170701' } }
  t.match(await gateway.receivable?.({ ...ADDRESSED, invoice: empty }), {
    kind: 'unknown',
    reason: /no document types/,
  })
  const nowhere = { ...INVOICE, customer: { vatNumber: '', name: 'Buyer' } }
  t.same(await gateway.receivable?.({ ...ADDRESSED, invoice: nowhere }), { kind: 'unknown', reason: null })
  await accessPoint.stop()
  const away = { ...INVOICE, customer: { ...INVOICE.customer, vatNumber: 'BE0897223670' } }
  t.match(await gateway.receivable?.({ ...ADDRESSED, invoice: away }), { kind: 'unknown', reason: /the register of/ })
})

t.test('answers are cached, a refusal for half a minute only', async (t) => {
  const documentTypes: Record<string, readonly string[]> = { [BUYER]: [CII_TYPE] }
  const { gateway, pass } = await worldOf(t, { documentTypes })
  const ask = async () => (await gateway.receivable?.(ADDRESSED))?.kind
  t.equal(await ask(), 'unsuitable')
  documentTypes[BUYER] = UBL_TYPES
  t.equal(await ask(), 'unsuitable', 'cached')
  pass(31)
  t.equal(await ask(), 'suits', 'the buyer has registered')
  documentTypes[BUYER] = [CII_TYPE]
  pass(299)
  t.equal(await ask(), 'suits', 'cached')
  pass(2)
  t.equal(await ask(), 'unsuitable')
})

t.test('a directory that does not answer delays one invoice in half a minute', async (t) => {
  const { gateway, pass, accessPoint } = await worldOf(t)
  await accessPoint.stop()
  const ask = async () => gateway.receivable?.(ADDRESSED)
  t.match(await ask(), { kind: 'unknown', reason: /\S/ })
  await accessPoint.start()
  t.match(await ask(), { kind: 'unknown' }, 'cached')
  pass(31)
  t.match(await ask(), { kind: 'suits' })
})
