import t from 'tap'
import { ROMANIAN_REJECTIONS } from '../../../src/countries/ro/rejections.js'
import { explainsCollectedTexts, explainsEveryRefusal } from '../rejections/explains-every-refusal.js'

const { explain, rejections, rejectionText } = ROMANIAN_REJECTIONS

explainsEveryRefusal('ANAF', ROMANIAN_REJECTIONS)
explainsCollectedTexts('RO')

t.test('the seven texts of the interface specification have their codes', async (t) => {
  const codes = ['CUI', 'SCHEMA', 'DUPLICATE', 'CERTIFICATE', 'CAEN', 'ADDRESS', 'VAT-RATE']
  t.same(
    rejections.slice(0, 7).map(({ code }) => code),
    codes,
  )
})

t.test('a rule has its official text in Romanian, as ANAF prints it', async (t) => {
  t.match(
    rejectionText('BR-RO-110'),
    /^E: validari globale {2}SCHEMATRON {3}eroare: \[BR-RO-110\]-Daca Codul tarii Vanzatorului .* #If the Seller/,
  )
  t.match(rejectionText('BR-CO-10'), /\[BR-CO-10\]-Sum of Invoice line net amount/)
  t.equal(rejectionText('BR-NONE'), null)
})

/** Texts as ANAF words them, with ids and dates, and what the explanation must speak of. */
const SHAPES: readonly (readonly [rawText: string, translated: RegExp, fix: RegExp])[] = [
  [
    'Factura a mai fost transmisa anterior cu index=4711 si data incarcare=2026-11-20',
    /index 4711, date 2026-11-20/,
    /Do nothing if ANAF accepted the upload 4711/,
  ],
  [
    'E: AccountingSupplierParty (1) sectiune Party (1) eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (99)',
    /supplier, 99, fails its check digit/,
    /supplier\.vatNumber/,
  ],
  [
    "[BR-RO-110]-Daca Codul tarii Vanzatorului (BT-40) este RO, atunci … #If the Seller's country Code (BT-40) is RO, then the subdivision (BT-39) must be coded",
    /^BR-RO-110: .*seller/,
    /supplier\.address\.stateOrProvince/,
  ],
  [
    "E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-Daca Codul … (BT-55) … #If the Buyer's country Code (BT-55) is RO, then (BT-54) must be coded",
    /^BR-RO-1\d\d: .*buyer/,
    /customer\.address\.stateOrProvince/,
  ],
  [
    'E: validari globale SCHEMATRON eroare: [BR-RO-L100]-Numarul maxim … (BT-153) este 100. #The allowed maximum number of characters for the Item name (BT-153) is 100.',
    /item|description/i,
    /to at most 100 characters/,
  ],
  [
    'E: validari globale SCHEMATRON eroare: [BR-CO-10]-Sum of Invoice line net amount (BT-106) = …',
    /^BR-CO-10: The sum of the line net amounts is not/,
    /lines\[\]\.quantity/,
  ],
  ['[BR-RO-999]-text (BT-152) necunoscut #unknown English', /BR-RO-999, which is not/, /lines\[\]\.vatRate/],
  ['text necunoscut #something is wrong', /"something is wrong"/, /./],
  ['Nu aveti drept in SPV pentru CIF=99', /no right in SPV for the company 99/, /POST \/v1\/connections/],
  ['S-au facut deja 100 descarcari de mesaj in cursul zilei', /100 times/, /next day/],
  [
    'Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: 1; cvc-complex-type.2.4.a',
    /does not match the XML schema|does not match the UBL schema/,
    /validate/,
  ],
  [
    'cvc-complex-type.2.4.b: The content of element \'cac:PaymentTerms\' is not complete. One of \'{"urn:x":Note, "urn:x":Amount}\' is expected.',
    /^The element PaymentTerms is incomplete: Note or Amount is missing\.$/,
    /^Give paymentMeans\.paymentTerms, then/,
  ],
  [
    '[BR-RO-L300]-Numarul maxim … #The allowed maximum number of characters is 300.',
    /^BR-RO-L300: .*\b(?:note|payment terms)\b.* (?:is|are) longer than 300 characters\.$/,
    /^Shorten .*to at most 300 characters \(.*note.*\)/,
  ],
  [
    '[UBL-CR-553]-A UBL invoice should not include the InvoiceLine AllowanceCharge PrepaidIndicator',
    /^UBL-CR-553: The document has a prepaid indicator in the allowance or charge of a line \(cac:InvoiceLine\/.*not refused for it\.$/,
    /^Remove cbc:PrepaidIndicator from the XML that you send\./,
  ],
  [
    '[UBL-SR-02]-Receipt document reference shall occur maximum once',
    /more than one identifier in the receipt document reference/,
    /An invoice sent as JSON has one at most: the service writes it from references\.receivingAdvice\.$/,
  ],
  [
    'E: validari globale SCHEMATRON eroare: [BR-RO-L200]-… (BT-59) este 200. #The allowed maximum number of characters for the Payee name (BT-59) is 200.',
    /^BR-RO-L200: The payee's name is longer than 200 characters\.$/,
    /^Shorten the payee's name to at most 200 characters\. In POST \/v1\/invoices that is payee\.name\.$/,
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
