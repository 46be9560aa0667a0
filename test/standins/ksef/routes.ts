import type { KsefCall } from './options.js'

/** Where the interface, the lighthouse and the store of batches are on the stand-in's socket. */
export const [API, LIGHTHOUSE, STORE] = ['/v2', '/latarnia', '/store'] as const

const REF = '([0-9A-Za-z-]+)'
const CALLS: readonly (readonly [string, RegExp, KsefCall])[] = (
  [
    ['GET', `${LIGHTHOUSE}/status`, 'lighthouse'],
    ['GET', `${LIGHTHOUSE}/messages`, 'lighthouse-messages'],
    ['GET', `${STORE}/exports/${REF}/([0-9]+)`, 'export-part'],
    ['GET', `${STORE}/upo/${REF}`, 'upo-file'],
    ['GET', `${API}/security/public-key-certificates`, 'keys'],
    ['POST', `${API}/auth/challenge`, 'challenge'],
    ['POST', `${API}/auth/ksef-token`, 'token'],
    ['POST', `${API}/auth/xades-signature`, 'signature'],
    ['POST', `${API}/auth/token/redeem`, 'redeem'],
    ['POST', `${API}/auth/token/refresh`, 'refresh'],
    ['GET', `${API}/auth/${REF}`, 'authentication'],
    ['POST', `${API}/sessions/online`, 'open'],
    ['POST', `${API}/sessions/online/${REF}/invoices`, 'send'],
    ['POST', `${API}/sessions/online/${REF}/close`, 'close'],
    ['POST', `${API}/sessions/batch`, 'batch'],
    ['PUT', `${STORE}/${REF}/([0-9]+)`, 'part'],
    ['POST', `${API}/sessions/batch/${REF}/close`, 'batch-close'],
    ['GET', `${API}/sessions`, 'sessions'],
    ['GET', `${API}/sessions/${REF}`, 'session'],
    ['GET', `${API}/sessions/${REF}/invoices`, 'invoices'],
    ['GET', `${API}/sessions/${REF}/invoices/failed`, 'failed-invoices'],
    ['GET', `${API}/sessions/${REF}/upo/${REF}`, 'session-upo'],
    ['GET', `${API}/sessions/${REF}/invoices/ksef/${REF}/upo`, 'upo'],
    ['GET', `${API}/sessions/${REF}/invoices/${REF}/upo`, 'upo'],
    ['GET', `${API}/sessions/${REF}/invoices/${REF}`, 'status'],
    ['GET', `${API}/invoices/ksef/${REF}`, 'download'],
    ['POST', `${API}/invoices/query/metadata`, 'metadata'],
    ['POST', `${API}/invoices/exports`, 'export'],
    ['GET', `${API}/invoices/exports/${REF}`, 'export-status'],
    ['GET', `${API}/rate-limits`, 'limits'],
    ['GET', `${API}/limits/context`, 'context-limits'],
    ['GET', `${API}/limits/subject`, 'subject-limits'],
  ] as const
).map(([method, path, call]) => [method, new RegExp(`^${path}$`), call])

/** The call of a request, with what its path names; null: there is none. */
export function callOf(
  method: string,
  pathname: string,
): { readonly call: KsefCall; readonly parts: readonly string[] } | null {
  for (const [itsMethod, path, call] of CALLS) {
    const match = method === itsMethod ? path.exec(pathname) : null
    if (match !== null) return { call, parts: match.slice(1) }
  }
  return null
}
