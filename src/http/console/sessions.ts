import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../../domain/ids.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import type { ConsoleUser } from './access.js'
import { itemsOf } from '../../domain/json.js'

/** A message that a page shows once, after an action. */
export interface Notice {
  readonly kind: 'done' | 'failed'
  readonly text: string
  /** Shown only once, such as a new key. */
  readonly secret?: string
}

/** A browser that is signed in. */
export interface Session {
  readonly user: ConsoleUser
  readonly id: string
  /** Token that every form must contain. */
  readonly formToken: string
  readonly begunAt: number
  readonly usedAt: number
  readonly notice: Notice | null
}

/**
 * The user of that name, with what their sessions are bound to; null: no such user may sign in.
 */
type Bearer = (name: string) => { readonly user: ConsoleUser; readonly bound: string } | null

const LONGEST_MS = 8 * 3_600_000
const LONGEST_IDLE_MS = 3_600_000
/** A request this soon after the last one is not recorded, so that few responses set a cookie. */
const NOTED_AFTER_MS = 60_000
const NONCE_BYTES = 12
const TAG_BYTES = 16

interface Keys {
  readonly sessions: Buffer
  readonly notices: Buffer
}

/**
 * Sessions in the browsers' cookies, authenticated with a key that all processes of a deployment
 * derive from its secret: each of them accepts a session, also after a restart. A session is bound
 * to what the bearer signed in with, so that another token ends it. Times come from the caller's
 * clock, in milliseconds.
 */
export class Sessions {
  readonly #keys: readonly Keys[]
  readonly #random: RandomBytes
  readonly #bearer: Bearer
  /** Sessions that were ended in this process, with the time at which they would expire. */
  readonly #ended = new Map<string, number>()

  /** While the deployment's secret is being replaced, sessions under the old one stay valid. */
  constructor(secrets: SecretsKeys, random: RandomBytes, bearer: Bearer) {
    const derived = (key: Buffer, use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', use, 32))
    this.#keys = secrets.map(({ key }) => ({
      sessions: derived(key, 'clearway console sessions'),
      notices: derived(key, 'clearway console notices'),
    }))
    this.#random = random
    this.#bearer = bearer
  }

  /** Begins a session, and returns it with its cookie. */
  begin(user: ConsoleUser, now: number): { readonly session: Session; readonly cookie: string } {
    const id = Buffer.from(this.#random(16)).toString('base64url')
    const cookie = this.#sealed({ user, id, begunAt: now, usedAt: now })
    const session = this.find(cookie, '', now)
    if (session === null) throw new Error('a new session is not valid')
    return { session, cookie }
  }

  /** The session in a cookie, with the notice in another; null: there is none, or it has ended. */
  find(cookie: string, notice: string, now: number): Session | null {
    const [text = '', mac = ''] = cookie.split('.', 2)
    const content = parsed(text)
    const bearer = content && this.#bearer(content.name)
    if (!content || !bearer) return null
    const key = this.#keys.find((each) => equal(seal(each, text, bearer.bound), mac))
    if (key === undefined || this.#ended.has(content.id)) return null
    const { id, begunAt, usedAt } = content
    if (now - begunAt >= LONGEST_MS || now - usedAt >= LONGEST_IDLE_MS) return null
    const formToken = createHmac('sha256', key.sessions).update(`form ${id}`).digest('base64url')
    return { user: bearer.user, id, formToken, begunAt, usedAt, notice: this.#opened(id, notice) }
  }

  /** The cookie that records this request; null: the browser's cookie is recent enough. */
  renewed(session: Session, now: number): string | null {
    return now - session.usedAt < NOTED_AFTER_MS ? null : this.#sealed({ ...session, usedAt: now })
  }

  /**
   * Ends a session in this process, and returns when it would expire (`EndedSessions` is for the
   * others).
   */
  end({ id, begunAt }: Session, now: number): number {
    for (const [each, until] of this.#ended) if (until <= now) this.#ended.delete(each)
    this.#ended.set(id, begunAt + LONGEST_MS)
    return begunAt + LONGEST_MS
  }

  /** The cookie with the notice for the next page of this session. */
  noticed({ id }: Session, notice: Notice): string {
    const nonce = Buffer.from(this.#random(NONCE_BYTES))
    const cipher = createCipheriv('aes-256-gcm', this.#first().notices, nonce).setAAD(Buffer.from(id))
    const sealed = Buffer.concat([cipher.update(JSON.stringify(notice), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
  }

  #opened(id: string, cookie: string): Notice | null {
    const bytes = Buffer.from(cookie, 'base64url')
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
    for (const { notices } of this.#keys) {
      try {
        const cipher = createDecipheriv('aes-256-gcm', notices, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        cipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()])
        return JSON.parse(text.toString('utf8')) as Notice
      } catch {
        // It is of another session, or under another key: there is no notice.
      }
    }
    return null
  }

  #sealed({ user, id, begunAt, usedAt }: Pick<Session, 'user' | 'id' | 'begunAt' | 'usedAt'>): string {
    const bound = this.#bearer(user.name)?.bound ?? ''
    const text = Buffer.from(JSON.stringify([user.name, id, begunAt, usedAt])).toString('base64url')
    return `${text}.${seal(this.#first(), text, bound)}`
  }

  #first(): Keys {
    const [first] = this.#keys
    if (first === undefined) throw new Error('a deployment has at least one secret')
    return first
  }
}

function seal({ sessions }: Keys, text: string, bound: string): string {
  return createHmac('sha256', sessions).update(`${text}.${bound}`).digest('base64url')
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The content of a cookie, not yet authenticated; null: it is malformed. */
function parsed(text: string) {
  let content: unknown
  try {
    content = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
  const [name, id, begunAt, usedAt] = itemsOf(content)
  if (typeof name !== 'string' || typeof id !== 'string') return null
  if (typeof begunAt !== 'number' || typeof usedAt !== 'number') return null
  return { name, id, begunAt, usedAt }
}

const WINDOW_MS = 60_000
const MOST_TRIES = 10
const MOST_TRIES_IN_ALL = 100

/** Counts failed attempts to sign in, by address and in total, per minute. */
export class FailedTries {
  #windowEnds = 0
  #inAll = 0
  readonly #byAddress = new Map<string, number>()

  /** Seconds to wait before the next attempt; 0: none. */
  waitFor(address: string, now: number): number {
    if (now >= this.#windowEnds) return 0
    const tooMany = this.#inAll >= MOST_TRIES_IN_ALL || (this.#byAddress.get(address) ?? 0) >= MOST_TRIES
    return tooMany ? Math.ceil((this.#windowEnds - now) / 1000) : 0
  }

  /** Records a failed attempt. */
  note(address: string, now: number): void {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS
      this.#inAll = 0
      this.#byAddress.clear()
    }
    this.#inAll += 1
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1)
  }
}
