import t from 'tap'
import { INVOICES_IN_FILE, documentOfPart, pathInFile } from '../../../src/countries/it/receiving/invoices-in-file.js'
import { OPENED_FILE } from '../../../src/countries/it/receiving/opened-file.js'
import { readReceived } from '../../../src/documents/receiving/read-received.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { signedFile } from '../../support/cades.js'
import { selfSignedAround } from '../../support/certificate.js'
import { fattura, fatture } from '../../support/italian-files.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const OPTIONS = { country: 'IT', now: NOW, buyerNumbers: ['IT00743110157'] } as const
const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Buffer => Buffer.from(text, encoding)

t.test('each invoice of a file is a document of its own, as valid as if it came alone', async (t) => {
  const file = INVOICES_IN_FILE.read(bytes(fatture(['1', '2', '3'])), NOW.getTime())
  t.match(file, { xml: null, faults: [], places: { length: 3 } })
  if (file === null) return
  for (const part of [1, 2, 3]) {
    const reading = readReceived(documentOfPart(file, part), OPTIONS)
    t.match(reading, { terms: { number: String(part) }, valid: true, findings: [], edition: 'FPR12' })
    t.same(reading.invoice, readReceived(bytes(fattura(String(part))), OPTIONS).invoice)
  }
  t.equal(
    pathInFile('/p:FatturaElettronica/FatturaElettronicaBody/DatiGenerali', 2),
    '/p:FatturaElettronica/FatturaElettronicaBody[2]/DatiGenerali',
  )
  t.equal(pathInFile('/p:FatturaElettronica', 2), '/p:FatturaElettronica')
})

t.test('in other encodings, with comments, line ends of Windows and prefixes', async (t) => {
  const text = fatture(['1', '2']).replace('Officina Digitale', 'Caffè')
  const latin = bytes(text.replace('encoding="UTF-8"', "encoding = 'ISO-8859-1' standalone='yes'"), 'latin1')
  const wide = bytes(`\uFEFF${text.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`, 'utf16le')
  const windows = bytes(text.replaceAll('\n', '\r\n'))
  const other = bytes(
    text.replaceAll('p:Fattura', 'b:Fattura').replace('xmlns:p', 'xmlns:b') +
      '<!-- </b:FatturaElettronica> <FatturaElettronicaBody> -->',
  )
  for (const [name, given] of Object.entries({ latin, wide, windows, other })) {
    t.equal(OPENED_FILE.read(given, null).parts, 2, name)
    const file = INVOICES_IN_FILE.read(given, NOW.getTime())
    const reading = file && readReceived(documentOfPart(file, 2), OPTIONS)
    t.match(reading, { terms: { number: '2', supplierName: 'Caffè Aretina S.r.l.' }, valid: true }, name)
  }
  const falsely = bytes(text.replace('encoding="UTF-8"', 'encoding="UTF-16"'))
  t.doesNotThrow(() => OPENED_FILE.read(falsely, null))
})

t.test('a signature around the file counts for each of its invoices', async (t) => {
  const signed = signedFile(bytes(fatture(['1', '2'])), selfSignedAround(NOW, 'fornitore.example'))
  const good = INVOICES_IN_FILE.read(signed, NOW.getTime())
  t.same(good?.faults, [])
  t.equal(Buffer.from(good?.xml ?? []).toString(), fatture(['1', '2']))
  const late = INVOICES_IN_FILE.read(signed, NOW.getTime() + 10 * 86_400_000)
  t.match(late?.faults, [{ rule: 'CW-SIGNATURE-EXPIRED', severity: 'fatal' }])
  const changed = Buffer.from(signed)
  changed.write('Arezzp', changed.indexOf('Arezzo'))
  t.match(INVOICES_IN_FILE.read(changed, NOW.getTime())?.faults, [{ rule: 'CW-SIGNATURE', severity: 'fatal' }])
})

t.test('what is no file of several invoices is left whole', async (t) => {
  const entities = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
  for (const text of [fattura('1'), fattura('2', '52-simplified'), '', 'x', '<a/>', entities, '0\x80'.repeat(50)]) {
    t.equal(INVOICES_IN_FILE.read(bytes(text), NOW.getTime()), null)
    t.equal(OPENED_FILE.read(bytes(text), null).parts, 1)
  }
  const lying = signedFile(bytes(fattura('1')), selfSignedAround(NOW, 'x'))
  for (const length of [20, 60, 1_000, lying.length - 1])
    t.match(OPENED_FILE.read(lying.subarray(0, length), null), { buyerVat: null, parts: 1 }, 'a size that is not there')
})

t.test('many invoices in one file take time in proportion', async (t) => {
  const many = 600
  const text = fatture(Array.from({ length: many }, (_, index) => String(index + 1)))
  const file = INVOICES_IN_FILE.read(bytes(text), NOW.getTime())
  t.equal(file?.places.length, many)
  if (file === null) return
  const written = Array.from({ length: many }, (_, index) => documentOfPart(file, index + 1))
  t.ok(written.reduce((sum, each) => sum + each.length, 0) < 2 * text.length, 'each is written without the others')
  t.equal(parseXml(written.at(-1) ?? bytes('')).root.all('FatturaElettronicaBody').length, 1)
  t.equal(readReceived(written.at(-1) ?? bytes(''), OPTIONS).terms.number, String(many))
})
