import t from 'tap'
import { POLISH_REJECTIONS } from '../../../src/countries/pl/rejections.js'
import { explainsCollectedTexts, explainsEveryRefusal } from '../rejections/explains-every-refusal.js'

explainsEveryRefusal('KSeF', POLISH_REJECTIONS)

explainsCollectedTexts('PL')

const SCHEMA = 'http://crd.gov.pl/wzor/2025/06/25/13775/'
/** Texts as KSeF words them, and what the explanation must speak of. */
const SHAPES: readonly (readonly [rawText: string, translated: RegExp, fix: RegExp])[] = [
  [
    `450: Błąd weryfikacji semantyki dokumentu faktury; The element 'Fa' in namespace '${SCHEMA}' has invalid child element 'P_2' in namespace '${SCHEMA}'. List of possible elements expected: 'P_1' in namespace '${SCHEMA}'.`,
    /^The element P_2 is in the place where the schema expects P_1:/,
    /issueDate.*number/,
  ],
  [
    `450: Błąd weryfikacji semantyki dokumentu faktury; The '${SCHEMA}:P_12' element is invalid - The value '21' is invalid according to its datatype '${SCHEMA}:TStawkaPodatku' - The Enumeration constraint failed.`,
    /^The value "21" of P_12/,
    /lines\[\]\.vatRate/,
  ],
  [
    `450: Błąd weryfikacji semantyki dokumentu faktury; The '${SCHEMA}:P_1' element is invalid - The value '2026-13-01' is invalid according to its datatype 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/:TData' - The string '2026-13-01' is not a valid XsdDateTime value.`,
    /^The value "2026-13-01" of P_1 is not a date\.$/,
    /^Write issueDate as YYYY-MM-DD/,
  ],
  [
    `450: Błąd weryfikacji semantyki dokumentu faktury; The '${SCHEMA}:P_11' element is invalid - The value '1.123' is invalid according to its datatype '${SCHEMA}:TKwotowy' - The FractionDigits constraint failed.`,
    /^The number "1\.123" of P_11 has more digits than the schema allows\.$/,
    /^Round lines\[\]\.unitPrice/,
  ],
  [
    `450: Błąd weryfikacji semantyki dokumentu faktury; The '${SCHEMA}:P_8B' element is invalid - The value 'abc' is invalid according to its datatype '${SCHEMA}:TIlosci' - The string 'abc' is not a valid Decimal value.`,
    /^The value "abc" of P_8B is not a number\.$/,
    /^Write lines\[\]\.quantity/,
  ],
  [
    `450: Błąd weryfikacji semantyki dokumentu faktury; The '${SCHEMA}:RodzajFaktury' element has an invalid value according to its data type.`,
    /^The value of RodzajFaktury is not of the type that the schema requires\.$/,
    /^Correct invoiceType/,
  ],
  [
    "450; The '{ns}:{element}' element is invalid - The value '{value}' is invalid according to its datatype '{ns}:{type}' - The Pattern constraint failed.",
    /^The value of an element does not have the form/,
    /^Correct the field of that element/,
  ],
  ['450: Błąd weryfikacji semantyki dokumentu faktury', /does not match the schema FA\(3\)/, /validate/],
  ['440', /same number and type/, /another number/],
  ['{"exceptionCode":21180,"exceptionDescription":"?"}', /state of the session/, /needs no change/],
]

for (const [rawText, translated, fix] of SHAPES)
  t.test(`explains: ${rawText.slice(0, 120)}`, async (t) => {
    const { errorTranslated, errorFix } = POLISH_REJECTIONS.explain(rawText)
    t.match(errorTranslated, translated)
    t.match(errorFix, fix)
  })
