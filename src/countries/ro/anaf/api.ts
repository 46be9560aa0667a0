import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, HttpOutcome } from '../../gateway/government-http.js'
import type { Said } from './answers.js'
import { type DownloadPurpose, takeCall } from './budgets.js'
import { judged, noConnection, notUnderstood, quoted } from './failures.js'
import { readPage, type MessagePage } from './message-page.js'
import { TEXTS } from './texts.js'
import { BadZip, isZip, readZip } from '../../gateway/zip.js'

/** Milliseconds for an upload, and for any other call. */
const UPLOAD_MS = 60_000
const CALL_MS = 30_000
/** Largest answers: a download is at most two files of the largest size, hardly compressed. */
const ANSWER_BYTES = 4 * 1024 * 1024
const DOWNLOAD_BYTES = 16 * 1024 * 1024

/** ANAF's state of an upload. */
type UploadState =
  | { readonly kind: 'processing' }
  | { readonly kind: 'ok' | 'nok'; readonly downloadId: string }
  /** Final, with nothing to download. `text` is the state in ANAF's words. */
  | { readonly kind: 'not-taken-over'; readonly text: string }
  | { readonly kind: 'unknown-upload'; readonly text: string }

/** The archive of a decision. */
export type Download =
  | {
      readonly kind: 'archive'
      readonly archive: Uint8Array
      readonly xml: Uint8Array
      /** The ministry's signature of it; null: there is none. */
      readonly signature: Uint8Array | null
    }
  /** It was available for 60 days. */
  | { readonly kind: 'gone'; readonly text: string }

/** A period of the list of messages, by ANAF's clock. Both ends have to be in the past. */
interface ListedPeriod {
  readonly cif: string
  readonly from: Date
  readonly to: Date
  /** Absent: all messages. */
  readonly filter?: ListFilter
}

/** `T`: invoices that the company sent, `P`: those that it got, `R`: messages of buyers. */
export type ListFilter = 'T' | 'P' | 'R'

/** The file with the signature in an archive. */
const SIGNATURE = /^semnatura/i

/** How often a period is asked for that ANAF finds in the future, or too old. */
const MOST_PERIODS = 3

/** The REST interface of RO e-Factura: each call is first deducted from its budgets. */
export class AnafApi {
  readonly #address: string

  constructor(
    private readonly tools: GatewayTools,
    private readonly http: GovernmentHttp,
  ) {
    // Its settings have defaults.
    this.#address = tools.settings['ANAF_API_URL'] ?? ''
  }

  /** The address of an upload, which auditors may see. */
  uploadAddress(path: 'upload' | 'uploadb2c', parameters: Readonly<Record<string, string>>): string {
    return this.#url(path, parameters)
  }

  /** Sends a document without deducting it from a budget: see `submit`. */
  upload(address: string, token: string, xml: Uint8Array, mayBegin: () => boolean): Promise<HttpOutcome> {
    return this.http.send({
      method: 'POST',
      url: address,
      headers: { ...bearer(token), 'content-type': 'text/plain' },
      body: xml,
      timeoutMs: UPLOAD_MS,
      maxBytes: ANSWER_BYTES,
      mayBegin,
    })
  }

  /** `stareMesaj`. */
  async state(uploadId: string, token: string): Promise<UploadState | NoAnswer> {
    const call = `stareMesaj of ${uploadId}`
    const exhausted = await takeCall(this.tools, { call: 'state', uploadId })
    if (exhausted !== null) return exhausted
    const said = await this.#get(call, this.#url('stareMesaj', { id_incarcare: uploadId }), token)
    if (said.kind !== 'header') return isSaid(said) ? notUnderstood(call, inWords(said), this.tools) : said
    return stateIn(said) ?? notUnderstood(call, inWords(said), this.tools)
  }

  /** `descarcare`, to read a decision, to compare a document with ours or to receive one. */
  async download(downloadId: string, token: string, purpose: DownloadPurpose): Promise<Download | NoAnswer> {
    const call = `descarcare of ${downloadId}`
    const exhausted = await takeCall(this.tools, { call: 'download', downloadId, purpose })
    if (exhausted !== null) return exhausted
    const outcome = await this.#request(this.#url('descarcare', { id: downloadId }), token, DOWNLOAD_BYTES)
    if (outcome.kind === 'failure') return noConnection(call, outcome, this.tools)
    if (outcome.status === 200 && isZip(outcome.bytes)) return this.#opened(call, outcome.bytes)
    const said = judged(call, outcome, this.theirs)
    if (!isSaid(said)) return said
    const text = said.kind === 'json' ? said.error : null
    if (text !== null && TEXTS.downloadGone.test(text)) return { kind: 'gone', text }
    return notUnderstood(call, inWords(said), this.tools)
  }

