import { hash, randomUUID } from 'node:crypto'
import { hybridContainer } from '../../../src/countries/judging/hybrid-container.js'
import { RefusedXml } from '../../../src/einvoice/xml/refused-xml.js'
import { seen, type SeenInvoice } from './invoice.js'
import { lifeCycle } from './life-cycle.js'
import type { FaultKind, Reason } from './options.js'

/** What was said of a file (schema `FlowInfo`). */
export interface GivenInfo {
  readonly trackingId?: string
  readonly name?: string
  readonly processingRule?: string
  readonly flowSyntax: string
  readonly flowProfile?: string
  readonly sha256?: string
}

/** A flow of the platform. */
export interface KeptFlow {
  readonly flowId: string
  readonly info: GivenInfo
  readonly flowType: string
  readonly flowDirection: 'In' | 'Out'
  readonly submittedAt: Date
  /** When it is acknowledged; until then it is pending. */
  readonly acknowledgedAt: Date
  readonly error: { readonly reasonCode: string; readonly reasonMessage: string } | null
  /** When a search shows it. */
  readonly shownAt: Date
  readonly bytes: Buffer
  readonly invoice: SeenInvoice
}

/** What the platform says of an invoice that arrives. */
interface Delivery {
  /** Default: UBL. */
  readonly flowSyntax?: string
  readonly error?: KeptFlow['error']
  /** Default: at once. */
  readonly acknowledgedAt?: Date
  /** Default: now. An earlier one is listed late. */
  readonly submittedAt?: Date
}

const NOTHING_SEEN: SeenInvoice = { syntax: null, number: '', issueDate: '', seller: '' }

/** Also of hostile bytes, and of a PDF that any program has made. */
function seenIfAny(bytes: Buffer): SeenInvoice {
  const container = hybridContainer(bytes)
  try {
    return seen(container !== null && 'xml' in container ? Buffer.from(container.xml) : bytes)
  } catch (error) {
    if (error instanceof RefusedXml) return NOTHING_SEEN
    throw error
  }
}

/** All flows of a platform. Future ones are there already, and not yet shown. */
export class Register {
  readonly flows: KeptFlow[] = []

  constructor(
    private readonly now: () => Date,
    private readonly decisionSeconds: number,
    private readonly statuses: readonly string[],
  ) {}

  /** Takes a file over; what comes of it is certain from here on. */
  take(info: GivenInfo, bytes: Buffer, fault: FaultKind | null): KeptFlow {
    const submittedAt = this.now()
    const invoice = seen(bytes)
    const acknowledgedAt = new Date(submittedAt.getTime() + this.decisionSeconds * 1000)
    const shownAt = fault?.kind === 'shown-later' ? new Date(submittedAt.getTime() + fault.seconds * 1000) : submittedAt
    const effective = this.flows.filter((flow) => flow.flowDirection === 'Out' && flow.error === null)
    const isRepeated = effective.some((flow) => sha256(flow) === hash('sha256', bytes))
    const isDouble =
      invoice.syntax !== 'CDAR' && effective.some((flow) => uniqueNumber(flow.invoice) === uniqueNumber(invoice))
    const error =
      fault?.kind === 'inadmissible'
        ? { reasonCode: fault.reasonCode, reasonMessage: fault.reasonMessage }
        : isRepeated
          ? { reasonCode: 'AlreadyExistingFlow', reasonMessage: 'The flow has already been sent and received' }
          : null
    const flow: KeptFlow = {
      flowId: randomUUID(),
      info,
      flowType: this.#flowTypeOf(invoice),
      flowDirection: 'Out',
      submittedAt,
      acknowledgedAt,
      error,
      shownAt,
      bytes,
      invoice,
    }
    this.flows.push(flow)
    if (error === null && invoice.syntax !== 'CDAR') this.#follow(flow, isDouble ? DOUBLE : fault)
    return flow
  }

