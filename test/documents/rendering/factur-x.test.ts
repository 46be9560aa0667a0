import t from 'tap'
import { EXTENDED_CTC_FR_ID } from '../../../src/countries/fr/profile.js'
import { hybridProfile } from '../../../src/countries/printed.js'
import { countryOf } from '../../../src/countries/registry.js'
import { FACTUR_X_LEVELS } from '../../../src/einvoice/rules/factur-x.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import { acceptedSamples, takesFormat } from '../../countries/accepted-sample.js'
import { readPdf } from '../../support/pdf.js'

const CALLER = { account: 'acc_1', whenBusy: 'refuse' } as const

/** File, level and version by the customisation id. */
function expectedFor(xml: Buffer): readonly [filename: string, level: string, version: string] {
  if (xml.includes('urn:xeinkauf.de:kosit')) return ['xrechnung.xml', 'XRECHNUNG', '3.0']
  return ['factur-x.xml', xml.includes(':1p0:extended<') ? 'EXTENDED' : 'EN 16931', '1.0']
}

for (const code of ['FR', 'DE'] as const) {
  t.test(`${code}: the XML is inside, byte for byte, and the metadata says what it is`, async (t) => {
    const country = countryOf(code)
    for (const sample of acceptedSamples(code, '2026-03-31')) {
      if (!takesFormat(code, sample.name, 'cii')) continue
      const invoice = { ...sample.invoice, format: 'cii' as const }
      const xml = Buffer.from(country.invoicing?.convert(invoice, sample.attachments).xml ?? '')
      const state = {
        environment: 'test',
        status: 'accepted',
        governmentNumber: null,
        at: '2026-03-31T09:30:00Z',
      } as const
      const request = { country: code, invoice, language: country.language, state, xml: { bytes: xml, sha256: '' } }
      if (xml.includes(':extended-ctc-fr')) {
        await t.rejects(renderInProcess.pdf(CALLER, { ...request, isHybrid: true }), /Factur-X has no level/)
        continue
      }
      const [filename, level, version] = expectedFor(xml)
      const { files, metadata, objects } = readPdf(await renderInProcess.pdf(CALLER, { ...request, isHybrid: true }))
      t.equal(files.length, 1)
      t.match(files[0], { name: filename, relationship: 'Alternative' })
      t.ok(files[0]?.bytes.equals(xml), sample.name)
      t.ok(objects.some((object) => object.includes('/Type /EmbeddedFile') && object.includes('/Subtype /text#2Fxml')))
      t.ok(objects.some((object) => object.includes('/Type /Catalog') && /\/AF \[\d+ 0 R\]/.test(object)))
      const parsed = parseXml(Buffer.from(metadata))
      t.notOk('problem' in parsed)
      for (const [name, value] of [
        ['DocumentFileName', filename],
        ['DocumentType', 'INVOICE'],
        ['Version', version],
        ['ConformanceLevel', level],
      ] as const) {
        t.ok(metadata.includes(`<fx:${name}>${value}</fx:${name}>`), name)
        t.ok(metadata.includes(`<pdfaProperty:name>${name}</pdfaProperty:name>`), `${name} is described`)
      }
      t.ok(metadata.includes('xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"'))
      t.ok(metadata.includes('<pdfaid:part>3</pdfaid:part>'))
      t.ok(metadata.includes('<pdfuaid:part>1</pdfuaid:part>'))
      t.equal(metadata.split('<pdfaExtension:schemas>').length, 2, 'one list describes all foreign schemas')
    }
  })
}

t.test('the level is that of the XML inside', async (t) => {
  const usual = { filename: 'xrechnung.xml', conformanceLevel: 'XRECHNUNG', version: '3.0' } as const
  for (const [level, id] of Object.entries(FACTUR_X_LEVELS))
    t.match(hybridProfile(id, usual), { filename: 'factur-x.xml', conformanceLevel: level, version: '1.0' })
  t.equal(hybridProfile('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', usual), usual)
  t.equal(hybridProfile(EXTENDED_CTC_FR_ID, usual), undefined, 'an extension of its own')
})

t.test('a plain PDF claims nothing of the kind, and no other country has a hybrid', async (t) => {
  const [sample] = acceptedSamples('RO', '2026-03-31')
  if (sample === undefined) throw new Error('no sample')
  const state = { environment: null, status: null, governmentNumber: null, at: '2026-03-31T09:30:00Z' }
  const xml = { bytes: Buffer.from('<x/>'), sha256: '' }
  const request = { country: 'RO', invoice: sample.invoice, language: 'ro', state, xml } as const
  t.notMatch(readPdf(await renderInProcess.pdf(CALLER, request)).metadata, /factur-x/)
  await t.rejects(renderInProcess.pdf(CALLER, { ...request, isHybrid: true }), /RO has no hybrid/)
})
