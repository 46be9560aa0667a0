import type { Country } from '../../../../countries/country.js'
import { simulatedParticipant } from '../../../../countries/peppol/simulated-participant.js'
import { COUNTRIES } from '../../../../countries/registry.js'
import { setupOf } from '../../connection-setup.js'
import { groupsBy, SHOWN } from '../countries.js'
import { type Example, IDS, only, type OperationExamples, TIME } from '../example.js'

const PARTICIPANT = '0208:0403170701'
/** As the simulated network describes it. */
const participant = simulatedParticipant(PARTICIPANT)

const connectionOf = ({ code: countryCode }: Country, status: string) => ({
  id: IDS.connection,
  companyId: IDS.company,
  countryCode,
  status,
  tokenExpiresAt: null,
  lastErrorMessage: null,
  createdAt: TIME,
})

/** A connection of the test environment. */
export const activeConnection = connectionOf(SHOWN, 'active')

/** The example credentials of the countries that use them. */
const credentials = groupsBy(({ setup }) => (setup.kind === 'credentials' ? setup.examples : []))

/** By the kind of set-up, the first country that is set up in that way. */
const byOAuth = Object.values(COUNTRIES).find(({ setup }) => setup.kind === 'oauth')
const byCredentials = credentials[0]?.countries[0]
const firstOfEach = [byOAuth, byCredentials].filter((country) => country !== undefined)

/** A production connection as it is created, in an environment where every setting has a value. */
function pending(country: Country): { readonly data: unknown } {
  const settings = Object.entries(country.settings ?? {})
  const setup = setupOf(country, IDS.connection, {
    publicUrl: () => 'https://api.example.com',
    countrySettings: Object.fromEntries(
      settings.map(([name, setting]) => [name, setting.kind === 'address' ? setting.default : 'clearway']),
    ),
  })
  return { data: { ...connectionOf(country, 'pending_setup'), ...setup } }
}

const created: Readonly<Record<string, Example>> = {
  test: { summary: 'Test environment: active at once', value: { data: activeConnection } },
  ...(byOAuth && {
    oauth: { summary: 'Production, OAuth: send the user to authorizationUrl', value: pending(byOAuth) },
  }),
  ...(byCredentials && {
    credentials: { summary: 'Production, credentials: follow the instructions', value: pending(byCredentials) },
  }),
}

/** Examples of the operations on connections, by operationId. */
export const CONNECTION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createConnection: {
    requests: Object.fromEntries(
      firstOfEach.map(({ name, code }) => [
        name.toLowerCase(),
        { summary: name, value: { companyId: IDS.company, countryCode: code } },
      ]),
    ),
    responses: created,
  },
  listConnections: {
    responses: only('One connection', { data: [activeConnection], hasMore: false, nextCursor: null }),
  },
  getConnection: { responses: only('The connection', { data: activeConnection }) },
  getConnectionBudget: {
    responses: only('A test connection: the simulated governments have no limits', {
      data: { connectionId: IDS.connection, budgets: [], governmentClosedUntil: null, nextInvoiceAt: null },
    }),
  },
  testConnection: {
    responses: only('A test connection', {
      data: {
        ok: true,
        checkedAt: TIME,
        message: `Works: ${SHOWN.name} is simulated in the test environment and needs no credentials`,
      },
    }),
  },
  getParticipant: {
    responses: only('It receives invoices and credit notes', {
      data: {
        id: PARTICIPANT,
        registered: true,
        documentTypes: participant.kind === 'registered' ? participant.documentTypes : [],
        checkedAt: TIME,
      },
    }),
  },
  deleteConnection: { responses: only('Deleted', { data: { id: IDS.connection, deleted: true } }) },
  setConnectionCredentials: {
    requests: Object.fromEntries(
      credentials.map(({ names, common: { name, summary, value } }) => [
        name,
        { summary: `${names}: ${summary}`, value },
      ]),
    ),
    ...(byCredentials && { responses: only('Active', { data: connectionOf(byCredentials, 'active') }) }),
  },
}