  #opened(call: string, archive: Uint8Array): Download | NoAnswer {
    try {
      const { document, signature } = filesIn(archive)
      if (document !== undefined) return { kind: 'archive', archive, xml: document, signature: signature ?? null }
      return notUnderstood(call, 'an archive without document', this.tools)
    } catch (error) {
      if (error instanceof BadZip) return notUnderstood(call, `an archive: ${error.message}`, this.tools)
      throw error
    }
  }

  /** Milliseconds by which ANAF's clock is ahead of ours, as far as is known. */
  get aheadMs(): number {
    return this.http.aheadMs(this.#address)
  }

  /**
   * The first page of `listaMesajePaginatieFactura` for a period, which is computed from ANAF's
   * time. If ANAF refuses it by its clock, it is asked for again by the time that the refusal
   * names.
   */
  async firstPage(
    periodAt: (now: Date) => ListedPeriod,
    token: string,
  ): Promise<{ readonly period: ListedPeriod; readonly page: MessagePage } | NoAnswer> {
    for (let tries = 1; ; tries += 1) {
      const period = periodAt(this.#time)
      const page = await this.#page(period, 1, token)
      if (page.kind === 'page') return { period, page }
      if (page.kind !== 'untimely') return page
      if (page.time !== null && this.http.saidTime(this.#address, page.time)) this.#warn(page.text)
      if (tries === MOST_PERIODS) return notUnderstood(listing(period.cif), page.text, this.tools)
    }
  }

  /** A further page of a period. Pages are counted from 1. */
  async page(period: ListedPeriod, page: number, token: string): Promise<MessagePage | NoAnswer> {
    const answer = await this.#page(period, page, token)
    if (answer.kind !== 'untimely') return answer
    return notUnderstood(listing(period.cif), answer.text, this.tools)
  }

  /** For judging ANAF's answers. */
  get theirs() {
    const { clock, pace } = this.tools
    return { clock, pace, aheadMs: this.aheadMs }
  }

  get #time(): Date {
    return new Date(this.tools.clock.now().getTime() + this.aheadMs)
  }

  #warn(text: string): void {
    const seconds = Math.round(Math.abs(this.aheadMs) / 1000)
    const direction = this.aheadMs < 0 ? 'ahead of' : 'behind'
    this.tools.warn(
      { government: 'ANAF', text: quoted(text) },
      `The clock of this machine is ${seconds} s ${direction} ANAF's. Check that it is synchronised`,
    )
  }

  async #page(
    { cif, from, to, filter }: ListedPeriod,
    page: number,
    token: string,
  ): Promise<NonNullable<ReturnType<typeof readPage>> | NoAnswer> {
    const call = listing(cif)
    const exhausted = await takeCall(this.tools, { call: 'list', cif })
    if (exhausted !== null) return exhausted
    const url = this.#url('listaMesajePaginatieFactura', {
      startTime: String(from.getTime()),
      endTime: String(to.getTime()),
      cif,
      pagina: String(page),
      ...(filter !== undefined && { filtru: filter }),
    })
    const said = await this.#get(call, url, token)
    if (said.kind !== 'json') return isSaid(said) ? notUnderstood(call, inWords(said), this.tools) : said
    return readPage(said.json, said.error, this.#time) ?? notUnderstood(call, inWords(said), this.tools)
  }

  async #get(call: string, url: string, token: string): Promise<Said | NoAnswer> {
    const outcome = await this.#request(url, token, ANSWER_BYTES)
    return outcome.kind === 'failure' ? noConnection(call, outcome, this.tools) : judged(call, outcome, this.theirs)
  }

  #request(url: string, token: string, maxBytes: number): Promise<HttpOutcome> {
    return this.http.send({ method: 'GET', url, headers: bearer(token), timeoutMs: CALL_MS, maxBytes })
  }

  #url(path: string, parameters: Readonly<Record<string, string>>): string {
    return `${this.#address}/${path}?${new URLSearchParams(parameters).toString()}`
  }
}

/**
 * The two files of an archive, as far as it has them.
 * @throws BadZip
 */
export function filesIn(archive: Uint8Array): { readonly document?: Uint8Array; readonly signature?: Uint8Array } {
  const files = readZip(archive).filter(({ name }) => /\.xml$/i.test(name))
  const document = files.find(({ name }) => !SIGNATURE.test(name))
  const signature = files.find(({ name }) => SIGNATURE.test(name))
  return { ...(document && { document: document.bytes }), ...(signature && { signature: signature.bytes }) }
}

function listing(cif: string): string {
  return `listaMesajePaginatieFactura of ${cif}`
}

function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}

/** Whether there is a body to interpret. */
export function isSaid(said: Said | NoAnswer): said is Said {
  return said.kind !== 'unavailable' && said.kind !== 'exhausted' && said.kind !== 'unauthorized'
}

/** The content of a body in words, for a message. */
export function inWords(said: Said): string {
  if (said.kind === 'header') return said.errors.length > 0 ? quoted(said.errors.join('\n')) : 'an unknown header'
  if (said.kind === 'json') return said.error === null ? 'unknown JSON' : quoted(said.error)
  return said.kind
}

const NUMBER = /^[0-9]{1,18}$/

function stateIn({ header, errors }: Extract<Said, { kind: 'header' }>): UploadState | null {
  const [error] = errors
  if (error !== undefined) return TEXTS.unknownUpload.test(error) ? { kind: 'unknown-upload', text: error } : null
  const text = header.attribute('stare')?.trim() ?? ''
  const state = text.toLowerCase()
  const downloadId = header.attribute('id_descarcare') ?? ''
  if ((state === 'ok' || state === 'nok') && NUMBER.test(downloadId)) return { kind: state, downloadId }
  if (state === 'in prelucrare') return { kind: 'processing' }
  if (state === 'xml cu erori nepreluat de sistem') return { kind: 'not-taken-over', text }
  return null
}
