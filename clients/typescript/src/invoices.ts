import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'openapi-fetch'
import type { components, operations, paths } from './api.js'
import { type Download, downloadOf } from './download.js'
import {
  ClearwayError,
  ClearwayNetworkError,
  ClearwayResponseError,
  ClearwayTimeoutError,
  expectSuccess,
} from './error.js'
import { type ChangeOptions, initOf, pagesOf, paginate, type QueryOf, type RequestOptions } from './pages.js'

type Schemas = components['schemas']
type Invoice = Schemas['Invoice']
type QueryOfOperation<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

/** Statuses that the pipeline does not change automatically. */
const DECIDED: ReadonlySet<string> = new Set(['accepted', 'rejected', 'error'])
const LONGEST_PAUSE_MS = 15_000
/** How long an invoice may be unknown after its creation was acknowledged. */
const UNSHOWN_MS = 30_000

/**
 * Whether the next question may be answered: the service is overloaded or away.
 * @param isThere it has answered before, so its address is right
 */
function isPassing(error: unknown, isThere: boolean): boolean {
  if (error instanceof ClearwayNetworkError) return isThere
  const isAnswer = error instanceof ClearwayError || error instanceof ClearwayResponseError
  return isAnswer && (error.status === 429 || error.status >= 500)
}

/** A document in its new format, and the data that the format can't express. */
type Conversion = operations['convertDocument']['responses'][200]['content']['application/json']['data']

/** Options for a body in XML, whose bytes are sent unchanged. */
function xmlInit(options: ChangeOptions) {
  const init = initOf(options)
  return {
    ...init,
    bodySerializer: (body: unknown) => body as string,
    headers: { ...init.headers, 'Content-Type': 'application/xml' },
  }
}

