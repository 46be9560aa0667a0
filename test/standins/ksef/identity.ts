import { hash, randomBytes, X509Certificate } from 'node:crypto'
import { BadSignature, verifyXades } from '../../support/xades.js'
import { json, refused, UNSIGNED } from './answers.js'
import { certified, type CertifiedKey, type MinistryKey } from './keys.js'
import type { StatusWish } from './options.js'
import { reference } from './references.js'
import type { Answer } from '../local-server.js'

const CHALLENGE_MS = 10 * 60_000
const REFRESH_MS = 7 * 24 * 3_600_000

/** What a customer has made in KSeF, to sign in with. */
interface Grant {
  /** null: any. */
  readonly nip: string | null
  readonly permissions: readonly string[]
  isRevoked: boolean
}

interface Authentication {
  readonly reference: string
  readonly token: string
  readonly nip: string
  readonly grant: Grant | null
  readonly status: StatusWish
  looks: number
  isRedeemed: boolean
  isRevoked: boolean
}

/** Who calls. */
export interface Caller {
  readonly nip: string
  readonly permissions: readonly string[]
}

/** Sign-in by token or signature, as `governments/pl.md` describes it. */
export class Identity {
  readonly #challenges = new Map<string, { readonly at: number; readonly ms: number }>()
  readonly #tokens = new Map<string, Grant>()
  readonly #certificates = new Map<string, Grant>()
  readonly #authentications: Authentication[] = []
  readonly #access = new Map<string, { readonly authentication: Authentication; readonly until: number }>()
  readonly #refresh = new Map<string, { readonly authentication: Authentication; readonly until: number }>()

  constructor(
    private readonly settings: {
      readonly now: () => Date
      readonly keys: () => readonly MinistryKey[]
      readonly signInLooks: number
      readonly accessTokenSeconds: number
      readonly trustsSelfSigned: boolean
    },
  ) {}

  issueToken(nip: string | null, permissions: readonly string[]): string {
    const token = `${reference('EC', this.settings.now())}|nip-${nip ?? '0000000000'}|${randomBytes(16).toString('hex')}`
    this.#tokens.set(token, { nip, permissions, isRevoked: false })
    return token
  }

  issueCertificate(nip: string, permissions: readonly string[]): CertifiedKey {
    const pair = certified([
      { name: 'commonName', value: 'Sprzedawca Sp. z o.o.' },
      { type: '2.5.4.97', value: `VATPL-${nip}` },
    ])
    this.#certificates.set(fingerprint(pair.certificate), { nip, permissions, isRevoked: false })
    return pair
  }

