import { Type } from '@sinclair/typebox'
import { integer, text, webAddress } from './setting.js'

/** The settings of seals, which make what happened tamper-evident. */
export const SEAL_SETTINGS = {
  SEAL_MINUTES: integer(
    {
      description:
        'So often all events of live streams, of accounts, API keys and operators, and the records of erasures and holds are sealed, if there are new ones; 0: only by "clearway seal".',
      mustBe: 'a whole number of minutes from 0 to 10080',
    },
    { default: 60, minimum: 0, maximum: 10_080 },
  ),
  SEAL_KEY_FILE: Type.Optional(
    text({
      description:
        'File with the Ed25519 key that signs seals (PEM, PKCS #8, mode 0600); unset: DATA_DIR/seal.key, with DATABASE_URL none: nothing is sealed.',
      mustBe: 'a file',
    }),
  ),
  SEAL_COMMAND: Type.Optional(
    text({
      description:
        'Program that signs seals in place of that file, with arguments after blanks, no shell: gets bytes on standard input, prints a signature in Base64.',
      mustBe: 'a program',
    }),
  ),
  SEAL_PUBLIC_KEY_FILE: Type.Optional(
    text({
      description: 'File with the public key (PEM) of what SEAL_COMMAND signs with.',
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
      description: 'File with the certificates (PEM) that the time-stamping authority is trusted by.',
      mustBe: 'a file',
    }),
  ),
}
