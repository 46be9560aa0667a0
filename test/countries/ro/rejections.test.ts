import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { explain, REJECTIONS, rejectionText } from '../../../src/countries/ro/rejections.js'
import { ROOT } from '../accepted-sample.js'

const general = explain('ceva cu totul necunoscut')

t.test('each kind of refusal is recognised by its own text, and by no other before it', async (t) => {
  t.equal(new Set(REJECTIONS.map(({ code }) => code)).size, REJECTIONS.length)
  for (const { code, rawText, errorTranslated, errorFix } of REJECTIONS) {
    t.same(explain(rawText), { errorTranslated, errorFix }, code)
    t.equal(rejectionText(code), rawText, code)
    t.not(errorFix, general.errorFix, code)
  }
})

t.test('the seven texts of the interface specification have their codes', async (t) => {
  const codes = ['CUI', 'SCHEMA', 'DUPLICATE', 'CERTIFICATE', 'CAEN', 'ADDRESS', 'VAT-RATE']
  t.same(
    REJECTIONS.slice(0, 7).map(({ code }) => code),
    codes,
  )
})

/** Texts as ANAF words them, with ids and dates, and what the explanation must speak of. */
const SHAPES: readonly (readonly [rawText: string, translated: RegExp, fix: RegExp])[] = [
  [
    'Factura a mai fost transmisa anterior cu index=4711 si data incarcare=2026-11-20',
    /uploaded before/,
    /Do not send it again/,
  ],
  [
    'E: AccountingSupplierParty (1) sectiune Party (1) eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (99)',
    /supplier fails its check digit/,
    /supplier\.vatNumber/,
  ],
  [
    "[BR-RO-110]-Daca Codul tarii Vanzatorului (BT-40) este RO, atunci … #If the Seller's country Code (BT-40) is RO, then the subdivision (BT-39) must be coded",
    /^If the Seller's country/,
    /supplier\.address\.stateOrProvince/,
  ],
  [
    "E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-Daca Codul … (BT-55) … #If the Buyer's country Code (BT-55) is RO, then (BT-54) must be coded",
    /^If the Buyer's/,
    /customer\.address\.stateOrProvince/,
  ],
  [
    'E: validari globale SCHEMATRON eroare: [BR-RO-L100]-Numarul maxim … (BT-153) este 100. #The allowed maximum number of characters for the Item name (BT-153) is 100.',
    /Item name/,
    /to at most 100 characters/,
  ],
  [
    'E: validari globale SCHEMATRON eroare: [BR-CO-10]-Sum of Invoice line net amount (BT-106) = …',
    /BR-CO-10/,
    /Recompute/,
  ],
  ['[BR-RO-XYZ]-text necunoscut #unknown English', /^unknown English$/, /BR-RO-XYZ/],
  ['text necunoscut #something is wrong', /^something is wrong$/, /./],
  ['Nu aveti drept in SPV pentru CIF=99', /no right in SPV/, /POST \/v1\/connections/],
  ['S-au facut deja 100 descarcari de mesaj in cursul zilei', /daily limit/, /next day/],
  [
    'Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: 1; cvc-complex-type.2.4.a',
    /does not match the UBL schema/,
    /validate/,
  ],
  ['complet necunoscut', /complet necunoscut/, /submit a new invoice/],
  ['', /refused/, /./],
]

for (const [rawText, translated, fix] of SHAPES)
  t.test(`explains: ${rawText.slice(0, 70)}`, async (t) => {
    const { errorTranslated, errorFix } = explain(rawText)
    t.match(errorTranslated, translated)
    t.match(errorFix, fix)
  })

t.test('every collected text of ANAF is explained', async (t) => {
  const file = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'governments', 'ro-errors.tsv')
  if (!existsSync(file)) {
    t.comment('left out, as the collected texts are not on this machine')
    return
  }
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const harmless = new Set(['STATE-OK', 'STATE-PENDING'])
  for (const row of rows) {
    const [code = '', rawText = ''] = row.split('\t')
    if (!harmless.has(code)) t.not(explain(rawText).errorFix, general.errorFix, `${code}: ${rawText.slice(0, 60)}`)
  }
})

t.test('no text makes it fail, and it always says something', async (t) => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `[BR-${text}`),
      ),
      (text) => {
        const { errorTranslated, errorFix } = explain(text)
        return errorTranslated.length > 0 && errorFix.length > 0
      },
    ),
    { seed: 20261121, numRuns: 1000 },
  )
  t.pass('1000 texts')
})
