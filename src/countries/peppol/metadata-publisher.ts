import { cut, visible } from '../../domain/text.js'
import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { GovernmentHttp, HttpAnswer } from '../gateway/government-http.js'
import type { CountrySettings } from '../settings.js'
import { RECEIVED_TYPES, type RegisteredType } from './registration.js'

/** The operator's Service Metadata Publisher, and where the network delivers to. */
export interface MetadataPublisher {
  /** Of phoss-smp, without a slash at its end. */
  readonly address: string
  readonly token: string
  /** The access point's address for AS4. */
  readonly endpoint: string
  /** Of the access point, in Base64 without a frame. */
  readonly certificate: string
}

const PUBLISHING = 'http://busdox.org/serviceMetadata/publishing/1.0/'
const IDENTIFIERS = 'http://busdox.org/transport/identifiers/1.0/'
const ADDRESSING = 'http://www.w3.org/2005/08/addressing'
const CALL_MS = 30_000
const LONGEST_TEXT = 300
const ANSWER_BYTES = 256 * 1024

/** What the operator has set of it; a text: what is missing. */
export function publisherOf(settings: CountrySettings): MetadataPublisher | string {
  const names = ['PEPPOL_SMP_URL', 'PEPPOL_SMP_TOKEN', 'PEPPOL_ENDPOINT_URL', 'PEPPOL_ENDPOINT_CERTIFICATE'] as const
  const [address, token, endpoint, certificate] = names.map((name) => settings[name])
  if (address === undefined || token === undefined || endpoint === undefined || certificate === undefined)
    return `Set ${names.filter((name) => settings[name] === undefined).join(', ')}.`
  return { address, token, endpoint, certificate }
}

/**
 * Registers a participant (`participantId`) with all that the service takes for it, by the REST
 * interface of phoss-smp. Repeating it changes nothing.
 * @returns null: it is registered; else why not, in a sentence
 */
export async function register(
  publisher: MetadataPublisher,
  participant: string,
  http: GovernmentHttp,
): Promise<string | null> {
  const group = groupOf(publisher, participant)
  const calls = [
    { url: group, body: serviceGroup(participant) },
    ...RECEIVED_TYPES.map((type) => ({
      url: `${group}/services/${encodeURIComponent(type.documentType)}`,
      body: serviceMetadata(publisher, participant, type),
    })),
  ]
  for (const { url, body } of calls) {
    const failure = await call(publisher, http, 'PUT', url, body)
    if (failure !== null) return failure
  }
  return null
}

/** Ends the registration of a participant, if there is one. Returns as `register`. */
export function deregister(
  publisher: MetadataPublisher,
  participant: string,
  http: GovernmentHttp,
): Promise<string | null> {
  return call(publisher, http, 'DELETE', groupOf(publisher, participant), null)
}

async function call(
  { token }: MetadataPublisher,
  http: GovernmentHttp,
  method: 'PUT' | 'DELETE',
  url: string,
  body: string | null,
): Promise<string | null> {
  const answer = await http.send({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(body !== null && { 'content-type': 'application/xml' }) },
    ...(body !== null && { body: new TextEncoder().encode(body) }),
    timeoutMs: CALL_MS,
    maxBytes: ANSWER_BYTES,
  })
  if (answer.kind === 'failure') return `The SMP did not answer ${method}: ${answer.reason}.`
  const isGone = method === 'DELETE' && answer.status === 404
  return isGone || (answer.status >= 200 && answer.status < 300) ? null : refusal(method, answer, token)
}

function refusal(method: string, { status, bytes }: HttpAnswer, token: string): string {
  // Without the text of phoss-smp, which repeats the token.
  if (status === 401 || status === 403)
    return `The SMP refuses PEPPOL_SMP_TOKEN (HTTP ${status}): set it to a token of the SMP user who owns the participant.`
  const text = visible(cut(Buffer.from(bytes).toString('utf8').replaceAll(token, '…').trim(), LONGEST_TEXT))
  return `The SMP answered ${method} with HTTP ${status}${text === '' ? '' : `: ${text}`}.`
}

function groupOf({ address }: MetadataPublisher, participant: string): string {
  return `${address}/${encodeURIComponent(participant)}`
}

function serviceGroup(participant: string): string {
  const xml = new XmlWriter()
  const content = (): void => {
    identifier(xml, 'ids:ParticipantIdentifier', participant)
    xml.text('ServiceMetadataReferenceCollection', '')
  }
  xml.group('ServiceGroup', content, { xmlns: PUBLISHING, 'xmlns:ids': IDENTIFIERS })
  return xml.toString()
}

function serviceMetadata(
  { endpoint, certificate }: MetadataPublisher,
  participant: string,
  { name, documentType, process }: RegisteredType,
): string {
  const xml = new XmlWriter()
  const addressed = (): void => {
    xml.group('wsa:EndpointReference', () => {
      xml.text('wsa:Address', endpoint)
    })
    xml.text('RequireBusinessLevelSignature', 'false')
    xml.text('Certificate', certificate)
    xml.text('ServiceDescription', name)
    xml.text('TechnicalContactUrl', endpoint)
  }
  const content = (): void => {
    xml.group('ServiceInformation', () => {
      identifier(xml, 'ids:ParticipantIdentifier', participant)
      identifier(xml, 'ids:DocumentIdentifier', documentType)
      xml.group('ProcessList', () => {
        xml.group('Process', () => {
          identifier(xml, 'ids:ProcessIdentifier', process)
          xml.group('ServiceEndpointList', () => {
            xml.group('Endpoint', addressed, { transportProfile: 'peppol-transport-as4-v2_0' })
          })
        })
      })
    })
  }
  xml.group('ServiceMetadata', content, { xmlns: PUBLISHING, 'xmlns:ids': IDENTIFIERS, 'xmlns:wsa': ADDRESSING })
  return xml.toString()
}

/** `<scheme>::<value>`. */
function identifier(xml: XmlWriter, element: string, text: string): void {
  const place = text.indexOf('::')
  xml.text(element, text.slice(place + 2), { scheme: text.slice(0, place) })
}
