import { codeOf } from './caught.js'

/** Whether the error of this code occurred while a secure connection was made. */
export function isAboutTls(code: string): boolean {
  return /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)
}

/**
 * The problem with a connection, in words that anyone may read: without the address, which may
 * hold secrets or belong to a private network.
 */
export function troubleInWords(error: unknown): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'ENONAME':
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
    case 'ETIMEOUT':
      return 'the host name could not be resolved'
    case 'ECONNREFUSED':
      return 'the connection was refused'
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'the connection was closed without an answer'
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'the host could not be reached'
    default:
      if (isAboutTls(code)) return `a secure connection could not be established (${code})`
      return `the request failed${code === '' ? '' : ` (${code})`}`
  }
}
