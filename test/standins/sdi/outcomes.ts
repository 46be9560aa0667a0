import { packed, soap } from './soap.js'

/** A response of an administration, accepted or not. */
interface ReceivedOutcome {
  readonly id: string
  readonly name: string
  readonly xml: string
  /** ES00, ES01, ES02, as the answer was; `lost`: there was none. */
  readonly answer: string
}

const TYPES = 'http://www.fatturapa.gov.it/sdi/ws/ricezione/v1.0/types'
const MESSAGES = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'
const ACTION = '"http://www.fatturapa.it/SdIRicezioneNotifiche/NotificaEsito"'

/** The responses that SdI got. It accepts one about an invoice. */
export class Outcomes {
  readonly all: ReceivedOutcome[] = []
  readonly #about = new Set<string>()

  /** The accepted ones. */
  get accepted(): readonly ReceivedOutcome[] {
    return this.all.filter(({ answer }) => answer === 'ES01')
  }

  /** Takes a response, and returns the code of its rejection; null: it is accepted. */
  take({ id, name, xml }: Pick<ReceivedOutcome, 'id' | 'name' | 'xml'>): 'EN00' | 'EN01' | null {
    const rejection = this.#judged(id, name, xml)
    if (rejection === null) this.#about.add(aboutOf(xml))
    this.all.push({ id, name, xml, answer: rejection === null ? 'ES01' : 'ES00' })
    return rejection
  }

  #judged(id: string, name: string, xml: string): 'EN00' | 'EN01' | null {
    const isFit =
      new RegExp(`^[^]*<(\\w+:)?NotificaEsitoCommittente[^>]*versione="1.0"[^>]*>\\s*<IdentificativoSdI>${id}<`).test(
        xml,
      ) &&
      /<Esito>EC0[12]<\/Esito>/.test(xml) &&
      /^\w{1,40}_EC_[0-9A-Z]{3}\.xml$/.test(name)
    if (!isFit) return 'EN00'
    const isRepeated = this.#about.has(aboutOf(xml)) || this.all.some((each) => each.name === name)
    return isRepeated ? 'EN01' : null
  }
}

function aboutOf(xml: string): string {
  const of = (element: string): string => new RegExp(`<${element}>([^<]*)<`).exec(xml)?.[1] ?? ''
  return [of('IdentificativoSdI'), of('NumeroFattura'), of('PosizioneFattura')].join(' ')
}

/** Reads a call of NotificaEsito; a text: why it is none. */
export function readOutcomeCall(
  body: Buffer,
  contentType: string,
  soapAction: string,
): Pick<ReceivedOutcome, 'id' | 'name' | 'xml'> | string {
  if (soapAction !== ACTION) return 'no SOAPAction of NotificaEsito'
  const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1] ?? ''
  const [, root = '', file = ''] = body.toString('utf8').split(`--${boundary}`)
  if (!root.includes(`xmlns:types="${TYPES}"`) || !root.includes('types:fileSdI>')) return 'no fileSdI'
  const xml = /\r\n\r\n([^]*)\r\n$/.exec(file)?.[1] ?? ''
  const id = /<IdentificativoSdI>(\d+)</.exec(root)?.[1] ?? ''
  const name = /<NomeFile>([^<]*)</.exec(root)?.[1] ?? ''
  return id === '' || xml === '' ? 'no response' : { id, name, xml }
}

/** The answer of NotificaEsito; with the code of a rejection ES00. */
export function outcomeAnswer(esito: string, id: string, rejection: string | null = null): ReturnType<typeof packed> {
  if (rejection === null)
    return packed(
      soap(`<ns3:rispostaSdINotificaEsito xmlns:ns3="${TYPES}"><Esito>${esito}</Esito></ns3:rispostaSdINotificaEsito>`),
    )
  const notice =
    `<?xml version="1.0" encoding="UTF-8"?><types:ScartoEsitoCommittente xmlns:types="${MESSAGES}" versione="1.0">` +
    `<IdentificativoSdI>${id}</IdentificativoSdI><Scarto>${rejection}</Scarto><MessageId>${id}</MessageId></types:ScartoEsitoCommittente>`
  const cid = `scarto-${id}@fatturapa.it`
  return packed(
    soap(
      `<ns3:rispostaSdINotificaEsito xmlns:ns3="${TYPES}"><Esito>ES00</Esito><ScartoEsito><NomeFile>IT01234567890_00001_SE_001.xml</NomeFile>` +
        `<File><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${encodeURIComponent(cid)}"/></File></ScartoEsito></ns3:rispostaSdINotificaEsito>`,
    ),
    [{ cid, bytes: Buffer.from(notice) }],
  )
}
