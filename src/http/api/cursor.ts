import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../domain/event.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import { invalidField } from '../errors.js'

/** Where a page of a list ended. */
export interface Cursor {
  /** ISO 8601, with milliseconds. */
  readonly createdAt: string
  readonly id: string
}

/** A list with pages, by the prefix of its ids. */
export type Paged = 'inv' | 'dlv' | 'evt' | 'key' | 'comp' | 'conn' | 'rcv'

/** Bytes of the seal: too long to guess, and the cursor stays short. */
const SEAL_BYTES = 16
const LAST_YEAR = 9999

/**
 * Cursors as clients get them: opaque, and sealed for one list of one account and environment with
 * a key that all processes of a deployment derive from its secret. So they outlive restarts, and a
 * client can't make one or use that of another account.
 */
export class Cursors {
  readonly #keys: readonly Buffer[]

  /**
   * While the deployment's secret is being replaced, cursors sealed with the old one stay valid.
   */
  constructor(secrets: SecretsKeys) {
    this.#keys = secrets.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'clearway page cursors', 32)))
  }

  encode(list: Paged, scope: Scope, { createdAt, id }: Cursor): string {
    const place = `${new Date(createdAt).getTime().toString(36)}.${id}`
    const [key] = this.#keys
    if (!key) throw new Error('a deployment has at least one secret')
    return Buffer.concat([seal(key, list, scope, place), Buffer.from(place)]).toString('base64url')
  }

  /** null: none was sent. Throws a 400 for a text that is no cursor of this list. */
  decode(list: Paged, scope: Scope, text: string | undefined): Cursor | null {
    if (text === undefined) return null
    const cursor = this.#open(list, scope, text)
    if (cursor) return cursor
    throw invalidField('cursor', 'is invalid; pass `nextCursor` of the previous page unchanged')
  }

  #open(list: Paged, scope: Scope, text: string): Cursor | null {
    const bytes = Buffer.from(text, 'base64url')
    // Node skips characters that are not Base64: without any, encoding again returns the same
    // text.
    if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== text) return null
    const place = bytes.toString('latin1', SEAL_BYTES)
    const given = bytes.subarray(0, SEAL_BYTES)
    if (!this.#keys.some((key) => timingSafeEqual(seal(key, list, scope, place), given))) return null
    return parsePlace(list, place)
  }
}

/**
 * Checks every field, although only this service can have written it: the result goes into a
 * query.
 */
function parsePlace(list: Paged, place: string): Cursor | null {
  const [, time = '', id = '', prefix] = /^([0-9a-z]{1,10})\.(([a-z]+)_[0-9A-Za-z]{22})$/.exec(place) ?? []
  const createdAt = new Date(parseInt(time, 36))
  if (prefix !== list || !(createdAt.getUTCFullYear() <= LAST_YEAR)) return null
  return { createdAt: createdAt.toISOString(), id }
}

function seal(key: Buffer, list: Paged, { account, environment }: Scope, place: string): Buffer {
  const sealed = `${list} ${account} ${environment} ${place}`
  return createHmac('sha256', key).update(sealed).digest().subarray(0, SEAL_BYTES)
}
