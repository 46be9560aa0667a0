import { Type } from '@sinclair/typebox'
import { type CredentialsSetup, HAND_OVER } from '../connection-setup.js'

const token = '20260331-EC-1A2B3C4D5E-6F7A8B9C0D-1E|nip-5260250274|4f9c2b7de01a'

/** KSeF: a token that the taxpayer makes stands for its consent. */
export const POLISH_SETUP: CredentialsSetup = {
  kind: 'credentials',
  instructions: [
    'Sign in to KSeF (https://ksef.mf.gov.pl) as the company, or as a person whom it has authorised.',
    'Make a KSeF token with the permission to issue invoices.',
    `Hand over the token with ${HAND_OVER}.`,
  ],
  schema: Type.Object(
    {
      token: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'KSeF token with the permission to issue invoices, as KSeF shows it',
        examples: [token],
      }),
    },
    { additionalProperties: false },
  ),
  examples: [{ name: 'ksefToken', summary: 'a KSeF token', value: { token } }],
  faults: ({ token = '' }) => (/\s/.test(token) ? [{ path: 'token', message: 'must not contain white space' }] : []),
}
