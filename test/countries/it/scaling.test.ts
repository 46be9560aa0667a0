import { readFattura } from '../../../src/countries/it/fatturapa/read/document.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { allGrowLinearly } from '../../einvoice/scaling/growth.js'
import { documentOf } from './sound-invoice.js'

const SIZE = 2_000

/** What is held against each invoice of a batch, or all of them: documents made to hurt. */
const REPEATED: Readonly<Record<string, (index: number) => string>> = {
  FatturaElettronicaBody: (index) =>
    '<DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD01</TipoDocumento><Data>2026-01-01</Data>' +
    `<Numero>${index}</Numero></DatiGeneraliDocumento></DatiGenerali>`,
  FatturaElettronicaHeader: () => '<CedentePrestatore/>',
  CedentePrestatore: () => '<DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese></IdFiscaleIVA></DatiAnagrafici>',
  CessionarioCommittente: () => '<DatiAnagrafici/>',
  DatiDDT: (index) => `<RiferimentoNumeroLinea>${index}</RiferimentoNumeroLinea>`,
  DettaglioLinee: (index) => `<NumeroLinea>${index}</NumeroLinea><AliquotaIVA>${index}.00</AliquotaIVA>`,
  DatiRiepilogo: (index) => `<AliquotaIVA>${index}.00</AliquotaIVA><Natura>N${index}</Natura>`,
}

const SOUND = documentOf({ deliveryNotes: [{ number: '1', issueDate: '2026-11-20' }] })

/** The document with so many more elements of that name, and as many invoices. */
function withMany(name: string, count: number): Buffer {
  const many = (each: string): string =>
    Array.from({ length: count }, (_, index) => `<${each}>${REPEATED[each]?.(index) ?? ''}</${each}>`).join('')
  const at = SOUND.indexOf(`<${name}>`)
  const xml = SOUND.slice(0, at) + many(name) + SOUND.slice(at)
  return Buffer.from(xml.replace('</p:FatturaElettronica>', `${many('FatturaElettronicaBody')}</p:FatturaElettronica>`))
}

allGrowLinearly(
  'the time to judge a FatturaPA grows with its length',
  Object.keys(REPEATED).map((name) => [
    name,
    SIZE,
    (size) => {
      const document = withMany(name, size)
      return () => judgeXml(document, {})
    },
  ]),
)

/** A document with so many more of these, without another invoice. */
function withMore(name: string, count: number): Buffer {
  const many = Array.from({ length: count }, (_, index) => `<${name}>${OF_READING[name]?.(index) ?? ''}</${name}>`)
  const before = name === 'ScontoMaggiorazione' ? 'ImportoTotaleDocumento' : name
  return Buffer.from(SOUND.replace(`<${before}>`, () => `${many.join('')}<${before}>`))
}

const rateOf = (index: number) => `<AliquotaIVA>${(index / 100).toFixed(2)}</AliquotaIVA>`
const OF_READING: Readonly<Record<string, (index: number) => string>> = {
  ScontoMaggiorazione: (index) => `<Tipo>SC</Tipo><Importo>${index}.00</Importo>`,
  DettaglioLinee: (index) =>
    `<NumeroLinea>${index}</NumeroLinea><PrezzoUnitario>1.00</PrezzoUnitario><PrezzoTotale>1.00</PrezzoTotale>${rateOf(index)}`,
  DatiRiepilogo: (index) => `${rateOf(index)}<ImponibileImporto>1.00</ImponibileImporto><Imposta>1.00</Imposta>`,
}

allGrowLinearly(
  'the time to read a FatturaPA as JSON grows with its length',
  Object.keys(OF_READING).map((name) => [
    name,
    SIZE,
    (size) => {
      const tree = parseXml(withMore(name, size))
      return () => readFattura(tree)
    },
  ]),
)
