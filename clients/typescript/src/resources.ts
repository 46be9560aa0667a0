import type { Client } from 'openapi-fetch'
import type { components, operations, paths } from './api.js'
import { expectSuccess } from './error.js'
import { type ChangeOptions, initOf, pagesOf, paginate, type QueryOf, type RequestOptions } from './pages.js'
import type { WebhookEvent } from './webhook.js'

type Schemas = components['schemas']
type Credentials = operations['setConnectionCredentials']['requestBody']['content']['application/json']
/** The id of a deleted object. */
interface Deleted {
  readonly id: string
  readonly deleted: true
}

/** An event of the feed: the body of its delivery. */
export type FeedEvent = Exclude<WebhookEvent, { type: 'webhook.test' }>

/** Some events of the feed, and the cursor to continue from. */
export interface EventPage {
  readonly events: readonly FeedEvent[]
  /** Store it after processing the events: later events begin there. */
  readonly cursor: string
}

/** The companies that send invoices. */
export class Companies {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /** Creates a company. */
  async create(body: Schemas['CreateCompany'], options: ChangeOptions = {}): Promise<Schemas['Company']> {
    return expectSuccess(await this.#client.POST('/v1/companies', { body, ...initOf(options) })).data
  }

  /** A company, including a deleted one. */
  async get(id: string, options: RequestOptions = {}): Promise<Schemas['Company']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/companies/{id}', { params, ...initOf(options) })).data
  }

  /** All companies, oldest first, page after page. */
  list(query: QueryOf<'/v1/companies'> = {}, options: RequestOptions = {}): AsyncGenerator<Schemas['Company'], void> {
    return paginate(this.#client, '/v1/companies', query, options)
  }

  /** Changes the given fields; an address or contacts are replaced as a whole. */
  async update(id: string, body: Schemas['UpdateCompany'], options: RequestOptions = {}): Promise<Schemas['Company']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.PATCH('/v1/companies/{id}', { body, params, ...initOf(options) })).data
  }

  /** What its invoices contain where they do not say it themselves. */
  async getDefaults(id: string, options: RequestOptions = {}): Promise<Schemas['DefaultsOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/companies/{id}/defaults', { params, ...initOf(options) })).data
  }

  /** Sets these defaults as a whole. */
  async setDefaults(
    id: string,
    body: Schemas['CompanyDefaults'],
    options: RequestOptions = {},
  ): Promise<Schemas['DefaultsOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.PUT('/v1/companies/{id}/defaults', { body, params, ...initOf(options) }))
      .data
  }

  /** Removes these defaults. */
  async removeDefaults(id: string, options: RequestOptions = {}): Promise<Schemas['DefaultsOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.DELETE('/v1/companies/{id}/defaults', { params, ...initOf(options) })).data
  }

  /** Whether it receives, and by which channels. */
  async getReceiving(id: string, options: RequestOptions = {}) {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/companies/{id}/receiving', { params, ...initOf(options) })).data
  }

  /** Switches receiving on or off for it. */
  async setReceiving(id: string, body: Schemas['Receiving'], options: RequestOptions = {}) {
    const params = { path: { id } }
    return expectSuccess(await this.#client.PUT('/v1/companies/{id}/receiving', { body, params, ...initOf(options) }))
      .data
  }

  /** Logo and colour of its invoices' pages. */
  async getLogo(id: string, options: RequestOptions = {}): Promise<Schemas['LogoOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/companies/{id}/logo', { params, ...initOf(options) })).data
  }

  /** Sets logo and colour of the pages of its later invoices as a whole. */
  async setLogo(
    id: string,
    body: Schemas['CompanyLogo'],
    options: RequestOptions = {},
  ): Promise<Schemas['LogoOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.PUT('/v1/companies/{id}/logo', { body, params, ...initOf(options) })).data
  }

  /** Removes logo and colour of its later invoices. */
  async removeLogo(id: string, options: RequestOptions = {}): Promise<Schemas['LogoOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.DELETE('/v1/companies/{id}/logo', { params, ...initOf(options) })).data
  }

  /** Its number series, with the next number, which is not reserved. */
  async getNumbering(id: string, options: RequestOptions = {}): Promise<Schemas['NumberingOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/companies/{id}/numbering', { params, ...initOf(options) })).data
  }

  /** Sets its number series: its invoices get their numbers from it. */
  async setNumbering(
    id: string,
    body: Schemas['Numbering'],
    options: RequestOptions = {},
  ): Promise<Schemas['NumberingOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.PUT('/v1/companies/{id}/numbering', { body, params, ...initOf(options) }))
      .data
  }

  /** Removes its number series. */
  async removeNumbering(id: string, options: RequestOptions = {}): Promise<Schemas['NumberingOfCompany']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.DELETE('/v1/companies/{id}/numbering', { params, ...initOf(options) })).data
  }

  /** Deletes a company; it accepts no new invoices afterwards. */
  async delete(id: string, options: RequestOptions = {}): Promise<Deleted> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.DELETE('/v1/companies/{id}', { params, ...initOf(options) })).data
  }
}

/** The connections of companies to governments. */
export class Connections {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /** Connects a company; returns the existing connection if there is one. */
  async create(body: Schemas['CreateConnection'], options: ChangeOptions = {}): Promise<Schemas['CreatedConnection']> {
    return expectSuccess(await this.#client.POST('/v1/connections', { body, ...initOf(options) })).data
  }

  /** A connection. */
  async get(id: string, options: RequestOptions = {}): Promise<Schemas['Connection']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/connections/{id}', { params, ...initOf(options) })).data
  }