  /** Statuses are about sales, or else about what suppliers sent. */
  #flowTypeOf({ syntax, number }: SeenInvoice): string {
    if (syntax !== 'CDAR') return 'CustomerInvoice'
    const ofSupplier = this.flows.some((flow) => flow.flowType === 'SupplierInvoice' && flow.invoice.number === number)
    return ofSupplier ? 'SupplierInvoiceLC' : 'CustomerInvoiceLC'
  }

  #follow(flow: KeptFlow, fault: FaultKind | null): void {
    const codes = fault?.kind === 'statuses' ? fault.codes : this.statuses
    for (const [index, code] of codes.entries()) {
      const at = new Date(flow.acknowledgedAt.getTime() + index * this.decisionSeconds * 1000)
      const isLast = index === codes.length - 1
      this.report(flow, code, isLast && fault?.kind === 'statuses' ? fault.reason : undefined, at)
    }
  }

  /** A status of an invoice that was handed over. */
  report(flow: KeptFlow, code: string, reason?: Reason, at = this.now()): KeptFlow {
    return this.bring(Buffer.from(lifeCycle(flow.invoice, code, reason, at)), at)
  }

  /** A life-cycle message with any content. */
  bring(bytes: Buffer, at = this.now()): KeptFlow {
    const statusFlow: KeptFlow = {
      flowId: randomUUID(),
      info: { flowSyntax: 'CDAR', processingRule: 'B2B', trackingId: randomUUID() },
      flowType: 'CustomerInvoiceLC',
      flowDirection: 'In',
      submittedAt: at,
      acknowledgedAt: at,
      error: null,
      shownAt: at,
      bytes,
      invoice: NOTHING_SEEN,
    }
    this.flows.push(statusFlow)
    return statusFlow
  }

  /** An invoice of a supplier, with any content, arrives for the company. */
  deliver(bytes: Buffer, { flowSyntax = 'UBL', error = null, acknowledgedAt, submittedAt }: Delivery = {}): KeptFlow {
    const at = submittedAt ?? this.now()
    const flow: KeptFlow = {
      flowId: randomUUID(),
      info: { flowSyntax, processingRule: 'B2B', name: 'facture' },
      flowType: 'SupplierInvoice',
      flowDirection: 'In',
      submittedAt: at,
      acknowledgedAt: acknowledgedAt ?? at,
      error,
      shownAt: this.now(),
      bytes,
      invoice: seenIfAny(bytes),
    }
    this.flows.push(flow)
    return flow
  }

  /** The flow of an id, if it is there by now. */
  byId(flowId: string): KeptFlow | undefined {
    return this.flows.find((flow) => flow.flowId === flowId && flow.submittedAt <= this.now())
  }

  /** As a search and the metadata show it (schema `Flow`). */
  shown(flow: KeptFlow): Readonly<Record<string, unknown>> {
    const { flowId, info, flowType, flowDirection, submittedAt } = flow
    const { trackingId, processingRule, flowSyntax, flowProfile } = info
    return {
      submittedAt,
      updatedAt: this.updatedAt(flow),
      flowId,
      trackingId,
      flowType,
      processingRule,
      processingRuleSource: processingRule === undefined ? 'Computed' : 'Input',
      flowDirection,
      flowSyntax,
      flowProfile,
      acknowledgement: this.#acknowledgement(flow),
    }
  }

  /** When it was changed last. */
  updatedAt({ submittedAt, acknowledgedAt }: KeptFlow): Date {
    return acknowledgedAt <= this.now() ? acknowledgedAt : submittedAt
  }

  #acknowledgement({ acknowledgedAt, error, invoice }: KeptFlow): object {
    if (acknowledgedAt > this.now()) return { status: 'Pending' }
    if (error === null) return { status: 'Ok' }
    return { status: 'Error', details: [{ level: 'Error', item: invoice.number, ...error }] }
  }
}

const DOUBLE: FaultKind = {
  kind: 'statuses',
  codes: ['200', '213'],
  reason: { code: 'DOUBLON', label: 'Facture en doublon (déjà émise / réçue)' },
}

function sha256({ bytes }: KeptFlow): string {
  return hash('sha256', bytes)
}

/** BR-FR-CO-02. */
function uniqueNumber({ seller, number, issueDate }: SeenInvoice): string {
  return JSON.stringify([seller, number, issueDate.slice(0, 4)])
}
