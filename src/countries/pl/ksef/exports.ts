import { hkdfSync, randomBytes } from 'node:crypto'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { isRefusedWith, isSaid, saidInWords } from './api.js'
import type { Connections } from './connections.js'
import type { Credential, Taxpayer } from './credentials.js'
import { encryptedFor, SessionCipher } from './encryption.js'
import { hidden, notUnderstood } from './failures.js'
import { numberIn, objectIn, referenceIn, textIn } from './json.js'
import { describedIn, Package, UnreadablePackage } from './package.js'
import type { PublicKeys } from './public-keys.js'
import type { Stores } from './stores.js'

/** Invoices to the company as the buyer, and as a third party: a payer or a recipient. */
export type Subject = 'Subject2' | 'Subject3'

/** The invoices that were stored in a period. */
export interface Period {
  readonly subject: Subject
  /** ISO 8601, as `to`. */
  readonly from: string
  /** Absent: up to KSeF's high-water mark. */
  readonly to?: string
}

/** An export that KSeF prepares. Stored with the mark of looks; it contains no secret. */
export interface UnderWay extends Period {
  readonly reference: string
  /** From it and the credentials of the company the key of the package is derived, Base64. */
  readonly salt: string
  readonly begunAt: string
}

/** How far an export is. */
type ExportState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly package: Package }
  /** It comes to nothing, and why. */
  | { readonly kind: 'over'; readonly reason: string }
  | NoAnswer

/** Milliseconds in which a package has to be prepared, and then read. */
const LONGEST_MS = 3_600_000
const READ_MS = 24 * 3_600_000
/** Of `publicKeyId`, and of the key itself. */
const WITHDRAWN_KEY = 21470
const BAD_KEY = 415
const IN_WORK = 100
const DONE = 200

/** The body of a query for the invoices of a period. */
export function filtersOf({ subject, from, to }: Period): object {
  return {
    subjectType: subject,
    dateRange: {
      dateType: 'PermanentStorage',
      from,
      ...(to !== undefined && { to }),
      restrictToPermanentStorageHwmDate: true,
    },
  }
}

/** Encrypted packages of many invoices, which KSeF prepares on request. */
export class Exports {
  constructor(
    private readonly connections: Connections,
    private readonly keys: PublicKeys,
    private readonly stores: Stores,
    private readonly tools: GatewayTools,
  ) {}

  /** Requests a package of the invoices of a period. */
  async begin(
    taxpayer: Taxpayer,
    period: Period,
  ): Promise<
    { readonly kind: 'begun'; readonly underWay: UnderWay } | Extract<ExportState, { kind: 'over' }> | NoAnswer
  > {
    const name = 'the export of invoices'
    const key = await this.keys.of('SymmetricKeyEncryption')
    if (key.kind !== 'key') return key
    const salt = randomBytes(16).toString('base64')
    const cipher = cipherOf(taxpayer.credential, salt)
    const { said } = await this.connections.call(taxpayer, {
      method: 'POST',
      path: '/invoices/exports',
      name,
      body: {
        encryption: {
          encryptedSymmetricKey: encryptedFor(key.key, cipher.key),
          initializationVector: Buffer.from(cipher.iv).toString('base64'),
          publicKeyId: key.id,
        },
        filters: filtersOf(period),
        compressionType: 'Zip',
      },
      expects: 'json',
      group: 'export',
    })
    if (!isSaid(said)) return said
    if (said.kind === 'forbidden') return hidden(this.tools)
    if (isRefusedWith(said, WITHDRAWN_KEY)) this.keys.forget()
    if (said.kind === 'refused') return { kind: 'over', reason: saidInWords(said) }
    const reference = said.kind === 'json' ? referenceIn(objectIn(said.json)?.['referenceNumber']) : null
    if (reference === null) return notUnderstood(name, saidInWords(said), this.tools)
    const begunAt = this.tools.clock.now().toISOString()
    return { kind: 'begun', underWay: { ...period, reference, salt, begunAt } }
  }

  async state(taxpayer: Taxpayer, { reference, salt, begunAt }: UnderWay): Promise<ExportState> {
    const name = 'the status of an export'
    const { said } = await this.connections.call(taxpayer, {
      method: 'GET',
      path: `/invoices/exports/${reference}`,
      name,
      expects: 'json',
      group: 'export-status',
    })
    if (!isSaid(said)) return said
    if (said.kind === 'forbidden') return hidden(this.tools)
    if (said.kind === 'refused') return { kind: 'over', reason: saidInWords(said) }
    const json = said.kind === 'json' ? objectIn(said.json) : null
    const status = objectIn(json?.['status'])
    const code = numberIn(status?.['code'])
    if (json === null || code === null) return notUnderstood(name, saidInWords(said), this.tools)
    const waited = this.tools.clock.now().getTime() - Date.parse(begunAt)
    if (waited > (code === IN_WORK ? LONGEST_MS : READ_MS) * this.tools.pace)
      return { kind: 'over', reason: 'it takes too long' }
    if (code === IN_WORK) return { kind: 'pending' }
    if (code === BAD_KEY) this.keys.forget()
    const described = objectIn(json['package'])
    if (code !== DONE || described === null)
      return { kind: 'over', reason: `${code} ${textIn(status?.['description']) ?? ''}`.trim() }
    try {
      const cipher = cipherOf(taxpayer.credential, salt)
      return { kind: 'ready', package: new Package(this.stores, this.tools, cipher, describedIn(described)) }
    } catch (error) {
      if (error instanceof UnreadablePackage) return { kind: 'over', reason: error.message }
      throw error
    }
  }
}

/**
 * The key of a package: any process can derive it again, without a secret in the mark.
 */
function cipherOf(credential: Credential, salt: string): SessionCipher {
  const derived = Buffer.from(hkdfSync('sha256', secretOf(credential), Buffer.from(salt, 'base64'), 'KSeF export', 48))
  return new SessionCipher(derived.subarray(0, 32), derived.subarray(32))
}

function secretOf(credential: Credential): Uint8Array {
  switch (credential.kind) {
    case 'token':
      return Buffer.from(credential.token)
    case 'certificate':
      return Buffer.from(credential.privateKey)
    case 'pkcs12':
      return credential.pkcs12
  }
}
