import { hash } from 'node:crypto'
import { partsOf } from './form.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { seen } from './invoice.js'
import type { FaultKind } from './options.js'
import type { GivenInfo, KeptFlow, Register } from './register.js'
import type { Answer } from '../local-server.js'

const RULES = ['B2B', 'B2BInt', 'B2C', 'OutOfScope', 'ArchiveOnly', 'NotApplicable']
const SYNTAXES = ['CII', 'UBL', 'Factur-X', 'CDAR', 'FRR']
const PROFILES = ['Basic', 'CIUS', 'Extended-CTC-FR']
const CRITERIA = [
  ...['updatedAfter', 'updatedBefore', 'processingRule', 'flowType', 'flowDirection', 'trackingId', 'ackStatus'],
]
const LARGEST_BYTES = 100 * 1024 * 1024

/** The calls of the Flow Service and of the Directory Service, over the register. */
export class Service {
  constructor(
    private readonly register: Register,
    private readonly settings: {
      readonly now: () => Date
      readonly isAfterInclusive: boolean
      readonly largestPage: number
      readonly addresses: readonly string[] | null
      readonly takesFacturX: boolean
    },
  ) {}

  /** `POST /v1/flows`. */
  submit(
    contentType: string | undefined,
    body: Buffer,
    fault: FaultKind | null,
  ): Answer & { readonly flow?: KeptFlow } {
    const parts = partsOf(contentType, body)
    const info = parts?.find(({ name }) => name === 'flowInfo')
    const file = parts?.find(({ name }) => name === 'file')
    if (info === undefined || file === undefined)
      return error(400, 'MISSING_REQUIRED_FIELD', 'flowInfo and file are required')
    if (info.mediaType !== 'application/json' || !['application/xml', 'application/pdf'].includes(file.mediaType))
      return error(400, 'INVALID_FIELD', 'flowInfo is application/json, file application/xml or application/pdf')
    if (file.bytes.length > LARGEST_BYTES) return error(413, 'FILE_SIZE_EXCEEDED', 'Provided file is too big')
    const given = JSON.parse(info.bytes.toString('utf8')) as GivenInfo
    const fieldFault = faultIn(given)
    if (fieldFault !== null) return error(400, 'INVALID_FIELD', fieldFault)
    if (given.sha256 !== undefined && given.sha256 !== hash('sha256', file.bytes))
      return error(422, 'UNPROCESSABLE_ENTITY', 'sha256 is not that of the file')
    if (given.flowSyntax === 'Factur-X' && !this.settings.takesFacturX)
      return error(422, 'UNPROCESSABLE_ENTITY', 'flowSyntax Factur-X is not supported')
    const { syntax } = seen(file.bytes)
    if (syntax !== given.flowSyntax) return error(422, 'UNPROCESSABLE_ENTITY', `the file is not ${given.flowSyntax}`)
    const flow = this.register.take(given, file.bytes, this.#lifeCycleFault(file.bytes, syntax) ?? fault)
    const { flowId, submittedAt } = flow
    const answer = json({ flowId, submittedAt, ...given, sha256: hash('sha256', file.bytes) }, 202)
    return { ...answer, flow }
  }

  /** A status that we are sent has to fit an invoice, and the rules of life-cycle messages. */
  #lifeCycleFault(bytes: Buffer, syntax: string): FaultKind | null {
    if (syntax !== 'CDAR') return null
    const { number } = seen(bytes)
    const isKnown = this.register.flows.some(({ invoice }) => invoice.syntax !== 'CDAR' && invoice.number === number)
    if (!isKnown) return inadmissible('InvoiceLCInvalidStatus', `no invoice ${number}`)
    const { findings } = judgeXml(bytes, { profile: 'fr-cdar', now: this.settings.now() })
    const broken = findings.filter(({ severity }) => severity === 'fatal')
    return broken.length === 0
      ? null
      : inadmissible('InvoiceLCRuleError', broken.map(({ rule, message }) => `${rule}: ${message}`).join(' '))
  }

