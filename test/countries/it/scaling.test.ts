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
