import type { NoAnswer } from '../../gateway/access.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import type { Download, FlowService } from './api.js'

/** Of an invoice with its attachments, or of a PDF. */
const ARRIVAL_BYTES = 30 * 1024 * 1024

/** A file, or why there is none though the platform answers. */
type ArrivalFile =
  { readonly kind: 'file'; readonly bytes: Uint8Array } | { readonly kind: 'missing'; readonly reason: string }

/**
 * Downloads the files of flows one after another. A failure is the flow's own if the next flow can
 * be downloaded and this one not even after that: then it is missing. Any other failure is the
 * platform's, and ends the look, so that what comes later does not overtake it.
 */
export class ArrivalDownloads {
  /** The flow after the last one, which was downloaded to find out whether it can be. */
  #ahead: { readonly flowId: string; readonly file: Download | NoAnswer } | null = null

  constructor(
    private readonly service: FlowService,
    private readonly platform: PlatformAccess,
  ) {}

  /** @param next the flow after it; undefined: there is none */
  async file(flowId: string, next: string | undefined): Promise<ArrivalFile | NoAnswer> {
    const ahead = this.#ahead
    this.#ahead = null
    const file = ahead?.flowId === flowId ? ahead.file : await this.#download(flowId)
    if (file.kind !== 'unavailable') return judged(flowId, file)
    if (next === undefined) return file
    const other = await this.#download(next)
    if (isNoAnswer(other)) return file
    this.#ahead = { flowId: next, file: other }
    return this.again(flowId)
  }

  /** The file of a flow that failed before. */
  async again(flowId: string): Promise<ArrivalFile | NoAnswer> {
    const file = await this.#download(flowId)
    return file.kind === 'unavailable' ? { kind: 'missing', reason: file.reason } : judged(flowId, file)
  }

  #download(flowId: string): Promise<Download | NoAnswer> {
    return this.service.original(this.platform, flowId, ARRIVAL_BYTES)
  }
}

function judged<Failure extends NoAnswer>(flowId: string, file: Download | Failure): ArrivalFile | Failure {
  return file.kind === 'gone' ? { kind: 'missing', reason: `the platform has no file of flow ${flowId}` } : file
}
