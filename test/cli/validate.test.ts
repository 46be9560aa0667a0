import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { writeUbl } from '../../src/einvoice/syntax/ubl/write/document.js'
import { ROOT } from '../countries/accepted-sample.js'
import { runCli } from '../support/command-line.js'
import { foreignPdf } from '../support/foreign-pdf.js'
import { fullInvoice } from '../einvoice/model/full-invoice.js'

const SAMPLE = join(ROOT, 'samples', 'ro', '01-domestic-services.json')

function validate(...args: readonly string[]) {
  return runCli(['validate', ...args])
}

function folder(t: Test, files: Readonly<Record<string, string>>): (name: string) => string {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-validate-'))
  t.teardown(() => {
    rmSync(directory, { recursive: true })
  })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
  return (name) => join(directory, name)
}

/** A document with a unit that no list knows: an error in Belgium, a warning in Germany. */
function wrongUnit(golden: string): string {
  const document = readFileSync(join(ROOT, 'test', 'golden', golden), 'utf8')
  return document.replace(/unitCode="[^"]*"/, 'unitCode="HOURS"')
}

const WRONG = wrongUnit('be/01-domestic.xml')

t.test('each file is reported with what is wrong, where, and what to do, in the order given', async (t: Test) => {
  const at = folder(t, { 'wrong.xml': WRONG })
  const { status, stdout, stderr } = await validate(SAMPLE, at('wrong.xml'), at('absent.json'), SAMPLE)
  t.equal(status, 1)
  const line = WRONG.slice(0, WRONG.indexOf('"HOURS"')).split('\n').length
  const lines = stdout.trimEnd().split('\n')
  t.equal(lines[0], `${SAMPLE}: valid`)
  t.equal(lines[1], `${at('wrong.xml')}: invalid by profile be`)
  const place = `line ${line}, /ubl:Invoice/cac:InvoiceLine`
  const at23 = lines.findIndex((each) => each.startsWith('  BR-CL-23 ') && each.includes(place))
  t.ok(at23 > 0, stdout)
  t.match(lines[at23], /HOURS/)
  t.match(lines[at23 + 1], /^ {4}Give the unit of the quantity/)
  t.equal(lines.at(-1), `${SAMPLE}: valid`, 'the file after one that can not be read is judged')
  t.equal(stderr.trim(), `${at('absent.json')} cannot be read: the file does not exist.`)
})

t.test('a PDF is judged with the invoice inside, by the profile that it states', async (t: Test) => {
  const golden = readFileSync(join(ROOT, 'test', 'golden', 'de', '15-zugferd-en16931.cii.xml'))
  const at = folder(t, {})
  writeFileSync(at('right.pdf'), foreignPdf(golden))
  writeFileSync(at('wrong.pdf'), foreignPdf(golden, { level: 'BASIC', name: 'zugferd-invoice.xml' }))
  const right = await validate(at('right.pdf'))
  t.match(right, { status: 0, stdout: `${at('right.pdf')}: valid by profile factur-x-en16931` })
  const wrong = await validate(at('wrong.pdf'))
  t.equal(wrong.status, 1)
  for (const rule of ['CW-PDF-FILE', 'CW-PDF-LEVEL']) t.match(wrong.stdout, `  ${rule} fatal`)
})

t.test('warnings are reported for valid documents, too', async (t: Test) => {
  const at = folder(t, { 'warned.xml': wrongUnit('de/01-authority.xml') })
  const all = await validate(at('warned.xml'))
  t.equal(all.status, 0, all.stdout)
  t.match(all.stdout, /warned\.xml: valid by profile de\n {2}BR-CL-23 warning line \d+, /)
})

t.test('as JSON, each finding of a document has rule, flag, path and message, with line and fix', async (t: Test) => {
  const at = folder(t, { 'wrong.xml': WRONG })
  const { status, stdout } = await validate('--json', at('wrong.xml'), SAMPLE)
  t.equal(status, 1)
  const [document, invoice] = stdout
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Record<string, unknown>)
  t.match(document, { file: at('wrong.xml'), valid: false })
  for (const finding of document?.['findings'] as object[])
    t.same(Object.keys(finding).sort(), ['fix', 'flag', 'line', 'message', 'path', 'rule'])
  t.same(invoice, { valid: true, errors: [], file: SAMPLE })
})

t.test('a field that the API does not accept is reported with its place', async (t: Test) => {
  const at = folder(t, { 'no.json': JSON.stringify({ curency: 'EUR' }) })
  const { status, stdout } = await validate(at('no.json'))
  t.equal(status, 1)
  t.match(stdout, `no.json: invalid\n`)
  t.match(stdout, '  fatal curency: is not a known field; did you mean currency?')
})

t.test(
  'the profile is named: the one that is claimed, France’s between two parties there, or the one asked for',
  async (t: Test) => {
    const french = writeUbl({ ...fullInvoice('invoice'), specification: 'urn:cen.eu:en16931:2017' })
    const at = folder(t, {
      'be.xml': readFileSync(join(ROOT, 'test', 'golden', 'be', '01-domestic.xml'), 'utf8'),
      'fr.xml': french.replace(/(<cbc:IdentificationCode>)[A-Z]{2}/g, '$1FR'),
      'broken.xml': '<a',
    })
    const printed = (await validate(at('be.xml'), at('fr.xml'), at('broken.xml'))).stdout
    t.match(printed, /be\.xml: valid by profile be\n/)
    t.match(printed, /fr\.xml: invalid by profile fr\n[^]*BR-FR-/)
    t.match(printed, /broken\.xml: invalid\n/)
    t.match(await validate('--profile', 'ro', at('be.xml')), { status: 1, stdout: /be\.xml: invalid by profile ro\n/ })
    const inJson = await validate('--json', at('be.xml'), at('fr.xml'), at('broken.xml'))
    const [claimed, domestic, unread] = inJson.stdout
      .trimEnd()
      .split('\n')
      .map((each) => (JSON.parse(each) as { profile: string | null }).profile)
    t.same([claimed, domestic, unread], ['be', 'fr', null])
  },
)
