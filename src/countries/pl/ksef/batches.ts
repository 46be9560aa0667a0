import { hash } from 'node:crypto'
import type { NoAnswer, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { isRefusedWith, isSaid, type Said, saidInWords } from './api.js'
import { batchFile } from './batch-file.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { SessionCipher } from './encryption.js'
import { unanswered } from './failures.js'
import { type Json, objectIn, referenceIn } from './json.js'
import { openSession } from './open-session.js'
import { type PartUploads, partRequestIn } from './part-upload.js'
import type { PublicKeys } from './public-keys.js'
import { sessionState } from './session-state.js'
import { placeInBatch } from './upload-id.js'

/** An invoice to send in a batch. */
export interface Member {
  readonly submission: Submission
  /** If false, it is left out. */
  readonly mayBegin: () => boolean
}

/** Whether it was issued before KSeF has it. All of a batch are, or none is. */
export function isOffline({ submission: { invoice } }: Member): boolean {
  return invoice.offline !== undefined
}

/** The result of a batch. */
export type BatchSent =
  /** KSeF has the documents of `members` and unpacks them; the others were left out. */
  | { readonly kind: 'closed'; readonly session: string; readonly members: readonly Member[] }
  /** KSeF certainly has none of them. */
  | { readonly kind: 'nothing'; readonly cause: NoAnswer | { readonly kind: 'failed'; readonly reason: string } }
  /** KSeF has none of them, since none may begin any longer. */
  | { readonly kind: 'stopped' }
  /** It is unknown whether the session was closed; nothing has an effect before that. */
  | { readonly kind: 'unknown'; readonly cause: NoAnswer; readonly members: readonly Member[] }

type Nothing = Extract<BatchSent, { kind: 'nothing' }>
/** The result of closing its session. */
type Closed =
  | { readonly kind: 'closed' }
  | { readonly kind: 'stopped' }
  | Nothing
  | { readonly kind: 'unknown'; readonly cause: NoAnswer }

/** Relative to the address of the interface: where a batch session is opened. */
export const BATCH_PATH = '/sessions/batch'

const MOST_BUILDS = 3
const MOST_CLOSES = 3
const UNKNOWN_SECONDS = 60
/** From this state on a batch session was closed. */
const CLOSED = 150

/**
 * Sends documents of one company in a batch session: opens it with the description of the file,
 * then uploads the file. Closing the session submits the documents.
 */
export class Batches {
  constructor(
    private readonly connections: Connections,
    private readonly keys: PublicKeys,
    private readonly parts: PartUploads,
    private readonly tools: GatewayTools,
  ) {}

  /** Members that may not begin any longer are left out, and the file is built again. */
  async send(taxpayer: Taxpayer, gathered: readonly Member[]): Promise<BatchSent> {
    for (let builds = 0; builds < MOST_BUILDS; builds += 1) {
      const members = gathered.filter(({ mayBegin }) => mayBegin())
      if (members.length === 0) break
      const sent = await this.#sendOnce(taxpayer, members)
      if (sent.kind !== 'stopped') return sent
    }
    return { kind: 'stopped' }
  }

  async #sendOnce(taxpayer: Taxpayer, members: readonly Member[]): Promise<BatchSent> {
    const cipher = new SessionCipher()
    const documents = members.map(({ submission }) => submission.xml)
    const { part, description } = batchFile(documents, cipher, this.tools.clock.now())
    const said = await openSession(this.connections, this.keys, taxpayer, {
      path: BATCH_PATH,
      name: 'the opening of a batch session',
      group: 'batch',
      cipher,
      batchFile: description,
      offlineMode: members.some(isOffline),
    })
    if (!isSaid(said)) return { kind: 'nothing', cause: said }
    const opened: Json = (said.kind === 'json' ? objectIn(said.json) : null) ?? {}
    const [session, request] = [referenceIn(opened['referenceNumber']), partRequestIn(opened)]
    if (session === null || request === null) return nothing(`it was not opened: ${saidInWords(said)}`)
    const mayBegin = (): boolean => members.every((member) => member.mayBegin())
    if (!mayBegin()) return { kind: 'stopped' }
    const begunAt = await this.#begin(session, members)
    const uploaded = await this.parts.upload(request, part, mayBegin)
    const closed: Closed =
      uploaded.kind === 'uploaded'
        ? await this.#close(taxpayer, session, mayBegin)
        : uploaded.kind === 'failed'
          ? nothing(`its upload failed: ${uploaded.reason}`)
          : { kind: 'stopped' }
    switch (closed.kind) {
      case 'closed':
        return { ...closed, session, members }
      case 'unknown':
        return { ...closed, members }
      default:
        await this.#refused(members, begunAt)
        return closed
    }
  }

  /** Records the session of each document before its first byte is sent. */
  async #begin(session: string, members: readonly Member[]): Promise<Date> {
    const { uploads, clock } = this.tools
    const begunAt = clock.now()
    await Promise.all(
      members.map(async ({ submission }) => {
        const { scope, attemptId, xml } = submission
        await uploads.begin({ scope, country: 'PL', attemptId, sha256: hash('sha256', xml), begunAt })
        await uploads.taken(scope, attemptId, placeInBatch(session, submission))
      }),
    )
    return begunAt
  }

  async #refused(members: readonly Member[], begunAt: Date): Promise<void> {
    await Promise.all(
      members.map(({ submission: { scope, attemptId } }) => this.tools.uploads.refused({ scope, attemptId, begunAt })),
    )
  }

  async #close(taxpayer: Taxpayer, session: string, mayBegin: () => boolean): Promise<Closed> {
    let isClosedPerhaps = false
    for (let tries = 1; ; tries += 1) {
      const { said, isDonePerhaps } = await this.connections.call(taxpayer, {
        method: 'POST',
        path: `${BATCH_PATH}/${session}/close`,
        name: 'the end of a batch session',
        expects: 'nothing',
        group: 'batch-close',
        mayBegin,
      })
      if (said.kind === 'done') return { kind: 'closed' }
      const isNotOpen = isRefusedWith(said, 21180)
      if (isNotOpen && (await this.#isClosed(taxpayer, session))) return { kind: 'closed' }
      isClosedPerhaps ||= isDonePerhaps || isNotOpen
      if (!isClosedPerhaps && !mayBegin()) return { kind: 'stopped' }
      if (said.kind === 'unavailable' && tries < MOST_CLOSES && mayBegin()) continue
      if (!isClosedPerhaps)
        return isSaid(said) ? nothing(`it was not closed: ${wordsOf(said)}`) : { kind: 'nothing', cause: said }
      const cause = isSaid(said)
        ? unanswered(
            `whether KSeF has closed a batch session is not known: ${wordsOf(said)}`,
            UNKNOWN_SECONDS,
            this.tools,
          )
        : said
      return { kind: 'unknown', cause }
    }
  }

  /** Whether KSeF has begun to unpack it, or has processed it. */
  async #isClosed(taxpayer: Taxpayer, session: string): Promise<boolean> {
    const { code } = await sessionState(this.connections, taxpayer, session)
    return (code ?? 0) >= CLOSED
  }
}

function wordsOf(said: Said): string {
  return said.kind === 'forbidden' ? `HTTP 403 ${said.reasonCode} ${said.words}` : saidInWords(said)
}

function nothing(reason: string): Nothing {
  return { kind: 'nothing', cause: { kind: 'failed', reason } }
}
