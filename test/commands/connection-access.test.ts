import t from 'tap'
import {
  acceptTokens,
  failAuthorization,
  failRefresh,
  refuseAccess,
  startAuthorization,
} from '../../src/commands/connection.js'
import { connection, type ConnectionEvent } from '../../src/domain/connection.js'
import { given } from '../spec.js'

const END = '2027-02-20T10:00:00.000Z'
const NEXT = '2026-11-22T11:00:00.000Z'
const data = { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' as const }
const requested: ConnectionEvent = { type: 'ConnectionRequested', data }
const started = (codeHash: string): ConnectionEvent => ({ type: 'AuthorizationStarted', data: { codeHash } })
const notAuthorised: ConnectionEvent = { type: 'AuthorizationFailed', data: { errorMessage: 'access_denied' } }
const activated: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: END } }
const refreshed: ConnectionEvent = { type: 'TokenRefreshed', data: { tokenExpiresAt: END } }
const tryFailed: ConnectionEvent = { type: 'TokenRefreshFailed', data: { errorMessage: 'HTTP 500', nextTryAt: NEXT } }
const refused: ConnectionEvent = { type: 'AccessRefused', data: { errorMessage: 'HTTP 401' } }
const expired: ConnectionEvent = { type: 'ConnectionExpired', data: { errorMessage: 'invalid_grant' } }
/** Before this version, and where only the user can help. */
const failed: ConnectionEvent = { type: 'ConnectionFailed', data: { errorMessage: 'HTTP 500' } }
const refreshFailed: ConnectionEvent = {
  type: 'ConnectionFailed',
  data: { errorMessage: 'HTTP 500', nextTryAt: NEXT },
}
const reopened: ConnectionEvent = { type: 'ConnectionReopened', data: {} }
const deleted: ConnectionEvent = { type: 'ConnectionDeleted', data: {} }
const active = [requested, started('a'), activated] as const

t.test('a code is exchanged once, and only while the connection waits for its set-up', async () => {
  given(connection, requested).when(startAuthorization('a')).then(started('a'))
  given(connection, requested, started('a')).when(startAuthorization('a')).thenRejected('code_used')
  given(connection, requested, started('a'), notAuthorised).when(startAuthorization('b')).then(started('b'))
  given(connection, ...active)
    .when(startAuthorization('b'))
    .thenRejected('not_pending')
  given(connection, requested, deleted).when(startAuthorization('b')).thenRejected('not_pending')
  given(connection).when(startAuthorization('b')).thenRejected('not_pending')
})

t.test('a caller who knows the address can not make the stream long', async () => {
  const many = Array.from({ length: 100 }, (_, n) => started(String(n)))
  given(connection, requested, ...many)
    .when(startAuthorization('new'))
    .thenRejected('too_many')
  given(connection, requested, ...many, ...many)
    .when(failAuthorization('another'))
    .thenNothing()
})

t.test('a failed authorization is recorded once, and only while it matters', async () => {
  given(connection, requested).when(failAuthorization('access_denied')).then(notAuthorised)
  given(connection, requested, notAuthorised).when(failAuthorization('access_denied')).thenNothing()
  given(connection, ...active)
    .when(failAuthorization('access_denied'))
    .thenNothing()
})

t.test('tokens make a pending connection active, and renew an active one', async () => {
  given(connection, requested, started('a')).when(acceptTokens(END)).then(activated)
  given(connection, ...active)
    .when(acceptTokens(END))
    .then(refreshed)
  given(connection, ...active, deleted)
    .when(acceptTokens(END))
    .thenRejected('unknown')
})

t.test('tokens that were on their way revive a connection that expired meanwhile', async () => {
  given(connection, ...active, expired)
    .when(acceptTokens(END))
    .then(reopened, activated)
})

t.test('a refresh is tried four times; then the connection fails', async () => {
  const fail = failRefresh(false, 'HTTP 500', NEXT)
  given(connection, ...active)
    .when(fail)
    .then(tryFailed)
  given(connection, ...active, tryFailed, tryFailed)
    .when(fail)
    .then(tryFailed)
  given(connection, ...active, tryFailed, tryFailed, tryFailed)
    .when(fail)
    .then(refreshFailed)
  given(connection, ...active, tryFailed, tryFailed, refreshed, tryFailed)
    .when(fail)
    .then(tryFailed)
})

t.test('a connection whose refresh has failed is tried again, and is active again by itself', async () => {
  const away = [...active, tryFailed, tryFailed, tryFailed, refreshFailed] as const
  given(connection, ...away)
    .when(failRefresh(false, 'HTTP 500', NEXT))
    .then(tryFailed)
  given(connection, ...away, tryFailed, tryFailed)
    .when(acceptTokens(END))
    .then(reopened, activated)
  given(connection, ...away, tryFailed)
    .when(failRefresh(true, 'invalid_grant', NEXT))
    .then(expired)
  given(connection, ...away, tryFailed, reopened, activated)
    .when(failRefresh(false, 'HTTP 500', NEXT))
    .then(tryFailed)
  for (const end of [reopened, expired, deleted]) {
    given(connection, ...away, end)
      .when(failRefresh(false, 'HTTP 500', NEXT))
      .thenNothing()
  }
  given(connection, ...active, failed)
    .when(failRefresh(false, 'HTTP 500', NEXT))
    .thenNothing()
})

t.test("the government's no to a refresh ends the connection at once", async () => {
  given(connection, ...active)
    .when(failRefresh(true, 'invalid_grant', NEXT))
    .then(expired)
  for (const end of [expired, failed, deleted]) {
    given(connection, ...active, end)
      .when(failRefresh(true, 'invalid_grant', NEXT))
      .thenNothing()
  }
})

t.test('a token that is not taken is renewed; one that is fresh gets some minutes', async () => {
  const refuse = (age: 'new' | 'young' | 'old') => refuseAccess('HTTP 401', true, age)
  given(connection, ...active)
    .when(refuse('new'))
    .then(refused)
  given(connection, ...active, refused)
    .when(refuse('old'))
    .thenNothing()
  const renewed = [...active, refused, refreshed] as const
  given(connection, ...renewed)
    .when(refuse('new'))
    .thenNothing()
  given(connection, ...renewed)
    .when(refuse('young'))
    .then({ type: 'ConnectionExpired', data: { errorMessage: 'HTTP 401' } })
  given(connection, ...renewed)
    .when(refuse('old'))
    .then(refused)
})

t.test('credentials that no renewal helps wait for their user', async () => {
  const decide = refuseAccess('no rights in SPV', false, 'old')
  given(connection, ...active)
    .when(decide)
    .then({ type: 'ConnectionFailed', data: { errorMessage: 'no rights in SPV' } })
  given(connection, ...active, failed)
    .when(decide)
    .thenNothing()
})