/** Invoices, from their creation to the government's decision. */
export class Invoices {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /**
   * Creates an invoice. It is returned in status `created`; validation, submission and the
   * decision follow.
   *
   * @param options `idempotencyKey`: any text that identifies this invoice in your system, at most
   * 255 characters; random by default. `validate`: reject an invoice that breaks a rule instead of
   * creating it
   */
  async create(
    body: Schemas['CreateInvoice'],
    options: ChangeOptions & { readonly validate?: boolean | undefined } = {},
  ): Promise<Invoice> {
    const { validate } = options
    const params = { query: validate === undefined ? {} : { validate } }
    return expectSuccess(await this.#client.POST('/v1/invoices', { body, params, ...initOf(options) })).data
  }

  /**
   * Creates up to 1,000 invoices with one request, and returns a result for each, in their order;
   * check the `status` of each. A line may have its own `idempotencyKey` beside its fields.
   *
   * @param options `idempotencyKey` of the batch, for lines without their own; random by default.
   * `validate`: reject invoices that break a rule instead of creating them
   */
  async createBatch(
    invoices: readonly Schemas['BatchLine'][],
    options: ChangeOptions & { readonly validate?: boolean | undefined } = {},
  ): Promise<Schemas['BatchResult'][]> {
    const { validate } = options
    const init = initOf(options)
    const result = await this.#client.POST('/v1/invoices/batch', {
      body: invoices.map((invoice) => JSON.stringify(invoice)).join('\n'),
      bodySerializer: (body) => body,
      parseAs: 'text',
      params: { query: validate === undefined ? {} : { validate } },
      ...init,
      headers: { ...init.headers, 'Content-Type': 'application/x-ndjson' },
    })
    const lines = expectSuccess(result).split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Schemas['BatchResult'])
  }

  /**
   * Creates an invoice from the country's own document in XML, which is sent byte for byte: UBL,
   * CII, FatturaPA or FA(3).
   *
   * @param query `country` if the document does not contain it, `companyId`, `externalId`,
   * `validate`
   * @param options `idempotencyKey` as in `create`
   */
  async createFromXml(
    xml: string | Uint8Array,
    query: QueryOfOperation<'createInvoice'> = {},
    options: ChangeOptions = {},
  ): Promise<Invoice> {
    const init = { ...xmlInit(options), params: { query } }
    return expectSuccess(await this.#client.POST('/v1/invoices', { body: xml as string, ...init })).data
  }

  /**
   * Converts an invoice, JSON or a document in XML, into another format. Nothing is stored or
   * counted.
   *
   * @param query `to`: the format; `country`: the country of its profile; `lossless`: reject the
   * conversion if data would be lost
   */
  async convert(
    source: Schemas['CreateInvoice'] | string | Uint8Array,
    query: operations['convertDocument']['parameters']['query'],
    options: RequestOptions = {},
  ): Promise<Conversion> {
    const isXml = typeof source === 'string' || source instanceof Uint8Array
    const init = { ...(isXml ? xmlInit(options) : initOf(options)), params: { query } }
    const answer = expectSuccess(await this.#client.POST('/v1/convert', { body: source as string, ...init }))
    // The answer is XML only if the request accepts XML.
    return (answer as { readonly data: Conversion }).data
  }

  /** Judges an invoice by all rules. Nothing is stored or counted. */
  async validate(body: Schemas['CreateInvoice'], options: RequestOptions = {}): Promise<Schemas['ValidationResult']> {
    return expectSuccess(await this.#client.POST('/v1/invoices/validate', { body, ...initOf(options) }))
  }

  /**
   * Judges a document in XML: UBL, CII, FatturaPA or FA(3).
   *
   * @param query `profile` or `country` select the rules; by default the document does
   */
  async validateXml(
    xml: string | Uint8Array,
    query: QueryOfOperation<'validateInvoice'> = {},
    options: RequestOptions = {},
  ): Promise<Schemas['ValidationResult']> {
    return expectSuccess(
      await this.#client.POST('/v1/invoices/validate', {
        body: xml as string,
        ...xmlInit(options),
        params: { query },
      }),
    )
  }

  /** An invoice as it is now. */
  async get(id: string, options: RequestOptions = {}): Promise<Invoice> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/invoices/{id}', { params, ...initOf(options) })).data
  }

  /** All invoices that match the query, newest first, page after page. */
  list(query: QueryOf<'/v1/invoices'> = {}, options: RequestOptions = {}): AsyncGenerator<Invoice, void, undefined> {
    return paginate(this.#client, '/v1/invoices', query, options)
  }

  /** What has happened to an invoice, oldest first. */
  async timeline(id: string, options: RequestOptions = {}): Promise<Schemas['InvoiceEvent'][]> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/invoices/{id}/events', { params, ...initOf(options) })).data
  }

  /** The buyer's responses since the decision, in the order in which they were recorded. */
  async *responses(
    id: string,
    options: RequestOptions = {},
  ): AsyncGenerator<Schemas['BuyerResponse'], void, undefined> {
    for await (const { data } of pagesOf(this.#client, '/v1/invoices/{id}/responses', {}, options, id)) yield* data
  }

  /** Starts the processing of an invoice in status `error` again. */
  async retry(id: string, options: ChangeOptions = {}): Promise<Invoice> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.POST('/v1/invoices/{id}/retry', { params, ...initOf(options) })).data
  }

  /** Reports the payment of an accepted invoice to a government that requires it. */
  async reportPayment(id: string, body: Schemas['ReportPayment'], options: ChangeOptions = {}): Promise<Invoice> {
    const init = { body, params: { path: { id } }, ...initOf(options) }
    return expectSuccess(await this.#client.POST('/v1/invoices/{id}/paid', init)).data
  }

  /**
   * Polls an invoice, with growing pauses, until its status is `accepted`, `rejected` or `error`.
   * For tests and small volumes; a webhook reports the status without polling. It only reads: call
   * it as often as you like, several times at once, or again after a crash or a timeout. A service
   * that is away for a while does not end the wait. Throws `ClearwayTimeoutError` when the time is
   * over; processing of the invoice continues. An id that is unknown is asked for again for 30
   * seconds at most: the process that answers may not show an invoice yet that was created a
   * moment ago.
   *
   * @param invoice its id; or the invoice as a call returned it, so that an older state of it is
   * no answer: after `retry` a process may show the earlier `error` for a moment
   * @param options `withinMs`: how many milliseconds to wait in total, 120,000 by default. A real
   * government may take hours.
   */
  async waitUntilDecided(
    invoice: string | Pick<Invoice, 'id' | 'updatedAt'>,
    options: RequestOptions & { readonly withinMs?: number | undefined } = {},
  ): Promise<Invoice> {
    const { withinMs = 120_000, signal } = options
    const { id, updatedAt: since } = typeof invoice === 'string' ? { id: invoice, updatedAt: '' } : invoice
    const begun = performance.now()
    const deadline = begun + withinMs
    const shownBy = begun + Math.min(withinMs, UNSHOWN_MS)
    let status = 'unknown'
    let cause: unknown
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      try {
        const found = await this.get(id, options)
        ;({ status } = found)
        cause = undefined
        if (DECIDED.has(status) && (since === '' || found.updatedAt >= since)) return found
      } catch (error) {
        const isUnshown = error instanceof ClearwayError && error.status === 404 && performance.now() < shownBy
        if (!isUnshown && !isPassing(error, status !== 'unknown')) throw error
        cause = error
      }
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) {
        const known = { cause, mayHaveArrived: true, idempotencyKey: null }
        throw new ClearwayTimeoutError(`${id} is still ${status} after ${withinMs} ms`, withinMs, known)
      }
      await delay(Math.min(pauseMs, leftMs), undefined, signal && { signal }).catch(() => signal?.throwIfAborted())
    }
  }

  /** The documents that were produced and received for an invoice. */
  async documents(id: string, options: RequestOptions = {}): Promise<Schemas['Document'][]> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/invoices/{id}/documents', { params, ...initOf(options) })).data
  }

  /** Proof that the invoice's events are sealed, for `verifyProof`. */
  async proof(id: string, options: RequestOptions = {}): Promise<Schemas['InvoiceProof']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/invoices/{id}/proof', { params, ...initOf(options) })).data
  }

  /** A document, by its `kind`: `xml` as it was sent, `receipt`, `attachment-1` and so on. */
  async document(id: string, kind: string, options: RequestOptions = {}): Promise<Download> {
    const params = { path: { id, kind } }
    const init = { params, parseAs: 'arrayBuffer', ...initOf(options) } as const
    const result = await this.#client.GET('/v1/invoices/{id}/documents/{kind}', init)
    return downloadOf(result.response, expectSuccess(result))
  }

  /** The human-readable invoice, in `language` or by default its country's. */
  async pdf(
    id: string,
    query: QueryOfOperation<'getInvoicePdf'> = {},
    options: RequestOptions = {},
  ): Promise<Download> {
    const params = { path: { id }, query }
    const init = { params, parseAs: 'arrayBuffer', ...initOf(options) } as const
    const result = await this.#client.GET('/v1/invoices/{id}/documents/pdf', init)
    return downloadOf(result.response, expectSuccess(result))
  }

  /** The PDF with the Cross Industry Invoice inside: Factur-X in France, ZUGFeRD in Germany. */
  async facturX(
    id: string,
    query: QueryOfOperation<'getInvoiceFacturX'> = {},
    options: RequestOptions = {},
  ): Promise<Download> {
    const params = { path: { id }, query }
    const init = { params, parseAs: 'arrayBuffer', ...initOf(options) } as const
    const result = await this.#client.GET('/v1/invoices/{id}/documents/factur-x', init)
    return downloadOf(result.response, expectSuccess(result))
  }
}
