import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { inWords, type KsefFault } from './answers.js'
import { forUser, notUnderstood, unanswered } from './failures.js'

/** The result of a step of the sign-in. */
export type SignInOutcome =
  /** Repeat with a new challenge; `otherwise`: the result if that does not help. */
  { readonly kind: 'again'; readonly withNewKeys: boolean; readonly otherwise: NoAnswer } | NoAnswer

const SERVICE_SECONDS = 300
const OUR_FAULT_SECONDS = 3600

const ADVICE = {
  newToken: 'KSeF does not accept the token of the connection: create a new one in KSeF and send it.',
  otherContext: 'The token of the connection was created for another taxpayer: create one for this NIP and send it.',
  inactive: 'The token of the connection is not active: activate it in KSeF, or create a new one and send it.',
  revoked: 'The authentication was revoked in KSeF: send the credentials again, or other ones.',
  permissions: 'The credentials have no permissions for this company: grant them InvoiceWrite in KSeF.',
  certificate:
    'KSeF does not accept the certificate of the connection: send a valid one that KSeF or a qualified authority issued.',
  person: 'The credentials belong to a person who has died: have another person authorised in KSeF.',
  blocked: 'KSeF has blocked the company on suspicion of a security incident: contact the Ministry of Finance.',
  failed: 'KSeF refuses the sign-in: check the credentials of the connection and send them again.',
  nip: 'KSeF does not accept this NIP: check the VAT number of the company.',
} as const

/** The result of a failed authentication (`GET /auth/{ref}`). */
export function authenticationVerdict(status: KsefFault, tools: GatewayTools): SignInOutcome {
  const words = inWords(status)
  switch (status.code) {
    case 400:
      return again(forUser(ADVICE.failed, words))
    case 415:
      return forUser(ADVICE.permissions, words)
    case 425:
      return again(forUser(ADVICE.revoked, words))
    case 450:
      return tokenVerdict(words, tools)
    case 460:
      return forUser(ADVICE.certificate, words)
    case 470:
      return forUser(ADVICE.person, words)
    case 480:
      return forUser(ADVICE.blocked, words)
    case 500:
    case 550:
      return again(unanswered(`KSeF could not complete the sign-in: ${words}`, SERVICE_SECONDS, tools))
    default:
      return notUnderstood('the sign-in', words, tools)
  }
}

function tokenVerdict(words: string, tools: GatewayTools): SignInOutcome {
  // The fault is in our encryption of the token, not in the token.
  if (/wyzwanie|czas tokena/i.test(words))
    return again(unanswered(`KSeF refuses the sign-in: ${words}`, SERVICE_SECONDS, tools))
  if (/szyfrowanie|kodowanie/i.test(words))
    return again(unanswered(`KSeF can't read the encrypted token: ${words}`, SERVICE_SECONDS, tools), true)
  if (/kontek[sś]cie/i.test(words)) return forUser(ADVICE.otherContext, words)
  if (/nieaktywny/i.test(words)) return forUser(ADVICE.inactive, words)
  return forUser(ADVICE.newToken, words)
}

/** The result of a refused call of the sign-in (HTTP 400). */
export function refusalVerdict(call: string, faults: readonly KsefFault[], tools: GatewayTools): SignInOutcome {
  const words = faults.map(inWords).join('; ')
  const codes = faults.map(({ code }) => code)
  const has = (...some: readonly number[]): boolean => codes.some((code) => some.includes(code))
  const service = unanswered(`KSeF refused ${call}: ${words}`, OUR_FAULT_SECONDS, tools)
  if (has(21470)) return again(service, true)
  // An old challenge, or an authentication whose tokens were in an answer that was lost.
  if (has(21111, 21301, 21304)) return again(service)
  if (has(9105, 21115)) return forUser(ADVICE.certificate, words)
  if (has(21308)) return forUser(ADVICE.person, words)
  if (has(21117)) return forUser(ADVICE.nip, words)
  return service
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  'missing-permissions': 'The credentials lack a permission: grant them InvoiceWrite in KSeF.',
  'ip-not-allowed':
    'The credentials may not be used from the address of this service: allow it in KSeF, or send other ones.',
  'insufficient-resource-access':
    'These credentials may not see what others sent: send those with which the invoice was sent.',
  'auth-method-not-allowed': 'KSeF does not allow this with a token: send a certificate instead.',
  'security-service-blocked': ADVICE.blocked,
  'context-type-not-allowed': 'KSeF does not allow this to the taxpayer of the credentials: use those of the NIP.',
}

/** HTTP 403 with its `reasonCode`. */
export function forbidden(reasonCode: string, words: string): NoAnswer {
  const advice =
    REASONS[reasonCode] ?? 'KSeF does not allow this with these credentials: check their permissions in KSeF.'
  return forUser(advice, [reasonCode, words].filter((text) => text !== '').join(': '))
}

function again(otherwise: NoAnswer, withNewKeys = false): SignInOutcome {
  return { kind: 'again', withNewKeys, otherwise }
}
