import { type Example, IDS, only, type OperationExamples, TIME } from '../example.js'
import { credentialExamples } from './credentials.js'

export const activeConnection = {
  id: IDS.connection,
  companyId: IDS.company,
  countryCode: 'RO',
  status: 'active',
  tokenExpiresAt: null,
  lastErrorMessage: null,
  createdAt: TIME,
}

const pending = { ...activeConnection, status: 'pending_setup' }

const authorizationUrl = new URL('https://logincert.anaf.ro/anaf-oauth2/v1/authorize')
authorizationUrl.search = new URLSearchParams({
  response_type: 'code',
  client_id: 'clearway',
  redirect_uri: 'https://api.example.com/v1/oauth/ro/callback',
  state: IDS.connection,
}).toString()

const created: Readonly<Record<string, Example>> = {
  test: { summary: 'Test environment: active at once', value: { data: activeConnection } },
  oauth: {
    summary: 'Production, OAuth: send the user to authorizationUrl',
    value: { data: { ...pending, authorizationUrl: authorizationUrl.toString() } },
  },
  credentials: {
    summary: 'Production, credentials: do what the instructions say',
    value: {
      data: {
        ...pending,
        countryCode: 'PL',
        setupInstructions: [
          'Sign in to KSeF (https://ksef.mf.gov.pl) as the company, or as a person whom it has authorised.',
          'Make a KSeF token with the permission to issue invoices.',
          'Hand over the token with PUT /v1/connections/{id}/credentials.',
        ],
      },
    },
  },
}

export const CONNECTION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createConnection: {
    requests: {
      romania: { summary: 'Romania', value: { companyId: IDS.company, countryCode: 'RO' } },
      poland: { summary: 'Poland', value: { companyId: IDS.company, countryCode: 'PL' } },
    },
    responses: created,
  },
  listConnections: {
    responses: only('One connection', { data: [activeConnection], hasMore: false, nextCursor: null }),
  },
  getConnection: { responses: only('The connection', { data: activeConnection }) },
  deleteConnection: { responses: only('Deleted', { data: { id: IDS.connection, deleted: true } }) },
  setConnectionCredentials: {
    requests: credentialExamples,
    responses: only('Active', { data: { ...activeConnection, countryCode: 'PL' } }),
  },
}
