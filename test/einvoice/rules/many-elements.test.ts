import t from 'tap'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'

/** More than the stack has room for as arguments of a call. */
const MANY = 250_001

void t.test('a document with more amounts than a call has room for is judged', async (t) => {
  const amounts = '<cbc:Amount/>'.repeat(MANY)
  const document = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
    ><cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID
    ><cac:InvoiceLine>${amounts}</cac:InvoiceLine></Invoice>`
  const { valid, findings } = judgeXml(Buffer.from(document), { country: undefined, now: new Date(0) })
  t.equal(valid, false)
  t.ok(findings.length > 0)
})
