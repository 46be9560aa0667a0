import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import {
  checkDigest,
  isSignedBy,
  type ReadSignature,
  type SignableRequest,
  SignatureRefused,
  signaturesOf,
} from '../../countries/gateway/http-signature/signature.js'
import type { Mailbox } from '../../countries/gateway/mailbox.js'
import type { Notifications } from '../../countries/gateway/notifications.js'
import type { Clock } from '../../domain/clock.js'
import { connectionSecret, type Credentials } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import { isId } from '../../domain/ids.js'
import type { NotificationOutcome, Observer } from '../../domain/observer.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import { isOutage, isWatchedOutage } from '../../eventstore/outage.js'
import type { Hints } from '../../processors/collecting/hints.js'
import { arrivalAwaited, hintAwaited, messagesAwaited } from '../../processors/work/awaited.js'
import type { Vault } from '../../storage/vault/vault.js'
import { bodyOf, BodyTooLarge, BrokenOff } from './body.js'
import { later, plain, type Served } from './served.js'

/** What notifications are received with. */
export interface NotificationDeps {
  /** The address under which the port is reached, which their signatures cover. */
  readonly publicUrl: string
  readonly notifications: readonly Notifications[]
  /** The scope of an active production connection; null: there is none. */
  readonly connectionOf: (country: CountryCode, connectionId: string) => Promise<Scope | null>
  readonly vault: Pick<Vault, 'get'>
  readonly hints: Pick<Hints, 'hear'>
  readonly mailbox: Pick<Mailbox, 'expecting'>
}

interface DeskDeps extends NotificationDeps {
  readonly clock: Clock
  readonly observer: Pick<Observer, 'happened'>
}

/** A flow with all its details has a few thousand bytes. */
const MOST_BYTES = 64 * 1024
/** Anyone may send: so few are read and checked at a time, and for so long. */
const MOST_AT_A_TIME = 16
const READING_MS = 5_000
/** Where no connection is: what is looked up there takes as long. */
const NOWHERE: Scope = { account: '', environment: 'production' }
const UNKNOWN = 'No key of an active connection at this address made the signature.'

/** A request to the address of a connection. */
interface Addressed {
  readonly its: Notifications
  readonly connectionId: string
}

/**
 * Receives the notifications of customers' own systems. Who knows the address alone learns
 * nothing: the answer and the work are the same whether or not there is such a connection.
 */
export class NotificationDesk {
  readonly #deps: DeskDeps
  #atATime = 0

  constructor(deps: DeskDeps) {
    this.#deps = deps
  }

  /** The connection that the address names; null: it is no address for notifications. */
  addressed({ url = '' }: IncomingMessage): Addressed | null {
    const end = url.lastIndexOf('/')
    const its = this.#deps.notifications.find(({ path }) => path === url.slice(0, end))
    const connectionId = url.slice(end + 1)
    return its === undefined || !isId(connectionId) ? null : { its, connectionId }
  }

  /** null: the sender has disconnected. Never throws. */
  async answer({ its, connectionId }: Addressed, request: IncomingMessage, log: Logger): Promise<Served | null> {
    const about = { door: its.path, connectionId }
    let outcome: NotificationOutcome = 'failed'
    try {
      const [answer, became] = await this.#heard({ its, connectionId }, request)
      outcome = became
      return { ...about, ...answer }
    } catch (error) {
      if (error instanceof BrokenOff) return null
      const isLost = isOutage(error)
      log[isWatchedOutage(error) ? 'debug' : 'error']({ err: error, ...about }, 'a notification could not be checked')
      return { ...about, ...(isLost ? later() : plain(500, 'The notification could not be checked.')) }
    } finally {
      this.#deps.observer.happened({ kind: 'notification', channel: its.channel, outcome })
    }
  }