  /** In KSeF's own application, by the customer: the token, and all that was signed in by it. */
  revoke(token: string): void {
    const grant = this.#tokens.get(token)
    if (grant !== undefined) grant.isRevoked = true
    for (const authentication of this.#authentications)
      if (authentication.grant === grant) authentication.isRevoked = true
  }

  /** Every authentication ends; tokens of KSeF stay valid. */
  endAuthentications(): void {
    for (const authentication of this.#authentications) authentication.isRevoked = true
  }

  /** Every access token ends; refresh tokens stay valid. */
  endAccessTokens(): void {
    this.#access.clear()
  }

  challenge(): Answer {
    const at = this.settings.now()
    const challenge = reference('CR', at)
    this.#challenges.set(challenge, { at: at.getTime(), ms: at.getTime() })
    return json({ challenge, timestamp: at.toISOString(), timestampMs: at.getTime(), clientIp: '127.0.0.1' })
  }

  withToken(body: Readonly<Record<string, unknown>>, wish: StatusWish | null): Answer {
    const { challenge, contextIdentifier, encryptedToken, publicKeyId } = body
    const context = contextIdentifier as { readonly type?: string; readonly value?: string } | undefined
    if (typeof challenge !== 'string' || typeof encryptedToken !== 'string' || context?.type !== 'Nip')
      return refused(21405, ['challenge, contextIdentifier, encryptedToken'])
    const asked = this.#useChallenge(challenge)
    if (asked === null) return refused(21111)
    const nip = context.value ?? ''
    const keys = this.settings.keys().filter(({ usage }) => usage === 'KsefTokenEncryption')
    const named = keys.filter(({ id }) => publicKeyId === undefined || id === publicKeyId)
    if (named.length === 0)
      return refused(21470, [`Klucz o identyfikatorze ${String(publicKeyId)} nie jest wspierany.`])
    const plain = named.map((key) => key.decrypted(encryptedToken)).find((text) => text !== null)
    if (plain === undefined || plain === null)
      return this.#begin(nip, null, wish ?? badToken('Nieprawidłowe szyfrowanie tokena'))
    const [, token = '', ms = ''] = /^(.*)\|(\d+)$/s.exec(plain.toString('utf8')) ?? []
    const grant = this.#tokens.get(token)
    if (grant === undefined) return this.#begin(nip, null, wish ?? badToken('Nieprawidłowy token'))
    if (Number(ms) !== asked.ms) return this.#begin(nip, null, wish ?? badToken('Nieprawidłowy czas tokena'))
    if (grant.isRevoked) return this.#begin(nip, null, wish ?? badToken('Token unieważniony'))
    if (grant.nip !== null && grant.nip !== nip)
      return this.#begin(nip, null, wish ?? badToken(`Token nie może być użyty w kontekście Nip ${nip}`))
    return this.#begin(nip, grant, wish ?? OK)
  }

  async withSignature(body: Buffer, wish: StatusWish | null): Promise<Answer> {
    const text = body.toString('utf8')
    if (!REQUEST.test(text)) return refused(21401, ['AuthTokenRequest'])
    const of = (name: string): string => new RegExp(`<(?:[\\w.-]+:)?${name}>\\s*([^<]*?)\\s*</`).exec(text)?.[1] ?? ''
    let certificate: X509Certificate
    try {
      certificate = (await verifyXades(body)).certificate
    } catch (error) {
      if (error instanceof BadSignature) return refused(9105, [error.message])
      throw error
    }
    if (this.#useChallenge(of('Challenge')) === null) return refused(21111)
    const nip = of('Nip')
    if (!['certificateSubject', 'certificateFingerprint'].includes(of('SubjectIdentifierType')))
      return refused(21401, ['SubjectIdentifierType'])
    const now = this.settings.now()
    if (new Date(certificate.validTo) < now || new Date(certificate.validFrom) > now)
      return this.#begin(nip, null, wish ?? badCertificate('Nieważny certyfikat'))
    const grant = this.#certificates.get(fingerprint(certificate.toString())) ?? this.#selfSigned(certificate)
    if (grant === undefined) return this.#begin(nip, null, wish ?? badCertificate('Niezaufany łańcuch certyfikatów'))
    if (grant.nip !== nip) return this.#begin(nip, null, wish ?? NO_PERMISSIONS)
    return this.#begin(nip, grant, wish ?? OK)
  }

  /** In its test environment KSeF trusts every certificate that names a taxpayer. */
  #selfSigned({ subject }: X509Certificate): Grant | undefined {
    const nip = /VATPL-(\d{10})/.exec(subject)?.[1]
    if (!this.settings.trustsSelfSigned || nip === undefined) return undefined
    return { nip, permissions: ['InvoiceWrite', 'InvoiceRead'], isRevoked: false }
  }

  status(ofReference: string, authorization: string | undefined): Answer {
    const found = this.#authentications.find((each) => each.reference === ofReference)
    if (found === undefined || authorization !== `Bearer ${found.token}`) return UNSIGNED
    found.looks += 1
    const status = found.looks <= this.settings.signInLooks ? IN_PROGRESS : found.status
    const info = { category: 'Token', code: 'token.ksef', displayName: 'Token KSeF' }
    return json({
      startDate: this.settings.now().toISOString(),
      authenticationMethod: 'Token',
      authenticationMethodInfo: info,
      status,
    })
  }

  redeem(authorization: string | undefined): Answer {
    const found = this.#authentications.find(({ token }) => authorization === `Bearer ${token}`)
    if (found === undefined) return UNSIGNED
    if (found.isRedeemed)
      return refused(21301, [`Tokeny dla operacji uwierzytelniania ${found.reference} zostały już pobrane.`])
    if (found.status.code !== 200 || found.looks <= this.settings.signInLooks)
      return refused(21301, [`Status uwierzytelniania (${found.status.code}) nie pozwala na pobranie tokenów.`])
    found.isRedeemed = true
    const refresh = tokenText()
    const until = this.settings.now().getTime() + REFRESH_MS
    this.#refresh.set(refresh, { authentication: found, until })
    const refreshToken = { token: refresh, validUntil: new Date(until).toISOString() }
    return json({ accessToken: this.#accessToken(found), refreshToken })
  }

  refresh(authorization: string | undefined): Answer {
    const found = this.#refresh.get((authorization ?? '').replace('Bearer ', ''))
    if (found === undefined || found.until <= this.settings.now().getTime()) return UNSIGNED
    if (found.authentication.isRevoked) return refused(21301, ['Token KSeF został unieważniony.'])
    return json({ accessToken: this.#accessToken(found.authentication) })
  }

  /** null: unknown to KSeF. */
  caller(authorization: string | undefined): Caller | null {
    const found = this.#access.get((authorization ?? '').replace('Bearer ', ''))
    if (found === undefined || found.until <= this.settings.now().getTime()) return null
    const { nip, grant, isRevoked } = found.authentication
    return isRevoked || grant === null ? null : { nip, permissions: grant.permissions }
  }

  #accessToken(authentication: Authentication): object {
    const token = tokenText()
    const until = this.settings.now().getTime() + this.settings.accessTokenSeconds * 1000
    this.#access.set(token, { authentication, until })
    return { token, validUntil: new Date(until).toISOString() }
  }

  #useChallenge(challenge: string): { readonly ms: number } | null {
    const asked = this.#challenges.get(challenge)
    this.#challenges.delete(challenge)
    return asked === undefined || this.settings.now().getTime() - asked.at > CHALLENGE_MS ? null : asked
  }

  #begin(nip: string, grant: Grant | null, status: StatusWish): Answer {
    const now = this.settings.now()
    const token = tokenText()
    const own = reference('AU', now)
    this.#authentications.push({
      reference: own,
      token,
      nip,
      grant,
      status,
      looks: 0,
      isRedeemed: false,
      isRevoked: false,
    })
    const validUntil = new Date(now.getTime() + 45 * 60_000).toISOString()
    return json({ referenceNumber: own, authenticationToken: { token, validUntil } }, 202)
  }
}

const REQUEST =
  /<(?:[\w.-]+:)?AuthTokenRequest\s[^>]*xmlns(?::[\w.-]+)?=["']http:\/\/ksef\.mf\.gov\.pl\/auth\/token\/2\.[01]["']/

const OK: StatusWish = { code: 200, description: 'Uwierzytelnianie zakończone sukcesem' }
const IN_PROGRESS: StatusWish = { code: 100, description: 'Uwierzytelnianie w toku' }
const NO_PERMISSIONS: StatusWish = {
  code: 415,
  description: 'Uwierzytelnianie zakończone niepowodzeniem',
  details: ['Brak przypisanych uprawnień'],
}

function badToken(detail: string): StatusWish {
  return {
    code: 450,
    description: 'Uwierzytelnianie zakończone niepowodzeniem z powodu błędnego tokenu',
    details: [detail],
  }
}

function badCertificate(detail: string): StatusWish {
  return {
    code: 460,
    description: 'Uwierzytelnianie zakończone niepowodzeniem z powodu błędu certyfikatu',
    details: [detail],
  }
}

function fingerprint(pem: string): string {
  return hash('sha256', new X509Certificate(pem).raw)
}

function tokenText(): string {
  return `eyJ.${randomBytes(24).toString('base64url')}`
}
