import { withTimeLimit } from '../../../src/domain/time-limit.js'
import { packed, soap } from './soap.js'

/** A file that SdI delivers to the buyer's channel. */
export interface Delivery {
  /** IdentificativoSdI. */
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
  /** MetadatiInvioFile, in XML. */
  readonly metadata: string
  tries: number
  /** Whether the channel has answered ER01. */
  isTaken: boolean
}

const TYPES = 'http://www.fatturapa.gov.it/sdi/ws/ricezione/v1.0/types'
const MESSAGES = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'
const CALL_MS = 10_000

/** MetadatiInvioFile. */
export function metadataXml(id: string, name: string, format: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><types:MetadatiInvioFile xmlns:types="${MESSAGES}" versione="1.0">` +
    `<IdentificativoSdI>${id}</IdentificativoSdI><NomeFile>${name}</NomeFile><CodiceDestinatario>M5UXCR1</CodiceDestinatario>` +
    `<Formato>${format}</Formato><TentativiInvio>1</TentativiInvio><MessageId>${id}</MessageId></types:MetadatiInvioFile>`
  )
}

/**
 * A call of `RiceviFatture`, with both files in parts of a package, or inline. Its SOAPAction ends
 * in `SdI`, as in the WSDL.
 */
export function deliveryCall(
  { id, name, bytes, metadata }: Pick<Delivery, 'id' | 'name' | 'bytes' | 'metadata'>,
  isInline = false,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const files = [
    { cid: `file-${id}@fatturapa.it`, bytes },
    { cid: `metadati-${id}@fatturapa.it`, bytes: Buffer.from(metadata) },
  ]
  const [file = '', its = ''] = files.map(({ cid, bytes: content }) =>
    isInline
      ? content.toString('base64')
      : `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${encodeURIComponent(cid)}"/>`,
  )
  const xml = soap(
    `<ns3:fileSdIConMetadati xmlns:ns3="${TYPES}"><IdentificativoSdI>${id}</IdentificativoSdI><NomeFile>${name}</NomeFile>` +
      `<File>${file}</File><NomeFileMetadati>${name.split('.', 1).join('')}_MT_001.xml</NomeFileMetadati>` +
      `<Metadati>${its}</Metadati></ns3:fileSdIConMetadati>`,
  )
  const soapaction = '"http://www.fatturapa.it/RicezioneFatture/RiceviFattureSdI"'
  return isInline
    ? { headers: { 'content-type': 'text/xml; charset=utf-8', soapaction }, body: Buffer.from(xml) }
    : withHeader(packed(xml, files), { soapaction })
}

/**
 * A call of `NotificaDecorrenzaTermini` to the buyer's channel, with the element of the WSDL's
 * message.
 */
export function termsCall(id: string, name: string): ReturnType<typeof deliveryCall> {
  const notice =
    `<?xml version="1.0" encoding="UTF-8"?><types:NotificaDecorrenzaTermini xmlns:types="${MESSAGES}" versione="1.0">` +
    `<IdentificativoSdI>${id}</IdentificativoSdI><NomeFile>${name}</NomeFile><MessageId>${id}</MessageId></types:NotificaDecorrenzaTermini>`
  const cid = `termini-${id}@fatturapa.it`
  const xml = soap(
    `<ns3:fileSdI xmlns:ns3="${TYPES}"><IdentificativoSdI>${id}</IdentificativoSdI>` +
      `<NomeFile>${name.split('.', 1).join('')}_DT_001.xml</NomeFile>` +
      `<File><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${encodeURIComponent(cid)}"/></File></ns3:fileSdI>`,
  )
  return withHeader(packed(xml, [{ cid, bytes: Buffer.from(notice) }]), {
    soapaction: '"http://www.fatturapa.it/RicezioneFatture/NotificaDecorrenzaTermini"',
  })
}

function withHeader(
  { headers, body }: ReturnType<typeof deliveryCall>,
  more: Readonly<Record<string, string>>,
): ReturnType<typeof deliveryCall> {
  return { headers: { ...headers, ...more }, body }
}

/** How the buyer's channel answered. */
export interface ChannelAnswer {
  readonly status: number
  readonly body: string
}

/** Calls the channel; null: no answer. */
export async function callChannel(
  url: string,
  { headers, body }: ReturnType<typeof deliveryCall>,
  token: string | undefined,
  stopped: AbortSignal,
): Promise<ChannelAnswer | null> {
  try {
    return await withTimeLimit(CALL_MS, stopped, async (signal) => {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const response = await fetch(url, { method: 'POST', headers: { ...headers, ...authorization }, body, signal })
      return { status: response.status, body: await response.text() }
    })
  } catch (error) {
    // No server or no answer: SdI tries again.
    if (error instanceof TypeError || error instanceof DOMException) return null
    throw error
  }
}

/** Whether the channel says that it has the file. */
export function isTaken(answer: ChannelAnswer | null): boolean {
  return answer?.status === 200 && /<(?:\w+:)?rispostaRiceviFatture[ >].*<Esito>ER01<\/Esito>/s.test(answer.body)
}
