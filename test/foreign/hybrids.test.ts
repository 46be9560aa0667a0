// Mustang and factur-x read every hybrid invoice (Factur-X, ZUGFeRD).
import { basename } from 'node:path'
import t, { type Test } from 'tap'
import { documentsOf, type JudgedDocument, pdfOf, written } from './documents.js'
import { foreignProgram } from './programs.js'

const hybrids = [...documentsOf('FR', ['cii']), ...documentsOf('DE', ['cii'])].filter(({ hasHybrid }) => hasHybrid)

let drawn: Promise<ReadonlyMap<string, Uint8Array>> | undefined

interface ReadByMustang {
  readonly file: string
  readonly xml: string
  readonly number: string
  readonly lines: number
  readonly isValid: boolean
  readonly failed: readonly string[]
}

t.test('Mustang reads the XML byte for byte, computes the same amounts and finds no fault', async (t) => {
  const read = foreignProgram(t, 'java', 'ReadHybrid', 'Mustang on hybrid invoices')
  if (read === null) return
  const files = await hybridFiles(t)
  const answers = (await read(files)) as ReadByMustang[]
  t.strictSame(
    answers.map(({ file }) => file),
    files,
  )
  for (const [index, { file, xml, number, lines, isValid, failed }] of answers.entries()) {
    const sent = hybrids[index] as JudgedDocument
    t.ok(Buffer.from(xml, 'base64').equals(sent.xml), `${basename(file)}: the same bytes`)
    t.strictSame({ number, lines }, { number: sent.invoice.number, lines: linesOf(sent) }, basename(file))
    t.strictSame({ isValid, failed }, { isValid: true, failed: [] }, basename(file))
  }
})

t.test('factur-x reads the XML byte for byte, valid by its schemas', async (t) => {
  const read = foreignProgram(t, 'python', 'read_hybrid', 'factur-x on hybrid invoices')
  if (read === null) return
  const files = await hybridFiles(t)
  const expected = hybrids.map(({ country, invoice, xml }, index) => ({
    file: files[index],
    // Several preceding invoices are of the level EN 16931.
    name: country === 'FR' || invoice.profile !== undefined || isEn16931(xml) ? 'factur-x.xml' : 'xrechnung.xml',
    xml: xml.toString('base64'),
  }))
  t.strictSame(await read(files), expected)
})

function isEn16931(xml: Buffer): boolean {
  return xml.includes('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>')
}

async function draw(): Promise<ReadonlyMap<string, Uint8Array>> {
  const pdfs = new Map<string, Uint8Array>()
  for (const each of hybrids) pdfs.set(each.name, await pdfOf(each, { isHybrid: true }))
  return pdfs
}

async function hybridFiles(t: Test): Promise<string[]> {
  return written(t.testdir(), await (drawn ??= draw()), 'pdf')
}

function linesOf({ xml }: JudgedDocument): number {
  return xml.toString().split('<ram:IncludedSupplyChainTradeLineItem>').length - 1
}
