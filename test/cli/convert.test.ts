import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ROOT } from '../countries/accepted-sample.js'
import { runCli } from '../support/command-line.js'
import { foreignPdf } from '../support/foreign-pdf.js'

const SAMPLE = join(ROOT, 'samples', 'de', '01-authority.json')
const DOCUMENT = join(ROOT, 'test', 'golden', 'de', '01-authority.xml')

function convert(args: readonly string[], input = '') {
  return runCli(['convert', ...args], {}, input)
}

function folder(t: Test): string {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-convert-'))
  t.teardown(() => {
    rmSync(directory, { recursive: true })
  })
  return directory
}

const SIGNED = readFileSync(DOCUMENT, 'utf8').replace(
  '<cac:AccountingSupplierParty>',
  '<cac:Signature><cbc:ID>S</cbc:ID></cac:Signature><cac:AccountingSupplierParty>',
)

t.test('a document is printed in the format that is asked for', async (t) => {
  const { status, stdout, stderr } = await convert(['--to', 'cii', DOCUMENT])
  t.match({ status, stderr }, { status: 0, stderr: '' })
  t.match(stdout, /^<\?xml[^]*<\/rsm:CrossIndustryInvoice>\s*$/)
  const json = await convert(['--to', 'json', '-'], readFileSync(DOCUMENT, 'utf8'))
  t.match(JSON.parse(json.stdout), { country: 'DE' }, 'of standard input')
  t.equal((await convert(['--to', 'ubl', '-'], json.stdout)).stdout.trim(), readFileSync(DOCUMENT, 'utf8').trim())
  t.match(await convert(['--to', 'ubl', '--number', 'F-17', SAMPLE]), { status: 0, stdout: /F-17|<cbc:ID>/ })
})

t.test('the invoice in a PDF is converted', async (t) => {
  const golden = readFileSync(join(ROOT, 'test', 'golden', 'de', '16-zugferd-extended.cii.xml'))
  const file = join(folder(t), 'invoice.pdf')
  writeFileSync(file, foreignPdf(golden, { level: 'EXTENDED' }))
  const { status, stdout, stderr } = await convert(['--to', 'cii', file])
  t.match({ status, stderr }, { status: 0, stderr: '' })
  t.equal(stdout.trim(), golden.toString().trim())
  t.match(await convert(['--to', 'json', '--country', 'DE', file]), { status: 0, stdout: /"profile": "extended"/ })
})

t.test('losses are reported on standard error; with --lossless they are a refusal', async (t) => {
  const converted = await convert(['--to', 'cii', '-'], SIGNED)
  t.match(converted, {
    status: 0,
    stdout: /CrossIndustryInvoice/,
    stderr: /^standard input: line \d+, \/ubl:Invoice\/cac:Signature: /,
  })
  const refused = await convert(['--to', 'cii', '--lossless', '-'], SIGNED)
  t.match(refused, {
    status: 1,
    stdout: '',
    stderr: /^standard input cannot be converted:\n {2}\/ubl:Invoice\/cac:Signature: /,
  })
  t.match(await convert(['--to', 'fa3', DOCUMENT]), { status: 1, stdout: '', stderr: /is not available in FA\(3\)/ })
  const json = await convert(['--to', 'cii', '--json', '-', DOCUMENT], SIGNED)
  const [first, second] = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  t.match(first, { file: 'standard input', format: 'cii', document: /^<\?xml/, losses: [{ line: Number }] })
  t.match(second, { file: DOCUMENT, losses: [] })
  t.equal(json.stderr, '')
})

t.test('a valid document that becomes an invalid one is reported with the findings', async (t) => {
  const made = await convert(['--to', 'ubl', '--country', 'RO', DOCUMENT])
  t.match(made, {
    status: 0,
    stdout: /CIUS-RO/,
    stderr: /is valid, but its conversion is not, by profile ro:\n {2}BR-53 /,
  })
  const json = await convert(['--to', 'ubl', '--country', 'RO', '--json', DOCUMENT])
  t.match(JSON.parse(json.stdout), { valid: false, profile: 'ro', findings: [{ severity: 'fatal' }] })
})

t.test('--out writes a file for each, and overwrites none', async (t) => {
  const directory = folder(t)
  writeFileSync(join(directory, 'a.xml'), readFileSync(DOCUMENT))
  const out = join(directory, 'converted')
  const first = await convert(['--to', 'cii', '--out', out, join(directory, 'a.xml'), SAMPLE])
  t.match(first, { status: 0, stdout: '', stderr: '' })
  t.same(readdirSync(out).sort(), ['01-authority.cii.xml', 'a.cii.xml'])
  t.equal(
    readFileSync(join(out, 'a.cii.xml'), 'utf8'),
    (await convert(['--to', 'cii', DOCUMENT])).stdout.replace(/\n$/, ''),
  )
  const again = await convert(['--to', 'cii', '--out', out, join(directory, 'a.xml')])
  t.match(again, { status: 1, stderr: /a\.cii\.xml cannot be written: the file already exists\.$/m })
  t.notOk(existsSync(join(out, 'a.xml')))
})

t.test('a wrong call is rejected before anything is read', async (t) => {
  t.match(await convert(['--lossless', SAMPLE]), { status: 2, stderr: /need --to/ })
  t.match(await convert(['--to', 'pdf', SAMPLE]), { status: 2, stderr: /Allowed choices are json, ubl, cii/ })
  t.match(await convert([DOCUMENT]), {
    status: 1,
    stderr: /is an XML document; name the target format with --to\./,
  })
  t.match(await convert(['--to', 'json', '--country', 'FR', 'absent.xml', DOCUMENT]), {
    status: 1,
    stdout: /"country": "FR"/,
    stderr: /the file does not exist/,
  })
})
