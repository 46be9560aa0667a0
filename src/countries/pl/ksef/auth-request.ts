import type { NoAnswer } from '../../gateway/gateway.js'
import { expiryFault, readSigner, type Signer, UnusableSigner } from '../../signing/signer.js'
import { signXades } from '../../signing/xades.js'
import type { Credential } from './credentials.js'
import { forUser } from './failures.js'

const NAMESPACE = 'http://ksef.mf.gov.pl/auth/token/2.0'
/** The subject contains NIP and PESEL as `VATPL-5260250274`, `TINPL-…`, `PNOPL-…` or bare. */
const NAMES_TAXPAYER = /\b(?:VATPL|TINPL|NIP|PNOPL|PESEL)[-:]?[0-9]{10,11}\b|(?:^|=)[0-9]{10,11}$/im

/** The company that signs in, and its credentials. */
interface SignedRequest {
  readonly challenge: string
  /** Ten digits. */
  readonly nip: string
  readonly credential: Exclude<Credential, { kind: 'token' }>
}

/**
 * The request for authentication (`AuthTokenRequest`), signed by XAdES.
 * @param now by KSeF's clock
 */
export async function signedRequest(
  { challenge, nip, credential }: SignedRequest,
  now: Date,
): Promise<{ readonly xml: Uint8Array } | NoAnswer> {
  let signer: Signer
  try {
    signer = readSigner(credential)
  } catch (error) {
    if (error instanceof UnusableSigner)
      return forUser(`The certificate of the connection can't be used: ${error.message}.`, '')
    throw error
  }
  const fault = expiryFault(signer, now)
  if (fault !== null) return forUser(`The certificate of the connection ${fault}.`, '')
  // If the subject names no taxpayer or person, KSeF knows the certificate by its fingerprint.
  const subject = NAMES_TAXPAYER.test(signer.certificate.subject) ? 'certificateSubject' : 'certificateFingerprint'
  const xml =
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<AuthTokenRequest xmlns="${NAMESPACE}">` +
    `<Challenge>${escaped(challenge)}</Challenge>` +
    `<ContextIdentifier><Nip>${escaped(nip)}</Nip></ContextIdentifier>` +
    `<SubjectIdentifierType>${subject}</SubjectIdentifierType>` +
    '</AuthTokenRequest>'
  return { xml: await signXades(xml, signer, now) }
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
