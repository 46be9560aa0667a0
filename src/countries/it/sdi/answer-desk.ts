import { hash } from 'node:crypto'
import type { Scope } from '../../../domain/event.js'
import type { InvoiceReceived } from '../../../domain/received.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { AnswerDesk, BarredAnswer, SendAnswerOutcome, SentAnswer } from '../../gateway/answering.js'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, HttpAnswer } from '../../gateway/government-http.js'
import { type LeaseCheck, mayAct } from '../../gateway/lease-check.js'
import { ITALIAN_ANSWERING, late } from '../answering.js'
import { noConnection, notUnderstood, outage, quoted, refusedChannel, unanswered } from './failures.js'
import type { Channels } from './identity.js'
import { receivedReference } from './references.js'
import { BadSoap, binaryOf, type SoapMessage } from './soap.js'
import { callWithFile, messageIn } from './soap-call.js'
import { childOf, localName, textOf } from '../xml-names.js'

const SERVICE = {
  action: 'http://www.fatturapa.it/SdIRicezioneNotifiche/NotificaEsito',
  types: 'http://www.fatturapa.gov.it/sdi/ws/ricezione/v1.0/types',
  element: 'fileSdI',
} as const

/**
 * Where an administration's responses are handed in: `NotificaEsito` of the service
 * SdIRiceviNotifica (WSDL 1.0), with the channel's certificate. The ledger of uploads records a
 * response before its first byte, since SdI has no query.
 */
export function answerDesk(http: GovernmentHttp, channels: Channels, tools: GatewayTools): AnswerDesk {
  return {
    barred: (scope, received) => endedTerm(tools, scope, received),
    send: (answer, lease) => send(http, channels, tools, answer, lease),
  }
}

async function send(
  http: GovernmentHttp,
  channels: Channels,
  tools: GatewayTools,
  answer: SentAnswer,
  lease: LeaseCheck | undefined,
): Promise<SendAnswerOutcome> {
  const { scope, responseId: attemptId, access, document, received } = answer
  if (access === null) throw new Error('a response to SdI without a connection')
  const mayBegin = (): boolean => mayAct(lease)
  const earlier = await tools.uploads.find(scope, attemptId)
  if (earlier !== null && earlier.uploadId !== null) return { kind: 'submitted', reference: earlier.uploadId }
  const channel = channels.of(access, tools.clock.now())
  if (channel.kind === 'closed') return refusedChannel(channel.reason)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  const name = await nameOf(tools, answer)
  const begunAt = earlier === null ? tools.clock.now() : new Date(earlier.begunAt.getTime() + 1)
  await tools.uploads.begin({ scope, country: 'IT', attemptId, sha256: hash('sha256', document.bytes), begunAt })
  const certainlyNot = async (): Promise<void> => {
    // The outcome of an earlier call remains unknown, regardless of this one's.
    if (earlier === null) await tools.uploads.refused({ scope, attemptId, begunAt })
  }
  const answered = await callWithFile(http, {
    ...SERVICE,
    address: tools.settings['SDI_NOTIFICA_URL'] ?? '',
    identity: channel.identity,
    head: `<IdentificativoSdI>${received.govId ?? ''}</IdentificativoSdI><NomeFile>${name}</NomeFile>`,
    bytes: document.bytes,
    mayBegin,
  })
  if (answered.kind === 'failure') {
    if (answered.sent === 'no') await certainlyNot()
    return mayBegin() ? noConnection(answered, tools) : unanswered(answered.reason, 1, tools)
  }
  const said = readAnswer(answered, tools)
  switch (said.kind) {
    case 'taken':
      await tools.uploads.taken(scope, attemptId, name)
      return { kind: 'submitted', reference: name }
    case 'busy':
      await certainlyNot()
      return said.outcome
    case 'unknown':
      return said.outcome
    case 'refused': {
      // SdI takes one response: if an earlier call was lost, this one is inadmissible because it
      // was not.
      if (earlier !== null && said.code === INADMISSIBLE && (await isInTime(tools, answer))) {
        await tools.uploads.taken(scope, attemptId, name)
        return { kind: 'submitted', reference: name }
      }
      await certainlyNot()
      return { kind: 'refused', errorMessage: said.errorMessage }
    }
  }
}

