import { Type } from '@sinclair/typebox'
import type { CredentialFault, CredentialsExample, CredentialsSetup } from './connection-setup.js'
import type { Credentials } from '../domain/connection.js'

const secret = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

const url = 'https://api.provider.example/v1'

const EXAMPLES: readonly CredentialsExample[] = [
  { name: 'accessPoint', summary: 'the provider and its key', value: { url, apiKey: 'ap_4f9c2b7de01a' } },
  {
    name: 'accessPointClient',
    summary: 'the provider and an OAuth client',
    value: { url, clientId: 'exemplu', clientSecret: 'correct horse battery staple' },
  },
]

/**
 * The credentials of an access point or platform: its address, and either a key or an OAuth client
 * of its own.
 */
export function accessPointSetup(provider: string, instructions: readonly string[]): CredentialsSetup {
  return {
    kind: 'credentials',
    instructions,
    schema: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          maxLength: 500,
          description: `Address of the interface of the ${provider}, https`,
          examples: [url],
        }),
        apiKey: secret(2_000, 'Its API key; or give clientId and clientSecret', 'ap_4f9c2b7de01a'),
        clientId: secret(200, 'Instead of apiKey: id of an OAuth 2.0 client at the provider', 'exemplu'),
        clientSecret: secret(2_000, 'The secret that goes with clientId', 's3cr3t'),
      },
      { additionalProperties: false },
    ),
    examples: EXAMPLES,
    faults,
  }
}

function faults({ url, apiKey, clientId, clientSecret }: Credentials): readonly CredentialFault[] {
  const found: CredentialFault[] = []
  if (!isHttps(url ?? '')) {
    found.push({ path: 'url', message: 'must be an https address without user name, password or fragment' })
  }
  if (apiKey === undefined && clientId === undefined && clientSecret === undefined) {
    found.push({ path: 'apiKey', message: 'is required; send it, or clientId and clientSecret' })
  } else if (apiKey !== undefined && (clientId !== undefined || clientSecret !== undefined)) {
    found.push({
      path: 'apiKey',
      message: "can't be sent together with clientId and clientSecret; send one or the other",
    })
  } else if (apiKey === undefined) {
    if (clientId === undefined) found.push({ path: 'clientId', message: 'is required beside clientSecret' })
    if (clientSecret === undefined) found.push({ path: 'clientSecret', message: 'is required beside clientId' })
  }
  return found
}

function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hash === ''
}
