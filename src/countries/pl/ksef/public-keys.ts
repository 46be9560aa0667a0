import { type KeyObject, X509Certificate } from 'node:crypto'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { isSaid, type KsefApi, saidInWords } from './api.js'
import { notUnderstood, unanswered } from './failures.js'
import { type Json, objectsIn, textIn, textsIn, timeIn } from './json.js'

/** The use of a key. */
type KeyUsage = 'KsefTokenEncryption' | 'SymmetricKeyEncryption'

/** A public key of KSeF. Calls name it by `id`. */
interface PublicKey {
  readonly kind: 'key'
  readonly id: string
  readonly key: KeyObject
}

interface KeptKey extends PublicKey {
  readonly usages: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
}

/** KSeF refuses a withdrawn key, which makes us fetch them sooner. */
const KEPT_MS = 3_600_000
const NO_KEY_SECONDS = 300

/** The keys with which tokens and session keys are encrypted. */
export class PublicKeys {
  #kept: { readonly until: number; readonly keys: Promise<readonly KeptKey[] | NoAnswer> } | null = null

  constructor(
    private readonly api: KsefApi,
    private readonly tools: GatewayTools,
  ) {}

  /** The newest key for this use that is valid now. */
  async of(usage: KeyUsage): Promise<PublicKey | NoAnswer> {
    const now = this.tools.clock.now()
    if (this.#kept === null || this.#kept.until <= now.getTime())
      this.#kept = { until: now.getTime() + KEPT_MS, keys: this.#fetch() }
    const kept = this.#kept
    const keys = await kept.keys
    if (!('length' in keys)) {
      if (this.#kept === kept) this.#kept = null
      return keys
    }
    const theirNow = this.api.now
    const usable = keys
      .filter(({ usages, validFrom, validTo }) => usages.includes(usage) && validFrom <= theirNow && theirNow < validTo)
      .sort((a, b) => b.validFrom.getTime() - a.validFrom.getTime())
    if (usable[0] !== undefined) return usable[0]
    this.#kept = null
    return unanswered(`KSeF publishes no key for ${usage} that is valid now`, NO_KEY_SECONDS, this.tools)
  }

  /** KSeF refuses data that was encrypted with them: they are fetched again. */
  forget(): void {
    this.#kept = null
  }

  async #fetch(): Promise<readonly KeptKey[] | NoAnswer> {
    const name = 'the list of public keys'
    const said = await this.api.ask({ method: 'GET', path: '/security/public-key-certificates', name, expects: 'json' })
    if (!isSaid(said)) return said
    if (said.kind !== 'json' || !Array.isArray(said.json)) return notUnderstood(name, saidInWords(said), this.tools)
    return objectsIn(said.json).flatMap((entry) => keyIn(entry) ?? [])
  }
}

/** null: no certificate with an RSA key; a list may contain other keys. */
function keyIn(entry: Json): KeptKey | null {
  const { certificate, publicKeyId, usage } = entry
  const [validFrom, validTo] = [timeIn(entry['validFrom']), timeIn(entry['validTo'])]
  const [der, id] = [textIn(certificate), textIn(publicKeyId)]
  if (der === null || id === null || validFrom === null || validTo === null) return null
  try {
    const key = new X509Certificate(Buffer.from(der, 'base64')).publicKey
    return key.asymmetricKeyType === 'rsa' ? { kind: 'key', id, key, usages: textsIn(usage), validFrom, validTo } : null
  } catch {
    return null
  }
}