async function endedTerm(
  { mailbox }: Pick<GatewayTools, 'mailbox'>,
  scope: Scope,
  { govId }: InvoiceReceived['data'],
): Promise<BarredAnswer | null> {
  const reference = receivedReference(govId ?? '')
  const known = await mailbox.known(scope, 'sdi', [reference])
  return known.has(reference) ? late('SdI has reported the end of the term (DT)') : null
}

async function isInTime(tools: GatewayTools, { scope, received }: SentAnswer): Promise<boolean> {
  const barred = ITALIAN_ANSWERING.barred?.(received, tools.clock.now()) ?? (await endedTerm(tools, scope, received))
  return barred === null
}

/** Progressives of three digits and capitals. */
const MOST_NAMES = 36 ** 3

/**
 * The name of the response's file, `IT01234567890_00001_EC_001.xml`: it begins with that of the
 * invoice's file, and is always the same for a response.
 */
async function nameOf({ fileNumbers }: GatewayTools, { scope, responseId, received }: SentAnswer): Promise<string> {
  const { filename, govId, files } = received
  const metadata = files.find(({ kind }) => kind === 'metadata')?.filename?.replace(/_MT_\w{3}\.xml$/i, '')
  const own = filename?.replace(/(?:\.xml)?(?:\.p7m)?$/i, '')
  const [base = `sdi_${govId ?? ''}`] = [own, metadata].filter((each) => /^[A-Za-z0-9_]{1,39}$/.test(each ?? ''))
  const numbered = { scope, country: 'IT', attemptId: responseId, sender: `${base}_EC` } as const
  const number = 1 + (await fileNumbers.numberOf(numbered))
  if (number >= MOST_NAMES) throw new RangeError(`${base} has used all names of responses`)
  return `${base}_EC_${number.toString(36).toUpperCase().padStart(3, '0')}.xml`
}

/** SdI's response to a response. */
type OutcomeAnswer =
  | { readonly kind: 'taken' }
  /** ES00, with the code of the rejection. */
  | { readonly kind: 'refused'; readonly code: string; readonly errorMessage: string }
  /** ES02: SdI has not looked at it. */
  | { readonly kind: 'busy'; readonly outcome: NoAnswer }
  /** Whether SdI has taken it is not known. */
  | { readonly kind: 'unknown'; readonly outcome: NoAnswer }

const INADMISSIBLE = 'EN01'
const REJECTIONS: Readonly<Record<string, string>> = {
  EN00: 'notifica non conforme al formato',
  EN01: 'notifica non ammissibile',
}

function readAnswer(answer: HttpAnswer, tools: GatewayTools): OutcomeAnswer {
  const said = messageIn(answer, tools)
  if (said.kind === 'none') return { kind: 'unknown', outcome: said.outcome }
  const { payload } = said.message
  const esito = localName(payload) === 'rispostaSdINotificaEsito' ? textOf(payload, 'Esito') : undefined
  switch (esito) {
    case 'ES01':
      return { kind: 'taken' }
    case 'ES02':
      return { kind: 'busy', outcome: outage('SdI: ES02 SERVIZIO NON DISPONIBILE', tools) }
    case 'ES00':
      return { kind: 'refused', ...rejectionIn(said.message) }
    default:
      return { kind: 'unknown', outcome: notUnderstood('another message than rispostaSdINotificaEsito', tools) }
  }
}

/** `ScartoEsitoCommittente`, as far as it can be read. */
function rejectionIn({ payload, parts }: SoapMessage): { readonly code: string; readonly errorMessage: string } {
  const rejection = childOf(payload, 'ScartoEsito')
  const file = rejection && childOf(rejection, 'File')
  const root = file && rootIn(() => binaryOf(file, parts))
  const code = (root && textOf(root, 'Scarto')) ?? 'ES00'
  const note = root && textOf(root, 'Note')
  const text = [REJECTIONS[code] ?? 'notifica non accettata', note].filter((each) => each !== undefined).join(': ')
  return { code, errorMessage: quoted(`${code}: ${text}`) }
}

function rootIn(bytes: () => Uint8Array): XmlElement | undefined {
  try {
    return parseXml(bytes()).root
  } catch (error) {
    if (error instanceof RefusedXml || error instanceof BadSoap) return undefined
    throw error
  }
}
