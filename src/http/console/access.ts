import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isHoldable, lengthOf } from '../../domain/text.js'
import { StartupError } from '../../storage/startup-error.js'

/** An operator may change things; an auditor may only view them. */
const ROLES = ['operator', 'auditor'] as const
type ConsoleRole = (typeof ROLES)[number]

/** Who is signed in. */
export interface ConsoleUser {
  readonly name: string
  readonly role: ConsoleRole
}

/** A person with their own token, of which only the digest is kept. */
interface TokenHolder extends ConsoleUser {
  /** SHA-256 of the token. */
  readonly digest: Buffer
}

/**
 * How people sign in: with their own token, or through a proxy that signs them in and names them.
 */
export type ConsoleAccess =
  | { readonly kind: 'tokens'; readonly holders: readonly TokenHolder[] }
  | {
      readonly kind: 'proxy'
      /** In lower case. */
      readonly header: string
      readonly addresses: BlockList
      readonly operators: ReadonlySet<string>
    }

/** The settings that define who may sign in. */
export interface ConsoleSettings {
  readonly OPS_TOKEN?: string
  readonly OPS_TOKENS_FILE?: string
  readonly OPS_PROXY_USER_HEADER?: string
  readonly OPS_PROXY_ADDRESSES: readonly string[]
  readonly OPS_PROXY_OPERATORS: readonly string[]
}

/** How to enable the console, in one sentence. */
export const HOW_TO_SWITCH_ON =
  'The console is off: set OPS_TOKENS_FILE or OPS_TOKEN, or OPS_PROXY_USER_HEADER and OPS_PROXY_ADDRESSES, and restart the process.'

const LEAST_TOKEN = 24
const LONGEST_NAME = 200

/**
 * Reads who may sign in; null: the console is off. Throws `StartupError` with one sentence, which
 * never contains a token.
 */
export function readConsoleAccess(settings: ConsoleSettings): ConsoleAccess | null {
  const { OPS_TOKEN, OPS_TOKENS_FILE, OPS_PROXY_USER_HEADER: header, OPS_PROXY_ADDRESSES } = settings
  const byToken = OPS_TOKEN !== undefined || OPS_TOKENS_FILE !== undefined
  if (header === undefined && OPS_PROXY_ADDRESSES.length + settings.OPS_PROXY_OPERATORS.length > 0) {
    throw new StartupError('OPS_PROXY_ADDRESSES and OPS_PROXY_OPERATORS need OPS_PROXY_USER_HEADER.')
  }
  if (header !== undefined) {
    if (byToken) {
      throw new StartupError(
        'The console uses either tokens or a proxy: set OPS_TOKEN or OPS_TOKENS_FILE, or OPS_PROXY_USER_HEADER, not both.',
      )
    }
    if (OPS_PROXY_ADDRESSES.length === 0) {
      throw new StartupError(
        'OPS_PROXY_USER_HEADER needs OPS_PROXY_ADDRESSES: without it any client could claim to be any user.',
      )
    }
    return {
      kind: 'proxy',
      header: header.toLowerCase(),
      addresses: blockListOf(OPS_PROXY_ADDRESSES),
      operators: new Set(settings.OPS_PROXY_OPERATORS),
    }
  }
  if (!byToken) return null
  const holders = [
    ...(OPS_TOKEN ?? '').split(',').map((line) => holderIn(line, 'OPS_TOKEN')),
    ...linesOf(OPS_TOKENS_FILE).map((line, index) => holderIn(line, `OPS_TOKENS_FILE, line ${index + 1}`)),
  ].filter((holder) => holder !== null)
  const names = holders.map(({ name }) => name)
  if (holders.length === 0)
    throw new StartupError('OPS_TOKENS_FILE contains no user: write one name:role:token per line.')
  if (new Set(names).size < names.length) {
    throw new StartupError(
      'A name may appear only once in OPS_TOKEN and OPS_TOKENS_FILE, so that each action has one author.',
    )
  }
  return { kind: 'tokens', holders }
}

function linesOf(file: string | undefined): readonly string[] {
  if (file === undefined) return []
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error'
    throw new StartupError(`OPS_TOKENS_FILE cannot be read: ${why}.`, { cause: error })
  }
}

/** The token holder in one line; null: the line is empty or a comment. */
function holderIn(line: string, where: string): TokenHolder | null {
  const entry = line.trim()
  if (entry === '' || entry.startsWith('#')) return null
  const [, name = '', named, token = ''] = /^([^:]+):([^:]+):([\x21-\x7e]+)$/.exec(entry) ?? []
  const role = ROLES.find((each) => each === named)
  if (role === undefined || !isName(name)) {
    throw new StartupError(`${where} must be name:operator:token or name:auditor:token, without blanks in the token.`)
  }
  const [, given] = /^sha256=([0-9a-f]{64})$/i.exec(token) ?? []
  if (given === undefined && (token.length < LEAST_TOKEN || token.startsWith('sha256='))) {
    throw new StartupError(
      `${where}: the token of ${name} must have ${LEAST_TOKEN} characters or more; "openssl rand -base64 24" makes one.`,
    )
  }
  return { name, role, digest: given === undefined ? digestOf(token) : Buffer.from(given, 'hex') }
}

function isName(name: string): boolean {
  return isHoldable(name) && lengthOf(name) <= LONGEST_NAME && !/[\p{Cc}\p{Cf}]/u.test(name)
}

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const each of addresses) {
    const [address = '', bits] = each.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/**
 * The holder of this token; null: there is none. Compares every holder, each in the same time, so
 * that the duration reveals nothing about a token.
 */
export function holderOf({ holders }: Extract<ConsoleAccess, { kind: 'tokens' }>, token: string): ConsoleUser | null {
  const digest = digestOf(token)
  let found: ConsoleUser | null = null
  for (const holder of holders) {
    if (timingSafeEqual(holder.digest, digest)) found = { name: holder.name, role: holder.role }
  }
  return found
}

/**
 * The user who may still have a session under this name, with what the session is bound to: the
 * token, or the proxy, which names the user at each request. null: no user of that name may sign
 * in.
 */
export function bearerIn(access: ConsoleAccess, name: string) {
  if (access.kind === 'proxy') return { user: proxied(access, name), bound: 'proxy' }
  const holder = access.holders.find((each) => each.name === name)
  return holder === undefined
    ? null
    : { user: { name, role: holder.role }, bound: `token ${holder.digest.toString('hex')}` }
}

/** The user that the proxy names; null: the request is not the proxy's, or names no user. */
export function namedByProxy(
  access: Extract<ConsoleAccess, { kind: 'proxy' }>,
  { socket, headersDistinct }: IncomingMessage,
): ConsoleUser | null {
  const { header, addresses } = access
  const address = socket.remoteAddress ?? ''
  if (!addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
  // Of two names, one may come from the browser.
  const [name, ...others] = headersDistinct[header] ?? []
  if (name === undefined || others.length > 0) return null
  const decoded = Buffer.from(name, 'latin1').toString('utf8')
  if (decoded === '' || !isName(decoded) || decoded.includes(',')) return null
  return proxied(access, decoded)
}

function proxied({ operators }: Extract<ConsoleAccess, { kind: 'proxy' }>, name: string): ConsoleUser {
  return { name, role: operators.has(name) ? 'operator' : 'auditor' }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
