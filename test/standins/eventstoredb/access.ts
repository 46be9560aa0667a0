import type { Metadata } from '@grpc/grpc-js'
import type { Database } from './database.js'
import { accessDenied, unauthenticated, type RpcError } from './rpc-errors.js'

/** Rights as `$acl` names them: read, write, delete, and of the metadata stream. */
export type Right = '$r' | '$w' | '$d'

/** Passwords by user name. `admin` and `ops` are administrators, as on the real server. */
export type Users = Readonly<Record<string, string>>

/**
 * Who may do what, as the real server's default policy has it without anonymous access: everybody
 * who is known reads and writes user streams, administrators alone `$all` and the other streams
 * whose name begins with `$`; `$acl` in a stream's metadata says otherwise. Without users
 * everything is open, as on a server that runs insecurely.
 */
export class Access {
  readonly #users: ReadonlyMap<string, string> | null
  readonly #database: Database

  constructor(users: Users | undefined, database: Database) {
    this.#users = users === undefined ? null : new Map(Object.entries(users))
    this.#database = database
  }

  /** The error that refuses this call, or null. */
  refusal(headers: Metadata, stream: string, right: Right): RpcError | null {
    if (this.#users === null) return null
    const [authorization] = headers.get('authorization')
    const user = authorization === undefined ? null : this.#userOf(String(authorization))
    if (user === undefined) return unauthenticated()
    return user !== null && this.#mayDo(user, stream, right) ? null : accessDenied()
  }

  /** The user whose password the header contains; undefined when it is wrong. */
  #userOf(authorization: string): string | undefined {
    const encoded = /^basic (.*)$/i.exec(authorization)?.[1] ?? ''
    const [, user = '', password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
    const known = this.#users?.get(user)
    return known !== undefined && known === password ? user : undefined
  }

  #mayDo(user: string, stream: string, right: Right): boolean {
    if (user === 'admin' || user === 'ops') return true
    const isMetadata = stream.startsWith('$$')
    const subject = isMetadata ? stream.slice(2) : stream
    const name = isMetadata ? right.replace('$', '$m') : right
    const granted = this.#database.metadata(subject).acl.get(name)
    if (granted === undefined) return !subject.startsWith('$')
    return granted.includes(user) || granted.includes('$all')
  }
}
