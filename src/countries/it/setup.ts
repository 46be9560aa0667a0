import { Type } from '@sinclair/typebox'
import type { Credentials } from '../../domain/connection.js'
import { type CredentialFault, type CredentialsSetup, HAND_OVER } from '../connection-setup.js'
import { CERTIFICATE, type CertificateFields, certificateFaults, keyFaults } from './certificate.js'

const part = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

const apiKey = 'ik_live_8f3b2c1d9e7a'

/** Two ways to SdI: an own channel (SDICoop) with a client certificate, or an intermediary. */
export const ITALIAN_SETUP: CredentialsSetup = {
  kind: 'credentials',
  instructions: [
    'Choose the way to the Sistema di Interscambio (SdI): an intermediary, which is ready within an hour, or your own channel, which needs weeks.',
    `For the intermediary Invoicetronic: open an account at https://invoicetronic.com, add the company, and send its live API key as apiKey with ${HAND_OVER}. The remaining steps are for your own channel.`,
    'Accredit the company with SdI at https://www.fatturapa.gov.it and choose the SDICoop channel.',
    'Sign the service agreement that the Agenzia delle Entrate sends you, state the address at which the operator of this service receives notifications, and have the channel tested.',
    `Send the client certificate of the channel with ${HAND_OVER}; for invoices to public administrations also signingCertificate and signingKey of a qualified certificate.`,
  ],
  schema: Type.Object(
    {
      ...CERTIFICATE.properties,
      signingCertificate: part(
        50_000,
        'With a certificate of a channel: the qualified certificate in PEM that signs invoices to public administrations',
        '-----BEGIN CERTIFICATE-----\n…',
      ),
      signingKey: part(20_000, 'Its private key in PEM', '-----BEGIN PRIVATE KEY-----\n…'),
      signingPassphrase: part(500, 'Passphrase of signingKey, if it has one', 'correct horse'),
      apiKey: part(500, 'Instead of all other fields: the live API key of an account at Invoicetronic', apiKey),
    },
    { additionalProperties: false },
  ),
  // An example certificate would be useless.
  examples: [{ name: 'invoicetronicKey', summary: 'an API key of Invoicetronic', value: { apiKey } }],
  faults(given, { now }) {
    return given.apiKey === undefined
      ? [...certificateFaults(given, now).map(orApiKey), ...signingFaults(given, now)]
      : apiKeyFaults(given)
  },
}

function orApiKey(fault: CredentialFault, _: number, { length }: readonly CredentialFault[]): CredentialFault {
  const isNothing = length === 1 && fault.path === 'certificate' && fault.message.includes('or pkcs12')
  return isNothing ? { ...fault, message: `${fault.message}, or apiKey of Invoicetronic` } : fault
}

function apiKeyFaults({ apiKey: key = '', ...others }: Credentials): readonly CredentialFault[] {
  const [other] = Object.keys(others).filter((name) => others[name] !== undefined)
  if (other !== undefined)
    return [{ path: 'apiKey', message: `can't be sent together with ${other}; send the key or a certificate` }]
  return /\s/.test(key) ? [{ path: 'apiKey', message: 'must not contain white space' }] : []
}

const OF_SIGNER: CertificateFields = {
  certificate: 'signingCertificate',
  privateKey: 'signingKey',
  passphrase: 'signingPassphrase',
}

/** Whether it can sign invoices to administrations; most companies have no such certificate. */
function signingFaults(given: Credentials, now: Date): readonly CredentialFault[] {
  const { signingCertificate, signingKey, signingPassphrase } = given
  if (signingCertificate === undefined && signingKey === undefined) {
    return signingPassphrase === undefined
      ? []
      : [{ path: 'signingPassphrase', message: 'requires signingCertificate and signingKey' }]
  }
  if (signingCertificate === undefined) return [{ path: 'signingCertificate', message: 'is required with signingKey' }]
  if (signingKey === undefined) return [{ path: 'signingKey', message: 'is required with signingCertificate' }]
  const material = { certificate: signingCertificate, privateKey: signingKey, passphrase: signingPassphrase }
  return keyFaults(material, OF_SIGNER, now)
}
