import t from 'tap'
import { acceptCredentials, deleteConnection, requestConnection } from '../../src/commands/connection.js'
import { connection, type ConnectionEvent } from '../../src/domain/connection.js'
import { given } from '../spec.js'

const data = { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' as const }
const inTest = requestConnection({ ...data, environment: 'test', canBeSetUp: false, isOpen: false })
const production = { ...data, environment: 'production', canBeSetUp: true, isOpen: false } as const
const inProduction = requestConnection(production)
const withoutSetup = requestConnection({ ...production, canBeSetUp: false })
const openToAll = requestConnection({ ...production, isOpen: true })

const requested: ConnectionEvent = { type: 'ConnectionRequested', data }
const activated: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: null } }
const expired: ConnectionEvent = { type: 'ConnectionExpired', data: { errorMessage: 'invalid_grant' } }
const failed: ConnectionEvent = { type: 'ConnectionFailed', data: { errorMessage: 'three tries' } }
const reopened: ConnectionEvent = { type: 'ConnectionReopened', data: {} }
const deleted: ConnectionEvent = { type: 'ConnectionDeleted', data: {} }

t.test('in the test environment a connection is active at once', async () => {
  given(connection).when(inTest).then(requested, activated)
  given(connection, requested, activated, expired).when(inTest).then(reopened, activated)
})

t.test('in production it waits for its set-up', async () => {
  given(connection).when(inProduction).then(requested)
})

t.test('where the operator has an access for all it is active at once', async () => {
  given(connection).when(openToAll).then(requested, activated)
  given(connection, requested).when(openToAll).then(activated)
  given(connection, requested, activated).when(openToAll).thenNothing()
  given(connection, requested, activated, failed).when(openToAll).then(reopened, activated)
  given(connection, requested, deleted).when(openToAll).thenRejected('deleted')
})

t.test('where the service is not registered nothing begins to wait, and what lives stays as it is', async () => {
  given(connection).when(withoutSetup).thenRejected('no_setup')
  given(connection, requested).when(withoutSetup).thenRejected('no_setup')
  given(connection, requested, activated, expired).when(withoutSetup).thenRejected('no_setup')
  given(connection, requested, activated).when(withoutSetup).thenNothing()
  given(connection, requested, deleted).when(withoutSetup).thenRejected('deleted')
})

t.test('an existing connection, active or pending, is the answer', async () => {
  given(connection, requested).when(inProduction).thenNothing()
  given(connection, requested, activated).when(inProduction).thenNothing()
  given(connection, requested, activated).when(inTest).thenNothing()
})

t.test('an expired or failed connection is set up again', async () => {
  given(connection, requested, activated, expired).when(inProduction).then(reopened)
  given(connection, requested, activated, failed).when(inProduction).then(reopened)
  given(connection, requested, activated, expired, reopened).when(inProduction).thenNothing()
})

t.test('a deleted connection stays deleted', async () => {
  for (const before of [[requested], [requested, activated], [requested, activated, expired]]) {
    given(connection, ...before)
      .when(deleteConnection())
      .then(deleted)
  }
  given(connection, requested, deleted).when(deleteConnection()).thenRejected('unknown')
  given(connection, requested, activated)
    .when(deleteConnection('company_deleted'))
    .then({ type: 'ConnectionDeleted', data: { reason: 'company_deleted' } })
  given(connection, requested, deleted).when(deleteConnection('company_deleted')).thenRejected('unknown')
  given(connection, requested, deleted).when(inProduction).thenRejected('deleted')
  given(connection).when(deleteConnection()).thenRejected('unknown')
})

t.test('credentials bring a connection to life, and replace those of a living one', async () => {
  const replaced: ConnectionEvent = { type: 'CredentialsReplaced', data: {} }
  given(connection, requested).when(acceptCredentials()).then(activated)
  given(connection, requested, activated).when(acceptCredentials()).then(replaced)
  given(connection, requested, activated, expired).when(acceptCredentials()).then(reopened, activated)
  given(connection, requested, activated, failed).when(acceptCredentials()).then(reopened, activated)
  given(connection).when(acceptCredentials()).thenRejected('unknown')
  given(connection, requested, deleted).when(acceptCredentials()).thenRejected('unknown')
})