  /** All connections, oldest first, page after page. */
  list(
    query: QueryOf<'/v1/connections'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Schemas['Connection'], void> {
    return paginate(this.#client, '/v1/connections', query, options)
  }

  /** Stores the credentials that `setupInstructions` require. They are never shown again. */
  async setCredentials(id: string, body: Credentials, options: RequestOptions = {}): Promise<Schemas['Connection']> {
    const init = { body, params: { path: { id } }, ...initOf(options) }
    return expectSuccess(await this.#client.PUT('/v1/connections/{id}/credentials', init)).data
  }

  /** How many calls to the government are left, and when the next invoice is sent. */
  async budget(id: string, options: RequestOptions = {}): Promise<Schemas['ConnectionBudget']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/connections/{id}/budget', { params, ...initOf(options) })).data
  }

  /** Whether the government accepts its credentials; no document is sent. */
  async test(id: string, options: ChangeOptions = {}): Promise<Schemas['ConnectionTest']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.POST('/v1/connections/{id}/test', { params, ...initOf(options) })).data
  }

  /** Whether a buyer receives invoices over Peppol, and which documents. */
  async participant(participantId: string, options: RequestOptions = {}): Promise<Schemas['Participant']> {
    const params = { path: { participantId } }
    return expectSuccess(await this.#client.GET('/v1/participants/{participantId}', { params, ...initOf(options) }))
      .data
  }

  /** Deletes a connection, with its tokens and certificates. */
  async delete(id: string, options: RequestOptions = {}): Promise<Deleted> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.DELETE('/v1/connections/{id}', { params, ...initOf(options) })).data
  }
}

/** The webhook of the account and environment, and its deliveries. */
export class Webhooks {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /** Sets where events are sent. Only this answer shows the new `secret`. */
  async configure(
    body: Schemas['ConfigureWebhook'],
    options: ChangeOptions = {},
  ): Promise<Schemas['ConfiguredWebhook']> {
    return expectSuccess(await this.#client.POST('/v1/webhooks', { body, ...initOf(options) })).data
  }

  /** The configuration with a masked secret; all fields are null if there is none. */
  async get(options: RequestOptions = {}): Promise<Schemas['Webhook']> {
    return expectSuccess(await this.#client.GET('/v1/webhooks', initOf(options))).data
  }

  /** Stops sending; pending deliveries are cancelled. */
  async delete(options: RequestOptions = {}): Promise<void> {
    expectSuccess(await this.#client.DELETE('/v1/webhooks', initOf(options)))
  }

  /** Creates a new secret, shown only in this answer; the previous one also signs for 24 hours. */
  async rotateSecret(options: ChangeOptions = {}): Promise<Schemas['RotatedWebhook']> {
    return expectSuccess(await this.#client.POST('/v1/webhooks/rotate-secret', initOf(options))).data
  }

  /** Sends an event of the kind `webhook.test`. */
  async test(options: ChangeOptions = {}): Promise<Schemas['Delivery']> {
    return expectSuccess(await this.#client.POST('/v1/webhooks/test', initOf(options))).data
  }

  /** Sends the events of a period again, at most 1,000; continue with `nextCursor`. */
  async replay(body: Schemas['Replay'], options: ChangeOptions = {}): Promise<Schemas['Replayed']> {
    return expectSuccess(await this.#client.POST('/v1/webhooks/replay', { body, ...initOf(options) })).data
  }

  /** All deliveries that match the query, newest first, page after page. */
  deliveries(
    query: QueryOf<'/v1/webhooks/deliveries'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Schemas['Delivery'], void> {
    return paginate(this.#client, '/v1/webhooks/deliveries', query, options)
  }

  /** A delivery with its attempts. */
  async delivery(id: string, options: RequestOptions = {}): Promise<Schemas['Delivery']> {
    const params = { path: { id } }
    return expectSuccess(await this.#client.GET('/v1/webhooks/deliveries/{id}', { params, ...initOf(options) })).data
  }

  /** Sends one delivery again at once. */
  async redeliver(id: string, options: ChangeOptions = {}): Promise<Schemas['Delivery']> {
    const init = { params: { path: { id } }, ...initOf(options) }
    return expectSuccess(await this.#client.POST('/v1/webhooks/deliveries/{id}/redeliver', init)).data
  }
}

/** The feed of all events, for clients that poll or that were offline. */
export class Events {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /**
   * The existing events, oldest first, from `cursor` on; ends with the last of them. Store the
   * cursor of each page after processing its events, and begin there the next time: you miss no
   * event and see none twice.
   */
  async *pages(
    query: QueryOf<'/v1/events'> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<EventPage, void, undefined> {
    for await (const { data, nextCursor } of pagesOf(this.#client, '/v1/events', query, options)) {
      // A page without events leaves the cursor where it was.
      if (data.length > 0 && nextCursor !== null) yield { events: data as unknown as FeedEvent[], cursor: nextCursor }
    }
  }
}

/** The account's API keys. */
export class ApiKeys {
  readonly #client: Client<paths>

  constructor(client: Client<paths>) {
    this.#client = client
  }

  /** Creates a key. Only this answer shows the full key. */
  async create(body: Schemas['CreateApiKey'], options: ChangeOptions = {}): Promise<Schemas['CreatedApiKey']> {
    return expectSuccess(await this.#client.POST('/v1/api-keys', { body, ...initOf(options) })).data
  }

  /** All keys of both environments, oldest first, page after page. */
  list(query: QueryOf<'/v1/api-keys'> = {}, options: RequestOptions = {}): AsyncGenerator<Schemas['ApiKey'], void> {
    return paginate(this.#client, '/v1/api-keys', query, options)
  }

  /** Stops a key at once. */
  async revoke(id: string, options: RequestOptions = {}): Promise<void> {
    const params = { path: { id } }
    expectSuccess(await this.#client.DELETE('/v1/api-keys/{id}', { params, ...initOf(options) }))
  }
}
