import { InvoiceDocument } from '../../../src/einvoice/syntax/invoice-document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import type { AccessPointOptions, Failure, FaultKind } from './options.js'
import { shown, type Plan, type Transaction, Transactions } from './transactions.js'
import type { Answer } from '../local-server.js'

/** A submission that came, whether it was taken or not. */
export interface ReceivedSubmission {
  readonly at: Date
  readonly path: readonly string[]
  readonly instanceId: string | null
  readonly size: number
  answered: boolean
}

/** An answer in JSON. */
export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** What phoss-ap does with a call that has passed its filter. */
export class Service {
  readonly transactions: Transactions

  constructor(
    private readonly options: AccessPointOptions,
    private readonly now: () => Date,
  ) {
    this.transactions = new Transactions(now, options.retrySeconds ?? 180)
  }

  /** `POST /api/outbound/submit/…`; the row that it made, if any. */
  submit(
    path: readonly string[],
    instanceId: string,
    bytes: Buffer,
    fault: FaultKind | null,
  ): { readonly answer: Answer; readonly row: Transaction | null } {
    const refused = (text: string, status: number) => ({ answer: json(text, status), row: null })
    if (this.options.sendingEnabled === false) return { answer: { status: 404, body: '' }, row: null }
    const [sender = '', receiver = '', documentType = '', process = '', country = ''] = path
    const parts = [sender, receiver, documentType, process]
    const names = ['sending participant ID', 'receiving participant ID', 'document type ID', 'process ID']
    const bad = parts.findIndex((part) => !/^[^:]+(?:-[^:]+)*::.+$/.test(part))
    if (bad >= 0) return refused(`Failed to parse the ${names[bad]} '${parts[bad]}'`, 400)
    // Its verifiers see more; this much every receiver looks at.
    if (!isOfType(bytes, documentType, process)) return refused('Failed to submit outbound transaction', 422)

    const plan = this.#planFor(receiver, documentType, process, fault)
    const row = this.transactions.take({ instanceId, sender, receiver, documentType, process, country, bytes }, plan)
    const { messageId, failure } = this.transactions.attempt(row)
    const report = this.#report(row, messageId, failure)
    if (fault?.kind === 'forgotten') this.transactions.forget(row)
    if (failure !== null) return { answer: json({ ...report, sendingSuccess: false, overallSuccess: false }, 422), row }
    const overallSuccess = fault?.kind !== 'unreported'
    const sent = { ...report, sendingResult: 'SUCCESS', sendingSuccess: true, overallSuccess }
    return { answer: json(sent, overallSuccess ? 200 : 422), row }
  }

  #planFor(receiver: string, documentType: string, process: string, fault: FaultKind | null): Plan {
    const certain = { failing: Infinity, permanent: true, arrives: false }
    const value = receiver.slice(receiver.indexOf('::') + 2)
    if (this.options.unregistered?.includes(value)) {
      const lookupError = `The participant ID '${receiver}' is not registered in the Peppol Network`
      return { ...certain, failure: { lookupError } }
    }
    if (this.options.withoutEndpoint?.includes(value)) {
      const parts = [receiver, documentType, process, 'peppol-transport-as4-v2_0']
      return { ...certain, failure: { lookupError: `Failed to resolve SMP endpoint (${parts.join(', ')})` } }
    }
    if (fault?.kind !== 'fails') return { failure: null, failing: 0, permanent: false, arrives: false }
    const { failure, tries = Infinity, permanent = false, arrives = false } = fault
    return { failure, failing: tries, permanent, arrives }
  }

  #report(row: Transaction, messageId: string, failure: Failure | null): object {
    return {
      currentDateTimeUTC: this.now().toISOString(),
      phase4Version: '4.5.0',
      smlDnsZone: 'participant.sml.prod.tech.peppol.org.',
      senderId: row.sender,
      receiverId: row.receiver,
      docTypeId: row.documentType,
      docTypeIdInCodeList: true,
      processId: row.process,
      processIdInCodeList: true,
      transportProfileId: 'peppol-transport-as4-v2_0',
      sbdhInstanceIdentifier: row.instanceId,
      ...(failure?.lookupError === undefined && { as4MessageId: messageId, c3CertCheckResult: 'valid' }),
      as4ResponseError: failure?.as4ResponseErrors !== undefined,
      ...failure,
      overallDurationMillis: 118,
    }
  }

  /** `GET /api/outbound/status/…`. */
  status(instanceId: string): Answer {
    this.transactions.catchUp()
    const row = this.transactions.byInstance(instanceId)
    return row === null ? { status: 404, body: '' } : json(shown(row))
  }

  /** `GET /api/outbound/in-transmission`. */
  inTransmission(): Answer {
    this.transactions.catchUp()
    const states = ['pending', 'sending', 'failed']
    return json(this.transactions.rows.filter(({ status }) => states.includes(status)).map(shown))
  }

  /** `GET /api/ops/outbound/history`. */
  history(query: URLSearchParams): Answer {
    if (this.options.history === false) return json({ status: 404, error: 'Not Found' }, 404)
    this.transactions.catchUp()
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)]
    return json(
      [...this.transactions.rows]
        .reverse()
        .slice(offset, offset + limit)
        .map(shown),
    )
  }
}

/** Whether the document is what its path says. */
function isOfType(bytes: Buffer, documentType: string, process: string): boolean {
  try {
    const { root } = parseXml(bytes)
    const [specification = '', businessProcess = ''] = ['CustomizationID', 'ProfileID'].map((name) =>
      textIn(root, name),
    )
    const isResponse = localName(root) === 'ApplicationResponse'
    const detected = isResponse ? { specification, businessProcess } : new InvoiceDocument(parseXml(bytes)).detected
    return (
      documentType.includes(`::${localName(root)}##${detected.specification}::`) &&
      process === `cenbii-procid-ubl::${detected.businessProcess}`
    )
  } catch {
    return false
  }
}

function textIn(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => localName(child) === name)?.stringValue.trim()
}

function localName({ name }: XmlElement): string {
  return name.replace(/^(?:\{[^}]*\}|[a-z]+:)/, '')
}
