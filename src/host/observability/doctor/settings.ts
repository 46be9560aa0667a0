import { X509Certificate } from 'node:crypto'
import { type Finding, ok, orOk, warning, fault } from './finding.js'

/** Of the settings, those by which a deployment can be weak. */
export interface JudgedSettings {
  readonly PUBLIC_URL?: string | undefined
  readonly OPS_PORT?: number | undefined
  readonly WEBHOOK_ALLOW_PRIVATE_NETWORK: boolean
  readonly GATEWAY_ALLOW_PRIVATE_NETWORK: boolean
  readonly TRUST_PROXY: boolean | readonly string[]
  readonly CORS_ORIGINS: readonly string[]
  readonly GOVERNMENT_PACE: number
  readonly LOG_LEVEL: string
}

/** A variable of the environment that looks like a setting and is none. */
export interface UnknownName {
  readonly name: string
  readonly meant: string | null
}

const DAY_MS = 86_400_000
/** A certificate that ends sooner is told. */
const SOON_DAYS = 30

/** What is weak, or probably not meant, in the settings. */
export function judgeSettings(settings: JudgedSettings, unknown: readonly UnknownName[]): readonly Finding[] {
  const weak: Finding[] = []
  const tell = (is: boolean, says: string, remedy: string): void => {
    if (is) weak.push(warning('settings', says, remedy))
  }
  for (const { name, meant } of unknown) {
    tell(true, `${name} is no setting, and is ignored.`, meant === null ? `Remove ${name}.` : `Write ${meant}.`)
  }
  const { PUBLIC_URL, TRUST_PROXY, CORS_ORIGINS } = settings
  tell(
    PUBLIC_URL === undefined,
    'PUBLIC_URL is not set: governments send users who connect a company back to the address that the service listens on.',
    'Set PUBLIC_URL to the https address of the API.',
  )
  tell(
    PUBLIC_URL?.startsWith('https://') === false,
    'PUBLIC_URL is not https: API keys and redirects would go over the network unencrypted.',
    'Put a proxy with TLS before the API, and set PUBLIC_URL to its https address.',
  )
  tell(
    settings.OPS_PORT === undefined,
    'OPS_PORT is not set: nobody can scrape figures, or ask processes without the API whether they are ready.',
    'Set OPS_PORT to a port that is not public.',
  )
  tell(
    settings.WEBHOOK_ALLOW_PRIVATE_NETWORK,
    'Webhooks may go to private addresses and over http: customers can reach machines of your network.',
    'Unset WEBHOOK_ALLOW_PRIVATE_NETWORK; it is for development.',
  )
  tell(
    settings.GATEWAY_ALLOW_PRIVATE_NETWORK,
    'Addresses that connections bring may be private, and http: customers can reach machines of your network.',
    'Unset GATEWAY_ALLOW_PRIVATE_NETWORK; it is for development.',
  )
  tell(
    TRUST_PROXY === true,
    "TRUST_PROXY is true: anybody's X-Forwarded-For is believed, and limits per address mean nothing.",
    'Set TRUST_PROXY to the addresses of your proxies.',
  )
  tell(CORS_ORIGINS.includes('*'), 'CORS_ORIGINS is *: pages of any origin may call the API.', 'Name the origins.')
  tell(
    settings.GOVERNMENT_PACE < 1,
    `GOVERNMENT_PACE is ${settings.GOVERNMENT_PACE}: governments are asked more often than they allow.`,
    'Unset GOVERNMENT_PACE; it is for stand-ins and demonstrations.',
  )
  tell(settings.LOG_LEVEL === 'silent', 'LOG_LEVEL is silent: nothing tells of faults.', 'Set LOG_LEVEL to info.')
  return orOk(weak, 'settings', 'Every setting is known, and none is weak.')
}

/** How long a certificate still serves. `pem` null: the file could not be read. */
export function judgeCertificate(setting: string, pem: string | null, now: Date): Finding {
  const check = 'certificates'
  let until: Date
  try {
    until = new Date(new X509Certificate(pem ?? '').validTo)
  } catch {
    return fault(check, `The file of ${setting} holds no certificate that can be read.`, `Correct ${setting}.`)
  }
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  const day = until.toISOString()
  if (days < 0) {
    return fault(check, `The certificate of ${setting} ended at ${day}: senders refuse it.`, 'Put a new one there.')
  }
  if (days < SOON_DAYS) {
    return warning(
      check,
      `The certificate of ${setting} ends at ${day}, in ${days} days.`,
      'Put a new one there in time.',
    )
  }
  return ok(check, `The certificate of ${setting} serves until ${day}.`)
}
