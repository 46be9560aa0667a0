import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import { BadZip, isZip, readZip } from '../../gateway/zip.js'
import type { SdiError } from '../notifications.js'
import { isSdiFileName, sdiNumber } from '../sdi-names.js'
import { childOf, localName, textOf } from '../xml-names.js'

/** The kinds of SdI's notifications to the transmitter. */
type NotificationKind = 'RC' | 'NS' | 'MC' | 'NE' | 'DT' | 'AT'

/** A parsed notification. Its content is untrusted. */
export interface Notification {
  readonly kind: NotificationKind
  /** IdentificativoSdI, one to twelve digits, without leading zeros. */
  readonly id: string
  /** The invoice's file name as sent, without `.p7m`. */
  readonly fileName: string
  /** SHA-256 (hex) of the file that SdI received; null: absent. */
  readonly sha256: string | null
  /** When SdI received the file; null: absent. */
  readonly receivedAt: Date | null
  /** ListaErrori, of NS. */
  readonly errors: readonly SdiError[]
  /** Esito, for NE; null: for all others. */
  readonly outcome: 'EC01' | 'EC02' | null
  /** NumeroFattura, for NE and DT if present. */
  readonly number: string | null
  /** Descrizione: the reason of an NE. */
  readonly description: string | null
}

/** The bytes are not a notification. The message is in English and quotes nothing of them. */
export class BadNotification extends Error {
  override readonly name = 'BadNotification'
}

/** By their roots: for administrations, for all others, and with known misspellings. */
const KINDS: ReadonlyMap<string, NotificationKind> = new Map([
  ['RicevutaConsegna', 'RC'],
  ['NotificaScarto', 'NS'],
  ['RicevutaScarto', 'NS'],
  ['NotificaMancataConsegna', 'MC'],
  ['RicevutaImpossibilitaRecapito', 'MC'],
  ['RicevutaImpossibultaRecapito', 'MC'],
  ['NotificaEsito', 'NE'],
  ['NotificaDecorrenzaTermini', 'DT'],
  ['AttestazioneTrasmissioneFattura', 'AT'],
])

/**
 * Reads a notification: XML of either namespace, or an attestation in a ZIP with the invoice.
 * @throws BadNotification
 */
export function readNotification(bytes: Uint8Array): Notification {
  return readXml(xmlOf(bytes))
}

/**
 * The XML of a notification, which may be in an archive.
 * @throws BadNotification
 */
export function xmlOf(bytes: Uint8Array): Uint8Array {
  return isZip(bytes) ? attestationIn(bytes) : bytes
}

/** Reads what the mailbox holds; null: no notification, which an older release may have stored. */
export const SDI_NOTIFICATION: MessageReader<null, Notification | null> = {
  name: 'notification of SdI',
  read(bytes) {
    try {
      return readNotification(bytes)
    } catch (error) {
      if (error instanceof BadNotification) return null
      throw error
    }
  },
}

/** Whether the name of an entry, without its folders, has AT where the kind stands. */
function isAttestation(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return /_AT_/i.test(name) && /\.xml$/i.test(name)
}

function attestationIn(bytes: Uint8Array): Uint8Array {
  try {
    const entry = readZip(bytes).find(({ name }) => isAttestation(name))
    if (entry !== undefined) return entry.bytes
  } catch (error) {
    if (error instanceof BadZip) throw new BadNotification(`an archive: ${error.message}`)
    throw error
  }
  throw new BadNotification('an archive without an attestation')
}

function readXml(bytes: Uint8Array): Notification {
  const root = rootOf(bytes)
  const kind = KINDS.get(localName(root))
  if (kind === undefined) throw new BadNotification('XML that is not a notification to a transmitter')
  const id = sdiNumber(textOf(root, 'IdentificativoSdI') ?? '')
  if (id === null) throw new BadNotification('a notification without IdentificativoSdI')
  const fileName = withoutSignature(textOf(root, 'NomeFile') ?? '')
  if (!isSdiFileName(fileName)) throw new BadNotification('a notification without NomeFile')
  const answered = childOf(root, 'EsitoCommittente')
  const outcome = answered === undefined ? undefined : textOf(answered, 'Esito')
  if (kind === 'NE' && outcome !== 'EC01' && outcome !== 'EC02') throw new BadNotification('an outcome without Esito')
  return {
    kind,
    id,
    fileName,
    sha256: hashIn(root),
    receivedAt: timeOf(textOf(root, 'DataOraRicezione')),
    errors: kind === 'NS' ? errorsIn(root) : [],
    outcome: outcome === 'EC01' || outcome === 'EC02' ? outcome : null,
    number: numberIn(answered ?? root),
    description: textOf(answered ?? root, 'Descrizione') ?? null,
  }
}

function rootOf(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(bytes).root
  } catch (error) {
    if (error instanceof RefusedXml) throw new BadNotification(`unreadable XML: ${error.fault}`)
    throw error
  }
}

/** The name of a file without the extension of an enveloping signature. */
export function withoutSignature(fileName: string): string {
  return fileName.replace(/\.p7m$/i, '')
}

function hashIn(root: XmlElement): string | null {
  const text = (textOf(root, 'Hash') ?? textOf(root, 'HashFileOriginale') ?? '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(text) ? text : null
}

/** `xsd:dateTime`, where a time without zone is in UTC. */
function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const time = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? null : new Date(time)
}

function errorsIn(root: XmlElement): readonly SdiError[] {
  const list = childOf(root, 'ListaErrori')?.children.filter((one) => localName(one) === 'Errore') ?? []
  return list.map((one) => ({ code: textOf(one, 'Codice') ?? '', description: textOf(one, 'Descrizione') ?? '' }))
}

function numberIn(element: XmlElement): string | null {
  const reference = childOf(element, 'RiferimentoFattura')
  return (reference && textOf(reference, 'NumeroFattura')) ?? null
}
