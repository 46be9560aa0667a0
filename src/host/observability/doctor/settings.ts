import { X509Certificate } from 'node:crypto'
import { type Finding, ok, orOk, warning, fault } from './finding.js'

/** The settings that can weaken a deployment. */
interface JudgedSettings {
  readonly PUBLIC_URL?: string | undefined
  readonly INBOUND_PORT?: number | undefined
  readonly INBOUND_PUBLIC_URL?: string | undefined
  readonly ROLES: readonly string[]
  readonly OPS_PORT?: number | undefined
  readonly WEBHOOK_ALLOW_PRIVATE_NETWORK: boolean
  readonly GATEWAY_ALLOW_PRIVATE_NETWORK: boolean
  readonly TRUST_PROXY: boolean | readonly string[]
  readonly CORS_ORIGINS: readonly string[]
  readonly GOVERNMENT_PACE: number
  readonly LOG_LEVEL: string
}

/** A variable of the environment that looks like a setting but is none. */
interface UnknownName {
  readonly name: string
  readonly meant: string | null
}

const DAY_MS = 86_400_000
/** A certificate that ends sooner is reported. */
const SOON_DAYS = 30

/** Reports settings that are weak or probably unintended. */
export function judgeSettings(settings: JudgedSettings, unknown: readonly UnknownName[]): readonly Finding[] {
  const weak: Finding[] = []
  const report = (is: boolean, says: string, remedy: string): void => {
    if (is) weak.push(warning('settings', says, remedy))
  }
  for (const { name, meant } of unknown) {
    report(true, `${name} is not a setting and is ignored.`, meant === null ? `Remove ${name}.` : `Use ${meant}.`)
  }
  const { PUBLIC_URL, TRUST_PROXY, CORS_ORIGINS } = settings
  report(
    PUBLIC_URL === undefined,
    'PUBLIC_URL is not set: governments redirect users who connect a company to the address that the service listens on.',
    'Set PUBLIC_URL to the https address of the API.',
  )
  report(
    PUBLIC_URL?.startsWith('https://') === false,
    'PUBLIC_URL is not https: API keys and redirects are sent unencrypted.',
    'Put a proxy with TLS in front of the API, and set PUBLIC_URL to its https address.',
  )
  const { INBOUND_PUBLIC_URL } = settings
  report(
    INBOUND_PUBLIC_URL !== undefined && settings.INBOUND_PORT === undefined && settings.ROLES.includes('api'),
    'INBOUND_PUBLIC_URL is set without INBOUND_PORT: connections show an address for notifications at which this process does not listen.',
    'Set INBOUND_PORT, or unset INBOUND_PUBLIC_URL.',
  )
  report(
    INBOUND_PUBLIC_URL?.startsWith('https://') === false,
    'INBOUND_PUBLIC_URL is not https: notifications of platforms are sent unencrypted.',
    'Put a proxy with TLS in front of the inbound port, or set INBOUND_TLS_CERT, and set INBOUND_PUBLIC_URL to its https address.',
  )
  report(
    settings.OPS_PORT === undefined,
    'OPS_PORT is not set: metrics and the readiness of processes without the API are not available.',
    'Set OPS_PORT to a port that is not public.',
  )
  report(
    settings.WEBHOOK_ALLOW_PRIVATE_NETWORK,
    'Webhooks may use private addresses and http: customers can reach machines in your network.',
    'Unset WEBHOOK_ALLOW_PRIVATE_NETWORK; it is for development.',
  )
  report(
    settings.GATEWAY_ALLOW_PRIVATE_NETWORK,
    'Connections may use private addresses and http: customers can reach machines in your network.',
    'Unset GATEWAY_ALLOW_PRIVATE_NETWORK; it is for development.',
  )
  report(
    TRUST_PROXY === true,
    'TRUST_PROXY is true: any client can forge X-Forwarded-For and evade limits per address.',
    'Set TRUST_PROXY to the addresses of your proxies.',
  )
  report(CORS_ORIGINS.includes('*'), 'CORS_ORIGINS is *: pages of any origin may call the API.', 'List the origins.')
  report(
    settings.GOVERNMENT_PACE < 1,
    `GOVERNMENT_PACE is ${settings.GOVERNMENT_PACE}: governments are called more often than they allow.`,
    'Unset GOVERNMENT_PACE; it is for stand-ins and demonstrations.',
  )
  report(settings.LOG_LEVEL === 'silent', 'LOG_LEVEL is silent: faults are not logged.', 'Set LOG_LEVEL to info.')
  return orOk(weak, 'settings', 'All settings are known, and none is weak.')
}

/** How long a certificate remains valid. `pem` null: the file could not be read. */
export function judgeCertificate(setting: string, pem: string | null, now: Date): Finding {
  const check = 'certificates'
  let until: Date
  try {
    until = new Date(new X509Certificate(pem ?? '').validTo)
  } catch {
    return fault(check, `The file of ${setting} contains no readable certificate.`, `Correct ${setting}.`)
  }
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  const day = until.toISOString()
  if (days < 0) {
    return fault(check, `The certificate of ${setting} expired on ${day}: senders refuse it.`, 'Renew it.')
  }
  if (days < SOON_DAYS) {
    return warning(check, `The certificate of ${setting} expires on ${day}, in ${days} days.`, 'Renew it in time.')
  }
  return ok(check, `The certificate of ${setting} is valid until ${day}.`)
}
