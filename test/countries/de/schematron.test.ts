import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { ROOT } from '../accepted-sample.js'

const golden = (name: string): string => readFileSync(join(ROOT, 'test', 'golden', 'de', `${name}.xml`), 'utf8')
const UBL = golden('01-authority')
const CII = golden('01-authority.cii')

/** The findings of these rules, as `id level`. */
function found(xml: string, rules: RegExp): readonly string[] {
  const { findings } = judgeXml(Buffer.from(xml), { profile: 'de' })
  return findings.filter(({ rule }) => rules.test(rule)).map(({ rule, flag }) => `${rule} ${flag}`)
}

t.test('schematron 2.6.0: dates in another form are warnings', async (t) => {
  t.same(found(UBL, /^BR-TMP-/), [])
  const zoned = UBL.replace(/(<cbc:IssueDate>[^<]*)/, '$1Z').replace(/(<cbc:ActualDeliveryDate>[^<]*)/, '$1+01:00')
  t.same(found(zoned, /^BR-TMP-/), ['BR-TMP-6 warning', 'BR-TMP-6 warning'])
  t.same(found(UBL.replace(/(<cbc:IssueDate>)/, '$1 '), /^BR-TMP-/), [], 'white space around a date is none of it')
  t.same(found(CII, /^BR-TMP-/), [])
  t.same(found(CII.replace('format="102"', 'format="203"'), /^BR-TMP-/), ['BR-TMP-7 warning'])
  const hyphens = CII.replace(/(<udt:DateTimeString format="102">\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  t.same(found(hyphens, /^BR-TMP-/), ['BR-TMP-7 warning'])
})

t.test('schematron 2.6.0: a supporting document has one description and one file', async (t) => {
  const file = /<ram:AttachmentBinaryObject [^]*?<\/ram:AttachmentBinaryObject>/
  t.same(found(CII.replace(file, '$&$&'), /^BR-TMP-/), ['BR-TMP-5 warning'])
  const named = CII.replace(/(<ram:TypeCode>916<\/ram:TypeCode>)/, '$1<ram:Name>A</ram:Name><ram:Name>B</ram:Name>')
  t.same(found(named, /^BR-TMP-/), ['BR-TMP-4 warning'])
})

t.test('schematron 2.6.0: a relative address of a document is fatal', async (t) => {
  const linked = CII.replace(
    /(<ram:IssuerAssignedID>[^<]*<\/ram:IssuerAssignedID>)(\s*<ram:TypeCode>916)/,
    '$1<ram:URIID>a.pdf</ram:URIID>$2',
  )
  t.same(found(linked, /^BR-TMP-/), ['BR-TMP-2 fatal'])
})

t.test('schematron 2.6.0: the number of the order may be empty in UBL, no other element', async (t) => {
  const order = (id: string): string =>
    UBL.replace(/\s*<cac:OrderReference>[^]*?<\/cac:OrderReference>/, '').replace(
      /<\/cbc:BuyerReference>/,
      `$&<cac:OrderReference>${id}<cbc:SalesOrderID>S-1</cbc:SalesOrderID></cac:OrderReference>`,
    )
  const empty = /^PEPPOL-EN16931-R008$|^XSD$/
  t.same(found(order('<cbc:ID/>'), empty), [])
  t.same(found(order('<cbc:ID>O-1</cbc:ID>').replace('S-1', ''), empty), ['PEPPOL-EN16931-R008 fatal'])
  const { findings } = judgeXml(Buffer.from(order('<cbc:ID/>')), { profile: 'be' })
  t.ok(
    findings.some(({ rule }) => rule === 'PEPPOL-EN16931-R008'),
    'Peppol refuses it',
  )
})

t.test('schematron 2.6.0: the extension knows the schemes of the current lists', async (t) => {
  const id = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
  const extended = UBL.replace(`>${id}<`, `>${id}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0<`)
  t.not(extended, UBL)
  const address = (scheme: string): string =>
    extended.replace(/<cbc:EndpointID schemeID="[^"]*"/, `<cbc:EndpointID schemeID="${scheme}"`)
  t.same(found(address('0246'), /^BR-DEX-07$/), [])
  t.same(found(address('0299'), /^BR-DEX-07$/), ['BR-DEX-07 fatal'])
})
