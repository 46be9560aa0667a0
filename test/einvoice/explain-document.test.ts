import t from 'tap'
import { PROFILES } from '../../src/countries/judging/profiles.js'
import { COUNTRIES } from '../../src/countries/registry.js'
import { EN16931_CATALOGUE } from '../../src/einvoice/rules/en16931.js'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID, XRECHNUNG_ID } from '../../src/einvoice/rules/peppol/german-facts.js'
import { writeCii } from '../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../src/einvoice/syntax/ubl/write/document.js'
import { bounded } from '../../src/einvoice/rules/finding-text.js'
import { fullInvoice } from './model/full-invoice.js'

const UBL = writeUbl(fullInvoice('invoice'))
const CII = writeCii({ ...fullInvoice('invoice'), precedingInvoices: [] })

function explained(xml: string) {
  return judgeXml(Buffer.from(xml), { profile: 'en' }).findings.filter(({ severity }) => severity === 'fatal')
}

t.test('a rule that the model has says its term, the value, the remedy and the very element', async (t) => {
  const wrong = UBL.replace('unitCode="KGM"', 'unitCode="KILO"')
  const line = wrong.slice(0, wrong.indexOf('<cbc:InvoicedQuantity')).split('\n').length
  t.match(explained(wrong), [
    {
      rule: 'BR-CL-23',
      term: 'BT-130',
      line,
      path: /InvoiceLine(?:\[1\])?\/cbc:InvoicedQuantity$/,
      message: /"KILO"/,
      fix: /20 and 21/,
      termPath: 'cac:InvoiceLine/cbc:InvoicedQuantity',
    },
  ])
  t.match(explained(CII.replace('BilledQuantity unitCode="KGM"', 'BilledQuantity unitCode="KILO"')), [
    { rule: 'BR-CL-23', term: 'BT-130', path: /ram:BilledQuantity$/ },
  ])
})

t.test('a rule that only the syntax has says the term of the place, and the remedy', async (t) => {
  const note = '<cac:PaymentTerms><cbc:Note>30 days</cbc:Note></cac:PaymentTerms>'
  const terms = /<cac:PaymentTerms>.*?<\/cac:PaymentTerms>/s.exec(UBL)?.[0] ?? ''
  t.match(explained(UBL.replace(terms, note + note)), [
    { rule: 'UBL-SR-05', message: /more than one note in the payment terms/, fix: 'Keep one cbc:Note' },
  ])
  const named = CII.replace('<ram:LineTotalAmount>', '<ram:LineTotalAmount currencyID="EUR">')
  t.match(judgeXml(Buffer.from(named), { profile: 'en' }).findings, [
    { rule: 'CII-DT-031', term: 'BT-131', fix: /^Remove currencyID/ },
  ])
})

t.test('the fix of a missing element names that element, and the place for it', async (t) => {
  const delivery = /<ram:ApplicableHeaderTradeDelivery\b[\s\S]*?(?:<\/ram:ApplicableHeaderTradeDelivery>|\/>)/
  const found = explained(CII.replace(delivery, '')).filter(({ rule }) => rule === 'XSD')
  t.match(found, [
    {
      message: /ram:ApplicableHeaderTradeDelivery is missing before ram:ApplicableHeaderTradeSettlement/,
      fix: /^Write ram:ApplicableHeaderTradeDelivery in rsm:SupplyChainTradeTransaction, before ram:ApplicableHeaderTradeSettlement/,
    },
  ])
  const atEnd = UBL.replace(/<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, '')
  t.match(
    explained(atEnd).filter(({ rule }) => rule === 'XSD'),
    [{ fix: /^Write cac:InvoiceLine in \S*Invoice, as/ }],
  )
})

t.test('a rule on an attribute quotes the attribute', async (t) => {
  const wrong = UBL.replaceAll('currencyID="EUR"', 'currencyID="EURO"')
  const found = explained(wrong).filter(({ rule }) => rule === 'BR-CL-03')
  t.ok(found.length > 5)
  for (const { message } of found) t.match(message, /"EURO"/)
})

t.test('where the official rules fail, the fix is about what they fail on', async (t) => {
  const number = /<cbc:ID>[^<]*<\/cbc:ID>/.exec(UBL)?.[0] ?? ''
  for (const { message, fix } of explained(UBL.replace(number, number + number)))
    if (message.includes('more than once, so')) t.equal(fix, 'Keep one cbc:ID.')
  const due = /<cbc:PayableAmount[^<]*<\/cbc:PayableAmount>/.exec(UBL)?.[0] ?? ''
  const twice = explained(UBL.replace(due, due + due)).filter(({ message }) =>
    message.includes('occurs more than once'),
  )
  t.ok(twice.length > 0)
  for (const { fix } of twice) t.match(fix, /^Keep one cbc:PayableAmount\.$/)
  const day = explained(UBL.replace(/<cbc:StartDate>[^<]*/, '<cbc:StartDate>soon'))
  const noDay = day.filter(({ message }) => message.includes('cbc:StartDate` is no'))
  t.ok(noDay.length > 0)
  for (const { fix } of noDay) t.match(fix, /^Write cbc:StartDate as a date of XML Schema, for example 2026-03-31/)
})