  /** `POST /v1/flows/search`. */
  search(body: Buffer): Answer {
    const { limit: wanted = 25, where } = JSON.parse(body.toString('utf8')) as {
      readonly limit?: number
      readonly where?: Readonly<Record<string, unknown>>
    }
    if (where === undefined || Object.keys(where).length === 0)
      return error(400, 'MISSING_REQUIRED_FIELD', 'at least one criterion is required')
    const limit = Math.min(wanted, this.settings.largestPage)
    if (wanted > 100 || Object.keys(where).some((name) => !CRITERIA.includes(name)))
      return error(400, 'INVALID_FIELD', 'Invalid request format')
    const now = this.settings.now()
    const found = this.register.flows
      .filter(({ submittedAt, shownAt }) => submittedAt <= now && shownAt <= now)
      .filter((flow) => this.#matches(flow, where))
      .sort((one, other) => this.register.updatedAt(one).getTime() - this.register.updatedAt(other).getTime())
    return json({ limit, filters: where, results: found.slice(0, limit).map((flow) => this.register.shown(flow)) })
  }

  #matches(flow: KeptFlow, where: Readonly<Record<string, unknown>>): boolean {
    const shown = this.register.shown(flow)
    const updated = this.register.updatedAt(flow).getTime()
    return Object.entries(where).every(([name, value]) => {
      if (name === 'updatedAfter') {
        const from = Date.parse(String(value))
        return this.settings.isAfterInclusive ? updated >= from : updated > from
      }
      if (name === 'updatedBefore') return updated < Date.parse(String(value))
      if (name === 'ackStatus') return (shown['acknowledgement'] as { readonly status: string }).status === value
      return Array.isArray(value) ? value.includes(shown[name]) : shown[name] === value
    })
  }

  /** `GET /v1/flows/{flowId}`. */
  flow(flowId: string, docType: string): Answer {
    const flow = this.register.byId(flowId)
    if (flow === undefined) return error(404, 'MISSING_RESOURCE', 'Requested resource is Not Found')
    if (docType === 'Metadata') return json(this.register.shown(flow))
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: flow.bytes }
  }

  /** `GET /v1/directory-line/code:{addressing-identifier}`. */
  directoryLine(address: string): Answer {
    return this.#isListed(address)
      ? json({ addressingIdentifier: address, siren: address.slice(0, 9) })
      : { status: 404, body: '' }
  }

  /** `POST /v1/directory-line/search`. */
  directoryLines(body: Buffer): Answer {
    const { filters } = JSON.parse(body.toString('utf8')) as {
      readonly filters: Readonly<Record<string, { readonly op: string; readonly value: string } | undefined>>
    }
    const { op = '', value = '' } = filters['addressingIdentifier'] ?? filters['siren'] ?? {}
    if (op !== 'contains') return json({ message: 'op', status: 422 }, 422)
    const { addresses } = this.settings
    const found = addresses?.filter((address) => address.includes(value)) ?? [value]
    const results = found.map((address) => ({ addressingIdentifier: address, siren: address.slice(0, 9) }))
    return json({ totalNumberOfResults: results.length, results })
  }

  #isListed(address: string): boolean {
    return this.settings.addresses?.includes(address) ?? true
  }
}

function faultIn(given: GivenInfo): string | null {
  const { trackingId = '', name = '', processingRule = 'B2B', flowSyntax, flowProfile = 'CIUS', sha256 } = given
  if (trackingId.length > 36 || name.length > 255) return 'trackingId or name is too long'
  if (!RULES.includes(processingRule)) return 'processingRule'
  if (!SYNTAXES.includes(flowSyntax)) return 'flowSyntax'
  if (!PROFILES.includes(flowProfile)) return 'flowProfile'
  return sha256 === undefined || /^[a-f0-9]{64}$/.test(sha256) ? null : 'sha256'
}

function inadmissible(reasonCode: string, reasonMessage: string): FaultKind {
  return { kind: 'inadmissible', reasonCode, reasonMessage }
}

/** A body of JSON. */
export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** The norm's form of an error. */
export function error(status: number, errorCode: string, errorMessage: string): Answer {
  return json({ errorCode, errorMessage }, status)
}