  async #heard(addressed: Addressed, request: IncomingMessage): Promise<readonly [Served, NotificationOutcome]> {
    const refused = unfit(request)
    if (refused !== null) return [refused, 'refused']
    try {
      const signable = signableOf(request, this.#deps.publicUrl)
      const signatures = signaturesOf(signable, this.#deps.clock.now())
      if (this.#atATime >= MOST_AT_A_TIME) return [later(), 'failed']
      this.#atATime += 1
      try {
        const body = await bodyInTime(request)
        checkDigest(signable, body)
        const [answer, outcome] = await this.#checked(addressed, signatures, body)
        return [{ ...answer, bytes: body.length }, outcome]
      } finally {
        this.#atATime -= 1
      }
    } catch (error) {
      if (error instanceof SignatureRefused) return [plain(401, error.message), 'refused']
      if (error instanceof BodyTooLarge) return [TOO_LARGE, 'refused']
      throw error
    }
  }

  async #checked(
    { its, connectionId }: Addressed,
    signatures: readonly ReadSignature[],
    body: Uint8Array,
  ): Promise<readonly [Served, NotificationOutcome]> {
    const { connectionOf, vault, hints, clock } = this.#deps
    const scope = await connectionOf(its.country, connectionId)
    const secret = await vault.get(scope ?? NOWHERE, connectionSecret(connectionId))
    const keys = scope === null || secret === null ? [] : its.keysIn(credentialsIn(secret))
    const [signature] = signatures.filter((each) => isSignedBy(keys, each))
    if (scope === null || signature === undefined) throw new SignatureRefused(UNKNOWN)
    const { base, until } = signature
    const digest = createHash('sha256').update(`${connectionId}\n`).update(base).digest()
    const waiting = await this.#waiting(its, scope, connectionId, body)
    const heard = await hints.hear({ digest, until }, waiting, clock.now())
    return heard === 'repeated'
      ? [plain(409, 'This notification was received before.'), heard]
      : [{ status: 200, contentType: 'text/plain; charset=utf-8', body: '' }, heard]
  }

  /**
   * What a notification wakes: the connection's collecting, or its look for what suppliers sent,
   * and invoices that it may be about.
   */
  async #waiting(
    { channel, referencesIn, announcesArrival }: Notifications,
    { account, environment }: Scope,
    connectionId: string,
    body: Uint8Array,
  ): Promise<readonly string[]> {
    const references = referencesIn(body)
    const found = references.length === 0 ? [] : await this.#deps.mailbox.expecting(channel, references)
    // The customer's system has a say about the customer's own invoices alone.
    const own = found.filter(({ scope }) => scope.account === account && scope.environment === environment)
    const connection = streamName(environment, 'Connection', connectionId)
    return [
      announcesArrival(body) ? arrivalAwaited(connection) : hintAwaited(connection),
      ...own.map(({ invoiceId }) => messagesAwaited(streamName(environment, 'Invoice', invoiceId))),
    ]
  }
}

const TOO_LARGE = plain(413, `At most ${MOST_BYTES} bytes.`)

/** What is refused before anything is read; null: nothing. */
function unfit({ method, headers }: IncomingMessage): Served | null {
  if (method !== 'POST') return { ...plain(405, 'Only POST.'), headers: { allow: 'POST' } }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return plain(415, 'Send the body without a content coding.')
  return Number(headers['content-length'] ?? 0) > MOST_BYTES ? TOO_LARGE : null
}

/** The address is the operator's: what a proxy in front of the port was called with. */
function signableOf({ method = '', url = '', headersDistinct }: IncomingMessage, publicUrl: string): SignableRequest {
  return { method, url: new URL(publicUrl + url), headers: headersDistinct }
}

/** As `bodyOf`; a sender that is slow is cut off, since it occupies a place. */
async function bodyInTime(request: IncomingMessage): Promise<Uint8Array> {
  const patience = setTimeout(() => {
    request.destroy()
  }, READING_MS)
  try {
    return await bodyOf(request, MOST_BYTES)
  } finally {
    clearTimeout(patience)
  }
}

function credentialsIn(secret: Uint8Array): Credentials {
  return JSON.parse(Buffer.from(secret).toString('utf8')) as Credentials
}
