import fc from 'fast-check'
import t from 'tap'
import { hybridContainer } from '../../../src/countries/judging/hybrid-container.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { countryOf } from '../../../src/countries/registry.js'
import { convertDocument } from '../../../src/documents/conversion/convert.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import { foreignPdf as foreign } from '../../support/foreign-pdf.js'
import { acceptedSamples, takesFormat } from '../accepted-sample.js'

const CALLER = { account: 'acc_1', whenBusy: 'refuse' } as const

/** Our own Factur-X of the first sample of a country, with its XML. */
async function ours(code: 'DE' | 'FR'): Promise<{ readonly pdf: Uint8Array; readonly xml: Buffer }> {
  const country = countryOf(code)
  const sample = acceptedSamples(code, '2026-03-31').find(({ name }) => takesFormat(code, name, 'cii'))
  if (sample === undefined) throw new Error('no sample')
  const invoice = { ...sample.invoice, format: 'cii' as const }
  const xml = Buffer.from(country.invoicing?.convert(invoice, sample.attachments).xml ?? '')
  const state = { environment: 'test', status: 'accepted', governmentNumber: null, at: '2026-03-31T09:30:00Z' } as const
  const shown = { country: code, invoice, language: country.language, state, xml: { bytes: xml, sha256: '' } }
  return { pdf: await renderInProcess.pdf(CALLER, { ...shown, isHybrid: true }), xml }
}

const rulesOf = (pdf: Uint8Array): readonly string[] =>
  judgeXml(pdf, {}).findings.flatMap(({ rule, severity }) => (rule.includes('PDF') ? [`${rule} ${severity}`] : []))

t.test('our own hybrids are valid, by the profile of the XML', async (t) => {
  const [french, german] = [await ours('FR'), await ours('DE')]
  t.match(judgeXml(french.pdf, {}), { profile: 'factur-x-en16931', valid: true })
  t.match(judgeXml(french.pdf, { country: 'FR' }), { profile: 'fr', valid: true })
  t.match(judgeXml(german.pdf, {}), { profile: 'de', valid: true })
  t.same([...rulesOf(french.pdf), ...rulesOf(german.pdf)], [])
  for (const { pdf, xml } of [french, german]) {
    const found = hybridContainer(pdf)
    t.ok(found !== null && 'xml' in found && xml.equals(found.xml), 'byte for byte')
  }
  const now = new Date('2026-11-26T00:00:00Z')
  const made = convertDocument({ kind: 'xml', xml: french.pdf }, { to: 'ubl', now })
  const bare = convertDocument({ kind: 'xml', xml: french.xml }, { to: 'ubl', now })
  t.same(made, bare, 'a conversion reads the XML inside')
})

t.test("other programs' PDFs, with objects in compressed streams", async (t) => {
  const { xml } = await ours('FR')
  for (const isPacked of [false, true]) {
    t.match(judgeXml(foreign(xml, {}, isPacked), {}), { profile: 'factur-x-en16931', valid: true })
    t.same(rulesOf(foreign(xml, {}, isPacked)), [])
  }
})

t.test('what the PDF states is compared with the XML', async (t) => {
  const { xml } = await ours('FR')
  const german = (await ours('DE')).xml
  t.same(rulesOf(foreign(xml, { level: 'EXTENDED' })), ['CW-PDF-LEVEL fatal'])
  t.same(rulesOf(foreign(german, { level: 'XRECHNUNG' })), ['CW-PDF-FILE fatal'])
  t.same(rulesOf(foreign(german, { level: 'XRECHNUNG', name: 'xrechnung.xml' })), [])
  t.same(rulesOf(foreign(xml, { relationship: '' })), ['CW-PDF-RELATIONSHIP fatal'])
  t.same(rulesOf(foreign(xml, { relationship: '/AFRelationship /Data' })), [], 'France allows it')
  t.same(
    rulesOf(foreign(german, { level: 'XRECHNUNG', name: 'xrechnung.xml', relationship: '/AFRelationship /Data' })),
    ['CW-PDF-RELATIONSHIP warning'],
  )
  t.same(rulesOf(foreign(xml, { af: '' })), ['CW-PDF-ASSOCIATED fatal'])
  const undescribed = Buffer.from(foreign(xml).toString('latin1').replace('urn:factur-x:', 'urn:other-x:'), 'latin1')
  t.same(rulesOf(undescribed), ['CW-PDF-METADATA fatal'])
  t.notOk(judgeXml(undescribed, {}).valid)
  t.match(judgeXml(foreign(xml, { level: 'EXTENDED' }), {}).findings, [
    { rule: 'CW-PDF-LEVEL', message: /state the level "EXTENDED", and the XML claims EN 16931/ },
  ])
})

t.test('a PDF without an invoice is refused with the reason', async (t) => {
  const { xml } = await ours('FR')
  const messageOf = (pdf: Buffer): string => {
    const { valid, profile, findings } = judgeXml(pdf, {})
    t.match({ valid, profile }, { valid: false, profile: null })
    t.match(findings, [{ rule: 'PDF', flag: 'fatal' }])
    return findings[0]?.message ?? ''
  }
  t.match(messageOf(foreign(xml, { name: 'order.xml' })), /no invoice in XML; its files are "order.xml"/)
  t.match(messageOf(Buffer.from('%PDF-1.7\n')), /no catalog/)
  t.match(messageOf(Buffer.concat([foreign(xml), Buffer.from('trailer <</Encrypt 7 0 R>>')])), /encrypted/)
  const bomb = foreign(Buffer.alloc(60 * 1024 * 1024))
  t.match(messageOf(bomb), /damaged or too large/)
  const refused = convertDocument({ kind: 'xml', xml: Buffer.from('%PDF-1.7\n') }, { to: 'ubl', now: new Date(0) })
  t.match(refused, { refused: [{ path: '', message: /no catalog/ }] })
})

t.test('no content of a PDF makes the reader fail', async (t) => {
  const bytes = foreign((await ours('FR')).xml, {}, true)
  const changing = fc.property(
    fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 12 }),
    fc.nat(bytes.length),
    (changes, cut) => {
      const changed = Buffer.from(bytes)
      for (const [at, byte] of changes) changed[at] = byte
      hybridContainer(changed)
      hybridContainer(changed.subarray(0, cut))
    },
  )
  t.doesNotThrow(() => {
    fc.assert(changing, { numRuns: 300 })
  })
})
