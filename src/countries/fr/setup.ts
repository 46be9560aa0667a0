import { Type } from '@sinclair/typebox'
import type { Credentials } from '../../domain/connection.js'
import { type CredentialFault, type CredentialsContext, type CredentialsSetup, HAND_OVER } from '../connection-setup.js'
import { customerAddressFault } from '../customer-address.js'
import { publicKeysIn, UnusableKeys } from '../gateway/http-signature/keys.js'

const field = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

const url = 'https://api.platform.example/flow-service'
const tokenUrl = 'https://api.platform.example/oauth2/token'
const directoryUrl = 'https://api.platform.example/directory-service'
const CHORUS_EXAMPLE = {
  chorusClientId: '2f6c7a51-exemple',
  chorusClientSecret: 'correct horse battery staple',
  chorusLogin: 'TECH_1_12345678@cpro.fr',
  chorusPassword: 'tr0ubadour',
}

const PLATFORM = ['apiKey', 'tokenUrl', 'clientId', 'clientSecret', 'directoryUrl', 'notificationKeys'] as const
const CLIENT = ['tokenUrl', 'clientId', 'clientSecret'] as const
const CHORUS = ['chorusClientId', 'chorusClientSecret', 'chorusLogin', 'chorusPassword'] as const
const ADDRESSES = ['url', 'tokenUrl', 'directoryUrl'] as const

/**
 * The connection of a company in France: by credentials of its platform, of Chorus Pro, or of
 * both.
 */
export const FRENCH_SETUP: CredentialsSetup = {
  kind: 'credentials',
  instructions: [
    'Choose an approved platform (plateforme agréée) and register the company with it under its SIREN; for public buyers, register it at Chorus Pro and subscribe to its interface at PISTE.',
    `Send the credentials of the platform, of Chorus Pro or of both with ${HAND_OVER}.`,
    'If the platform sends notifications, send its public keys as notificationKeys, and register notificationUrl of the connection with it.',
  ],
  schema: Type.Object(
    {
      url: field(500, "Address of the platform's Flow Service (AFNOR XP Z12-013), https, without /v1", url),
      apiKey: field(8_000, "The platform's API key; or send tokenUrl, clientId and clientSecret", 'pa_4f9c2b7de01a'),
      tokenUrl: field(500, "Instead of apiKey: address of the platform's OAuth 2.0 token endpoint, https", tokenUrl),
      clientId: field(500, 'With tokenUrl: id of an OAuth 2.0 client (client credentials)', 'exemple'),
      clientSecret: field(2_000, 'The secret of clientId', 's3cr3t'),
      directoryUrl: field(
        500,
        "Address of the platform's Directory Service, https, without /v1; buyers are then looked up before sending",
        directoryUrl,
      ),
      notificationKeys: field(
        16_000,
        "The platform's public keys, or certificates, in PEM, with which it signs its notifications; several while they change",
        '-----BEGIN PUBLIC KEY-----\n…',
      ),
      chorusClientId: field(500, 'For public buyers: id of the application at PISTE', CHORUS_EXAMPLE.chorusClientId),
      chorusClientSecret: field(2_000, 'Its secret', CHORUS_EXAMPLE.chorusClientSecret),
      chorusLogin: field(500, 'Login of the technical account at Chorus Pro', CHORUS_EXAMPLE.chorusLogin),
      chorusPassword: field(500, 'Its password, which expires at Chorus Pro', CHORUS_EXAMPLE.chorusPassword),
    },
    { additionalProperties: false },
  ),
  examples: [
    { name: 'platform', summary: 'a platform and its key', value: { url, apiKey: 'pa_4f9c2b7de01a', directoryUrl } },
    {
      name: 'platformClient',
      summary: 'a platform and an OAuth client',
      value: { url, tokenUrl, clientId: 'exemple', clientSecret: 'correct horse battery staple' },
    },
    { name: 'chorusPro', summary: 'Chorus Pro only, for public buyers', value: CHORUS_EXAMPLE },
  ],
  faults,
}

function faults(given: Credentials, { allowPrivateNetwork }: CredentialsContext): readonly CredentialFault[] {
  return [
    ...ADDRESSES.flatMap((path) => {
      const message = given[path] === undefined ? null : customerAddressFault(given[path], allowPrivateNetwork)
      return message === null ? [] : [{ path, message }]
    }),
    ...platformFaults(given),
    ...keyFaults(given),
    ...incomplete(given, CHORUS, 'Chorus Pro requires all four'),
  ]
}

function platformFaults(given: Credentials): readonly CredentialFault[] {
  const has = (name: string): boolean => given[name] !== undefined
  if (!has('url')) {
    if (PLATFORM.some(has)) return [{ path: 'url', message: "is required with the platform's other credentials" }]
    return CHORUS.some(has) ? [] : [{ path: 'url', message: 'is required; send it, or the credentials of Chorus Pro' }]
  }
  if (has('apiKey')) {
    if (!CLIENT.some(has)) return []
    return [{ path: 'apiKey', message: `can't be sent together with ${named(CLIENT)}; send one or the others` }]
  }
  if (!CLIENT.some(has)) return [{ path: 'apiKey', message: `is required; send it, or ${named(CLIENT)}` }]
  return incomplete(given, CLIENT, 'an OAuth client requires all three')
}

function keyFaults({ notificationKeys: keys }: Credentials): readonly CredentialFault[] {
  if (keys === undefined) return []
  try {
    publicKeysIn(keys)
    return []
  } catch (error) {
    if (!(error instanceof UnusableKeys)) throw error
    return [{ path: 'notificationKeys', message: error.message }]
  }
}

/** If some of the fields are present, the others are required. */
function incomplete(given: Credentials, fields: readonly string[], why: string): readonly CredentialFault[] {
  if (!fields.some((path) => given[path] !== undefined)) return []
  return fields
    .filter((path) => given[path] === undefined)
    .map((path) => ({ path, message: `is required with the others: ${why}` }))
}

function named(fields: readonly string[]): string {
  return `${fields.slice(0, -1).join(', ')} and ${fields.at(-1) ?? ''}`
}
