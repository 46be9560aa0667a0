import { createHash } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { NaptrRecord } from 'node:dns'
import { codeOf } from '../../../domain/caught.js'
import { orAborted } from '../../../domain/or-aborted.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { NoAnswer, ParticipantOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp } from '../../gateway/government-http.js'
import { unanswered } from './failures.js'

/** The directory of Peppol's production network (SML). */
const PRODUCTION_ZONE = 'participant.sml.prod.tech.peppol.org'
/** Milliseconds for a query to a name server, which is sent twice, and to a register. */
const DNS_MS = 3_000
const SMP_MS = 15_000
/** A receiver of all document types has a service group of some 100 KB. */
const SMP_BYTES = 512 * 1024
/** Seconds until the next query. */
const LATER_SECONDS = 30

/**
 * A participant in the network's directory (SML, by DNS: BDXL 1.0) and in its register (SMP 1.0).
 * `unregistered` is certain: the directory answers, and does not contain it.
 */
export class ParticipantLookup {
  readonly #resolver = new Resolver({ timeout: DNS_MS, tries: 2 })
  readonly #zone: string

  constructor(
    private readonly tools: GatewayTools,
    /** The directory decides where registers are, so private addresses are checked. */
    private readonly http: GovernmentHttp,
  ) {
    const { PEPPOL_SML_ZONE: zone, PEPPOL_SML_SERVER: server } = tools.settings
    this.#zone = zone ?? PRODUCTION_ZONE
    if (server !== undefined) this.#resolver.setServers([server])
  }

  /** @param id `0208:0403170701`, with or without the scheme of Peppol's identifiers */
  async ask(id: string): Promise<ParticipantOutcome> {
    const [first = '', second] = id.split('::', 2)
    const [scheme, value] = second === undefined ? ['iso6523-actorid-upis', id] : [first, second]
    const host = hostOf(scheme, value, this.#zone)
    try {
      const records = await this.#untilStop(this.#resolver.resolveNaptr(host))
      if (records === null) return this.#later('the process stops')
      const register = registerIn(records)
      if (register === null) return this.#later(`the directory has no register for ${id}`)
      return await this.#atRegister(register, `${scheme}::${value}`)
    } catch (error) {
      const code = codeOf(error)
      if (code === '') throw error
      if (code !== 'ENOTFOUND') return this.#later(`the directory of Peppol can't be queried: ${code}`)
      return (await this.#isZoneThere())
        ? { kind: 'unregistered' }
        : this.#later(`the directory of Peppol, ${this.#zone}, is not in the DNS of this machine`)
    }
  }

  /** A name server without the zone can't confirm that a participant is missing. */
  async #isZoneThere(): Promise<boolean> {
    try {
      const zone = await this.#untilStop(this.#resolver.resolveSoa(this.#zone.replace(/^participant\./, '')))
      return zone !== null
    } catch (error) {
      const code = codeOf(error)
      if (code === '') throw error
      // The name exists, and the zone begins above it.
      return code === 'ENODATA'
    }
  }

  async #atRegister(register: string, id: string): Promise<ParticipantOutcome> {
    const answer = await this.http.send({
      method: 'GET',
      url: `${register}/${encodeURIComponent(id)}`,
      headers: { accept: 'application/xml' },
      timeoutMs: SMP_MS,
      maxBytes: SMP_BYTES,
    })
    if (answer.kind === 'failure') return this.#later(`the register of ${id}: ${answer.reason}`)
    if (answer.status === 404) return { kind: 'unregistered' }
    const documentTypes = answer.status === 200 ? documentTypesIn(answer.bytes) : null
    return documentTypes === null
      ? this.#later(`the register of ${id} answered with HTTP ${answer.status} and without a service group`)
      : { kind: 'registered', documentTypes }
  }

  /** null: the process stops; a directory that does not answer must not delay that. */
  async #untilStop<T>(query: Promise<T>): Promise<T | null> {
    const { stopping } = this.tools
    return stopping === undefined ? await query : await orAborted(query, stopping)
  }

  #later(reason: string): NoAnswer {
    return unanswered(reason, LATER_SECONDS, this.tools)
  }
}

/** BDXL: the digest of the identifier, independent of case, in the alphabet of host names. */
function hostOf(scheme: string, value: string, zone: string): string {
  return `${base32(createHash('sha256').update(value.toLowerCase()).digest())}.${scheme}.${zone}`
}

/** RFC 4648, section 6, without padding. */
function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The register's address in the first record of the service: `!^.*$!https://smp.example!`. Null:
 * none.
 */
export function registerIn(records: readonly NaptrRecord[]): string | null {
  const [record] = records
    .filter(({ flags, service }) => /^u$/i.test(flags) && /^meta:smp$/i.test(service))
    .sort((one, other) => one.order - other.order || one.preference - other.preference)
  const address = record?.regexp.split(record.regexp.charAt(0))[2] ?? ''
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address.replace(/\/$/, '') : null
}

/** The document types of a service group; null: not a service group. */
export function documentTypesIn(bytes: Uint8Array): readonly string[] | null {
  try {
    const { root } = parseXml(bytes)
    if (!isNamed(root, 'ServiceGroup')) return null
    return root.children
      .filter((child) => isNamed(child, 'ServiceMetadataReferenceCollection'))
      .flatMap(({ children }) => children)
      .flatMap((reference) => {
        const encoded = /\/services\/([^/?#]+)/.exec(reference.attribute('href') ?? '')?.[1]
        return encoded === undefined ? [] : [decodeURIComponent(encoded)]
      })
  } catch (error) {
    // Not XML, or an address that is not encoded.
    if (error instanceof RefusedXml || error instanceof URIError) return null
    throw error
  }
}

function isNamed({ name }: XmlElement, local: string): boolean {
  return name === local || name.endsWith(`}${local}`)
}
