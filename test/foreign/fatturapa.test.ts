// Three programs of others read every FatturaPA; two of them write it again.
import t from 'tap'
import { isSimplified } from '../../src/countries/it/simplified-types.js'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'

const all = documentsOf('IT')
const documents = all.filter(({ invoice }) => !isSimplified(invoice))
const texts = Object.fromEntries(documents.map(({ name, xml }) => [name, xml.toString()]))

/** What a38 says of a document. */
interface ByA38 {
  readonly errors: readonly string[]
  /** null: it does not know an element. */
  readonly sameElements: boolean | null
  readonly changed: readonly string[]
}

interface Read {
  readonly name: string
  readonly a38: ByA38
  readonly fatturapa: readonly object[]
}

/** Where a38 is wrong. */
const FAULTS_OF_A38: readonly (readonly [name: RegExp, errors: readonly string[]])[] = [
  // It demands a certified mail address of every consumer; SdI does not.
  [/(13-consumer|24-shop-prices),/, ['00426']],
  // Its model lacks elements and types of the official schema.
  [/41-public-works/, ['found unexpected element DatiSAL in DatiGenerali']],
  [
    /49-san-marino/,
    [
      "fattura_elettronica_body.0.dati_generali.dati_generali_documento.tipo_documento: 'TD28' is not a valid choice for this field",
    ],
  ],
  // It can't judge a withheld tax.
  [/02-professional|26-fee-advance|42-commercial-agent/, ["crash: 'list' object has no attribute 'has_value'"]],
]

/**
 * What a38 demands of simplified documents although the schema and the law do not: the VAT besides
 * the rate, the VAT number of a consumer, the name of every customer. It does not know the mark of
 * the stamp duty.
 */
const NARROWER =
  /(?:\.dati_iva\.imposta|\.altri_dati_identificativi|\.identificativi_fiscali\.id_fiscale_iva): missing value$|^found unexpected element BolloVirtuale /

/** It rounds discounts to cents, and adds a time zone. */
const CHANGED_BY_A38 = new Set([
  'ScontoMaggiorazione/Importo',
  'DatiTrasporto/DataOraRitiro',
  'DatiTrasporto/DataOraConsegna',
])

t.test('a38 and fatturapa (PyPI) read every document', async (t) => {
  const read = foreignProgram(t, 'python', 'read_fatturapa', 'a38 and fatturapa on every FatturaPA')
  if (read === null) return
  const answers = (await read(texts)) as Read[]
  t.strictSame(
    answers.map(({ name }) => name),
    Object.keys(texts),
  )
  for (const { name, a38, fatturapa } of answers) {
    const xml = texts[name] ?? ''
    const [, errors = []] = FAULTS_OF_A38.find(([fault]) => fault.test(name)) ?? []
    t.strictSame(a38.errors, errors, `${name}: a38 finds no error`)
    t.equal(
      a38.sameElements,
      (errors[0] ?? '').startsWith('found unexpected element ') ? null : true,
      `${name}: a38 writes the same elements`,
    )
    t.strictSame(
      a38.changed.filter((path) => !CHANGED_BY_A38.has(path)),
      [],
      `${name}: a38 writes the same texts`,
    )
    const expected = {
      type: of('TipoDocumento', xml),
      number: of('Numero', xml),
      total: inItalian(of('ImportoTotaleDocumento', xml)),
      lines: xml.split('<DettaglioLinee>').length - 1,
    }
    t.strictSame(fatturapa, [expected], `${name}: fatturapa reads the same`)
  }
})

t.test('a38 (PyPI) reads every simplified document and writes the same', async (t) => {
  const read = foreignProgram(t, 'python', 'read_simplified', 'a38 on every simplified FatturaPA')
  if (read === null) return
  const simplified = all.filter(({ invoice }) => isSimplified(invoice))
  t.equal(simplified.length, 3)
  const answers = await read(Object.fromEntries(simplified.map(({ name, xml }) => [name, xml.toString()])))
  for (const { name, errors, sameElements, changed } of answers as readonly (ByA38 & { readonly name: string })[]) {
    t.strictSame(
      errors.filter((error) => !NARROWER.test(error)),
      [],
      `${name}: a38 finds no other error`,
    )
    t.equal(sameElements, name.includes('54-') ? null : true, `${name}: a38 writes the same elements`)
    t.strictSame(changed, [], `${name}: a38 writes the same texts`)
  }
})

t.test('@digitalia/fatturapa (npm) reads every document and writes the same', async (t) => {
  const read = foreignProgram(t, 'node', 'read-fatturapa', '@digitalia/fatturapa on every FatturaPA')
  if (read === null) return
  const answers = await read(texts)
  t.strictSame(
    (answers as { name: string; again: string }[]).map(({ name, again }) => ({ name, again: squeezed(again) })),
    documents.map(({ name, xml }) => ({ name, again: squeezed(xml.toString()) })),
  )
})

function of(element: string, xml: string): string {
  return new RegExp(`<${element}>(.*?)</${element}>`).exec(xml)?.[1] ?? ''
}

/** As fatturapa shows an amount: 4.109,37. */
function inItalian(amount: string): string {
  return new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, useGrouping: 'always' }).format(Number(amount))
}

/** Without the XML declaration and the white space between elements. */
function squeezed(xml: string): string {
  return xml
    .replace(/^<\?xml[^>]*>/, '')
    .replaceAll(/>\s+</g, '><')
    .trim()
}
