import { Type } from '@sinclair/typebox'
import type { Credentials } from '../../../domain/connection.js'
import type { CredentialFault, CredentialsContext, CredentialsSetup } from '../../connection-setup.js'
import { customerAddressFault } from '../../customer-address.js'

const url = 'https://api.provider.example/v1'

/**
 * How a company connects to the Peppol network: by the operator's access point, if there is one,
 * else by the address and key of its own.
 * @param instructions the steps to the company's own access point, in English
 */
export function accessPointConnection(instructions: readonly string[]): CredentialsSetup {
  return {
    kind: 'credentials',
    instructions,
    schema: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Address of the interface of the access point (phoss-ap), https, without /api',
          examples: [url],
        }),
        apiKey: Type.String({
          minLength: 1,
          maxLength: 2_000,
          description: 'The token that the access point requires',
          examples: ['ap_4f9c2b7de01a'],
        }),
      },
      { additionalProperties: false },
    ),
    examples: [
      {
        name: 'accessPoint',
        summary: 'the provider and its key',
        value: { url, apiKey: 'ap_4f9c2b7de01a' },
      },
    ],
    faults,
    isOpen: (settings) => settings['PEPPOL_AP_URL'] !== undefined,
  }
}

function faults(
  { url: address, apiKey }: Credentials,
  { allowPrivateNetwork }: CredentialsContext,
): readonly CredentialFault[] {
  const found: CredentialFault[] = []
  const message = customerAddressFault(address ?? '', allowPrivateNetwork)
  if (message !== null) found.push({ path: 'url', message })
  // It is sent as a header, whose characters HTTP limits.
  if (!/^[\x21-\x7e]+$/.test(apiKey ?? '')) {
    found.push({
      path: 'apiKey',
      message: 'must be visible ASCII characters without blanks, as the access point issued it',
    })
  }
  return found
}
