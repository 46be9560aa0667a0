import { cut } from '../../../domain/text.js'
import type { NoAnswer, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer } from '../../gateway/government-http.js'
import type { PlatformAccess } from '../credentials.js'
import { isFields, isNoAnswer, jsonIn, judgedStatus, noConnection, notUnderstood } from '../failures.js'
import { frenchInvoice } from '../invoice.js'
import { FRENCH_ADDRESS, isPrivate } from '../parties.js'
import { type FlowService, said } from './api.js'

const CALL_MS = 15_000
/**
 * How long, in seconds, an invoice waits for an unavailable directory. The law does not require a
 * look-up, and the platform makes its own: then the invoice is sent without one.
 */
const PATIENCE_SECONDS = 300
/** Entries of a company. */
const MOST_SHOWN = 50
const LONGEST_ADDRESS = 100

type LookedUp = { readonly kind: 'listed' } | { readonly kind: 'absent' } | NoAnswer

/** The directory of receivers (annuaire): AFNOR XP Z12-013, Directory Service 1.1.0. */
export class Directory {
  constructor(
    private readonly service: FlowService,
    private readonly tools: GatewayTools,
  ) {}

  /** Why the invoice must not be sent, or not yet; null: it may be sent. */
  async obstacle(platform: PlatformAccess, submission: Submission): Promise<SubmitOutcome | null> {
    const { directoryUrl } = platform
    const address = addressOf(submission)
    if (directoryUrl === null || address === null) return null
    const looked = await this.#look(platform, directoryUrl, address)
    if (looked.kind === 'listed') return null
    if (looked.kind === 'absent') return { kind: 'refused', errorMessage: absentText(address) }
    const waited = (this.tools.clock.now().getTime() - submission.createdAt.getTime()) / 1000
    if (waited < PATIENCE_SECONDS * this.tools.pace && looked.kind !== 'unauthorized') return looked
    const { connectionId = '' } = submission.access ?? {}
    this.tools.warn({ connectionId, reason: looked.reason }, 'an invoice is sent without a directory look-up')
    return null
  }

  /**
   * At which addresses the directory says that a company receives, in a sentence; null: its
   * connection names no directory.
   */
  async entriesOf(platform: PlatformAccess, siren: string): Promise<string | null> {
    const { directoryUrl } = platform
    if (directoryUrl === null) return null
    const call = 'the directory'
    const search = { filters: { siren: { op: 'contains', value: siren } }, limit: MOST_SHOWN }
    const list = await this.#ask(call, platform, `${directoryUrl}/v1/directory-line/search`, search)
    if (isNoAnswer(list)) return `The directory of receivers could not be asked: ${list.reason}.`
    const { results } = jsonIn(list) ?? {}
    if ((list.status !== 200 && list.status !== 206) || !Array.isArray(results))
      return `The directory of receivers answered ${said(list)}.`
    const addresses = results.flatMap((each) => {
      const address = isFields(each) && each['siren'] === siren ? each['addressingIdentifier'] : undefined
      return typeof address === 'string' ? [cut(address, LONGEST_ADDRESS)] : []
    })
    return addresses.length === 0
      ? `The directory of receivers has no entry of ${siren}, so no supplier reaches the company: register it at the platform.`
      : `Suppliers reach the company at ${addresses.join(', ')} (directory of receivers).`
  }

  /** A 404 may also mean a wrong URL: the list shows whether there is no such line. */
  async #look(platform: PlatformAccess, directoryUrl: string, address: string): Promise<LookedUp> {
    const call = 'the directory look-up'
    const lines = `${directoryUrl}/v1/directory-line`
    const line = await this.#ask(call, platform, `${lines}/code:${encodeURIComponent(address)}`)
    if (isNoAnswer(line)) return line
    if (line.status === 200 && jsonIn(line) !== null) return { kind: 'listed' }
    if (line.status !== 404) return notUnderstood(call, said(line), this.tools)
    const search = { filters: { addressingIdentifier: { op: 'contains', value: address } }, limit: 50 }
    const list = await this.#ask(call, platform, `${lines}/search`, search)
    if (isNoAnswer(list)) return list
    const { results, totalNumberOfResults: total } = jsonIn(list) ?? {}
    if (list.status !== 200 && list.status !== 206) return notUnderstood(call, said(list), this.tools)
    if (total === 0 || (Array.isArray(results) && results.length === 0)) return { kind: 'absent' }
    if (!Array.isArray(results)) return notUnderstood(call, said(list), this.tools)
    if (results.some((each) => isFields(each) && each['addressingIdentifier'] === address)) return { kind: 'listed' }
    // An omitted entry may be the line.
    return typeof total === 'number' && total > results.length
      ? notUnderstood(call, 'a part of the lines', this.tools)
      : { kind: 'absent' }
  }

  async #ask(call: string, platform: PlatformAccess, url: string, body?: object): Promise<HttpAnswer | NoAnswer> {
    const outcome = await this.service.request(platform, {
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
      timeoutMs: CALL_MS,
    })
    if (isNoAnswer(outcome)) return outcome
    if (outcome.kind === 'failure') return noConnection(call, outcome, this.tools, 'connection')
    return judgedStatus(call, outcome, this.tools, 'connection') ?? outcome
  }
}

/** BT-49 if it is an address of the French directory and the invoice is to be delivered. */
function addressOf({ invoice }: Submission): string | null {
  if (isPrivate(invoice.customer)) return null
  const address = frenchInvoice({ ...invoice, lines: [] }).buyer.electronicAddress
  return address?.scheme === FRENCH_ADDRESS && address.value !== '' ? address.value : null
}

/** In the form of the life cycle, so that it is explained like a platform's own rejection. */
function absentText(address: string): string {
  return (
    `DEST_INC - Destinataire inconnu : the directory (annuaire) has no address ${FRENCH_ADDRESS}:${address}; ` +
    'nothing was sent. Correct customer.vatNumber, customer.siret or customer.peppolId'
  )
}
