import { type TSchema, Type } from '@sinclair/typebox'
import { COUNTRIES } from '../../../countries/registry.js'
import { CONNECTION_STATUSES } from '../../../domain/connection.js'
import { supportedCountry } from '../../../documents/intake/schemas/address.js'
import {
  nullableString,
  nullableTime,
  oneOf,
  strictObject,
  text,
  time,
} from '../../../documents/intake/schemas/fields.js'
import { pageSchema } from './page.js'
import { enveloped } from './responses.js'

/** The body of `POST /v1/connections`. */
export const CreateConnectionBody = strictObject(
  {
    companyId: text(100, { description: 'The company to connect', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
    countryCode: supportedCountry('The government to connect it to'),
  },
  { title: 'CreateConnection' },
)

const connection = {
  id: Type.String({ description: 'Identifier', examples: ['conn_1BvHt8qXk5NzR3wLc9YdSm'] }),
  companyId: Type.String({ description: 'The company', examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'] }),
  countryCode: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['RO'] }),
  status: oneOf(CONNECTION_STATUSES, {
    description:
      'Only an `active` connection accepts invoices; create an `expired` or `error` one again to set it up from ' +
      'scratch',
    examples: ['active'],
  }),
  tokenExpiresAt: nullableTime('When the access to the government expires; null: it does not expire, or is not set up'),
  lastErrorMessage: nullableString({ description: 'Most recent error', examples: [null] }),
  createdAt: time('Creation time'),
  notificationUrl: Type.Optional(
    Type.String({
      description:
        "The address for notifications of the company's platform, to be registered with it; absent: the country has none, or the operator of the service accepts none",
      examples: ['https://inbound.clearway.example/afnor/conn_1BvHt8qXk5NzR3wLc9YdSm'],
    }),
  ),
}

/** A connection as it is shown, without its credentials. */
export const Connection = Type.Object(connection, { title: 'Connection' })

/** The answer of `POST /v1/connections`. */
export const CreatedConnection = enveloped(
  Type.Object(
    {
      ...connection,
      authorizationUrl: Type.Optional(
        Type.String({
          description: 'Send the user to this address to authorise the connection; only for countries with OAuth',
        }),
      ),
      setupInstructions: Type.Optional(
        Type.Array(Type.String(), { description: 'What to do before the connection becomes active, step by step' }),
      ),
    },
    { title: 'CreatedConnection' },
  ),
  'The connection; the existing one if the company has it already',
)

/** The answer of every other request about one connection. */
export const ConnectionResponse = enveloped(Connection, 'The connection')
/** The answer of `GET /v1/connections`. */
export const ConnectionList = pageSchema(Connection, 'Connections of all companies, oldest first')

/**
 * The credentials of each country without OAuth, for the API document; the country of the
 * connection decides which apply.
 */
export const CredentialsBody: TSchema = Type.Union(
  Object.values(COUNTRIES).flatMap(({ name, setup }) =>
    setup.kind === 'credentials' ? [{ ...setup.schema, title: `CredentialsFor${name}` }] : [],
  ),
)
