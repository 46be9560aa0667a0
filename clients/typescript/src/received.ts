import type { Client } from 'openapi-fetch'
import type { components, operations, paths } from './api.js'
import { type Download, downloadOf } from './download.js'
import { expectSuccess } from './error.js'
import { type ChangeOptions, type EntryOf, initOf, paginate, type QueryOf, type RequestOptions } from './pages.js'

type Schemas = components['schemas']
type DataOf<Operation extends keyof operations, Status extends number> = operations[Operation] extends {
  responses: Record<Status, { content: { 'application/json': { data: infer Data } } }>
}
  ? Data
  : never

/** What suppliers sent to companies that receive. */
export class Received {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /** All received invoices, newest first, page after page. */
  list(
    query: QueryOf<'/v1/received'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<EntryOf<'/v1/received'>, void> {
    return paginate(this.#client, '/v1/received', query, options)
  }

  /** A received invoice, with its content as the JSON of a created one, losses and findings. */
  async get(id: string, options: RequestOptions = {}): Promise<Schemas['ReceivedInvoice']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/received/{id}', { params, ...initOf(options) })).data
  }

  /** What happened to it, oldest first. */
  async timeline(id: string, options: RequestOptions = {}): Promise<DataOf<'listReceivedEvents', 200>> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/received/{id}/events', { params, ...initOf(options) })).data
  }

  /** Marks it as read; a second time changes nothing. */
  async markAsRead(id: string, options: ChangeOptions = {}): Promise<DataOf<'readReceived', 200>> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.POST('/v1/received/{id}/read', { params, ...initOf(options) })).data
  }

  /** Responds to the supplier, in one of the codes that the country has. */
  async respond(
    id: string,
    body: Schemas['RespondToReceived'],
    options: ChangeOptions = {},
  ): Promise<DataOf<'respondToReceived', 201>> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.POST('/v1/received/{id}/responses', { body, params, ...initOf(options) }))
      .data
  }

  /** The responses to the supplier, oldest first, with how far each is. */
  async responses(id: string, options: RequestOptions = {}): Promise<DataOf<'listReceivedResponses', 200>> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/received/{id}/responses', { params, ...initOf(options) })).data
  }

  /** What can be downloaded: the document, the file around it, attachments. */
  async documents(id: string, options: RequestOptions = {}): Promise<DataOf<'listReceivedDocuments', 200>> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/received/{id}/documents', { params, ...initOf(options) })).data
  }

  /** A document, by its `kind`: `xml` byte for byte, `original`, `attachment-1` and so on. */
  async document(id: string, kind: string, options: RequestOptions = {}): Promise<Download> {
    const params = { path: { id, kind } }
    const init = { params, parseAs: 'arrayBuffer', ...initOf(options) } as const
    const result = await this.#client.GET('/v1/received/{id}/documents/{kind}', init)
    return downloadOf(result.response, expectSuccess(result))
  }

  /** The invoice for people, in `language` or by default that of the company that received it. */
  async pdf(
    id: string,
    query: NonNullable<operations['getReceivedPdf']['parameters']['query']> = {},
    options: RequestOptions = {},
  ): Promise<Download> {
    const params = { path: { id }, query }
    const init = { params, parseAs: 'arrayBuffer', ...initOf(options) } as const
    const result = await this.#client.GET('/v1/received/{id}/documents/pdf', init)
    return downloadOf(result.response, expectSuccess(result))
  }
}
