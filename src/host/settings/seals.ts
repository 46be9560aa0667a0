import { Type } from '@sinclair/typebox'
import { integer, text, webAddress } from './setting.js'

/** The settings of seals, which make events tamper-evident. */
export const SEAL_SETTINGS = {
  SEAL_MINUTES: integer(
    {
      description:
        'Minutes between two seals of new events of live streams, accounts, API keys and operators, and of records of erasures and holds; 0: only by "clearway seal".',
      mustBe: 'a whole number of minutes from 0 to 10080',
    },
    { default: 60, minimum: 0, maximum: 10_080 },
  ),
  SEAL_KEY_FILE: Type.Optional(
    text({
      description:
        'File with the Ed25519 key that signs seals (PEM, PKCS #8, mode 0600); unset: DATA_DIR/seal.key, but none with DATABASE_URL: nothing is sealed.',
      mustBe: 'a file',
    }),
  ),
  SEAL_COMMAND: Type.Optional(
    text({
      description:
        'Program that signs seals instead of that file, with arguments separated by spaces, without a shell: reads bytes on standard input, prints a signature in Base64.',
      mustBe: 'a program',
    }),
  ),
  SEAL_PUBLIC_KEY_FILE: Type.Optional(
    text({
      description: 'File with the public key (PEM) for the signatures of SEAL_COMMAND.',
      mustBe: 'a file',
    }),
  ),
  SEAL_TSA_URL: Type.Optional(
    webAddress(
      'Time-stamping authority (RFC 3161) that stamps each seal; unset: seals have no time stamp.',
      undefined,
      true,
    ),
  ),
  SEAL_TSA_CA_FILE: Type.Optional(
    text({
      description: 'File with the trusted certificates (PEM) of the time-stamping authority.',
      mustBe: 'a file',
    }),
  ),
}