t.test('dates of a Cross Industry Invoice have no hyphens in the fix', async (t) => {
  const undated = CII.replace(/<ram:IssueDateTime>.*?<\/ram:IssueDateTime>/s, '')
  t.match(
    explained(undated).filter(({ rule }) => rule === 'BR-03'),
    [{ term: 'BT-2', fix: /YYYYMMDD/ }],
  )
  t.match(
    explained(UBL.replace(/<cbc:IssueDate>.*?<\/cbc:IssueDate>/, '')).filter(({ rule }) => rule === 'BR-03'),
    [{ fix: /YYYY-MM-DD/ }],
  )
})

t.test('a lawful extension is not to be removed', async (t) => {
  for (const id of ['UBL-CR-470', 'UBL-CR-646'])
    t.match(EN16931_CATALOGUE.of(id)[0].fix, /^Keep <element> if the document follows an extension/)
  t.match(EN16931_CATALOGUE.of('UBL-CR-001')[0].fix, /unless the document follows an extension/)
})

t.test('what is no invoice says where and what to send', async (t) => {
  t.match(explained('<a>\n<b></a>'), [{ rule: 'XML', line: 2, term: '', fix: /reverse order/ }])
  t.match(explained('<Order xmlns="urn:x"/>'), [{ rule: 'XML', path: '/', fix: /UBL 2.1 Invoice/ }])
})

const SPECIFICATIONS = [
  ...['', XRECHNUNG_ID, XRECHNUNG_EXTENSION_ID, XRECHNUNG_CVD_ID],
  'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr',
]

/** Each set of rules of each profile, by the profile's name. */
const SETS = PROFILES.flatMap(({ name, rules }) =>
  (['ubl', 'cii'] as const).flatMap((syntax) =>
    SPECIFICATIONS.flatMap((specification) => {
      const set = rules(syntax, specification)
      return set === undefined ? [] : [{ name, set }]
    }),
  ),
)

t.test('every rule of a binding says what to do', async (t) => {
  const silent = new Set<string>()
  for (const { name, set } of SETS) {
    const { assertions, forbidden, catalogue } = set
    for (const id of [...assertions.flatMap(({ tests }) => tests.map(([each]) => each)), ...forbidden.ids, 'XSD'])
      if (catalogue.of(id)[0].id === id && catalogue.known(id).length === 0) silent.add(`${name} ${id}`)
  }
  t.same([...silent], [])
})

/** What leaves the reader to find out what to give, where, or in which form. */
const VAGUE = [
  /^[A-Z][a-z]+ (?:it|them|what it lacks)\b/,
  /^Give both$/,
  /^Check\b/,
  /\bone of them\b/i,
  /^Follow\b/,
  /as the rule requires/,
  // A field of the API alone, or two: what it holds is not said.
  /^(?:Give|Correct) [a-z]+(?:\.[a-z]+|\[\]|[A-Z])[\w.[\]]*(?: (?:and|or) [\w.[\]]+)?$/,
]

t.test('every text of every rule says what is wrong and what to do, in one style', async (t) => {
  const general = EN16931_CATALOGUE.of('no such rule')[0].fix
  const own = Object.values(COUNTRIES).flatMap(({ invoicing }) => invoicing?.ownRules ?? [])
  const rows = new Set([...SETS.flatMap(({ set }) => set.catalogue.entries), ...own])
  t.ok(rows.size > 1000)
  const odd: string[] = []
  for (const { id, message, fix } of rows) {
    const note = (what: string): unknown => odd.push(`${id}: ${what}: ${message} | ${fix}`)
    if (fix === '' || fix === general) note('no remedy of its own')
    if (VAGUE.some((each) => each.test(fix))) note('a vague remedy')
    if (!/^[A-Z][a-z]+ /.test(fix)) note('a remedy that does not begin with a verb')
    if (message !== '' && !/^(?:[A-Z]|(?:cac|cbc|ram):)/.test(message))
      note('a message that does not begin with a capital')
    if (/[.:;,]$/.test(message) || /[.:;,]$/.test(fix)) note('a full stop at the end')
    if (/\bmay not\b|\bshall\b/.test(`${message} ${fix}`)) note('words of a standard')
    if (`${message} ${fix}`.includes('  ')) note('two blanks')
    if (bounded(fix) !== fix) note('a remedy that is too long')
  }
  t.same(odd, [])
})

t.test('no two texts of a rule are of the same term', async (t) => {
  const twice = new Set<string>()
  for (const { set } of SETS) {
    const seen = new Set<string>()
    for (const { id, terms } of set.catalogue.entries)
      for (const term of terms.length === 0 ? [''] : terms) {
        if (seen.has(`${id} ${term}`)) twice.add(`${id} ${term}`)
        seen.add(`${id} ${term}`)
      }
  }
  t.same([...twice], [])
})
