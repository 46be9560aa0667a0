import type { CountryCode } from '../src/domain/request/invoice-request.js'

/** What the demo reads of an invoice. */
export interface Invoice {
  readonly id: string
  readonly country: string
  readonly status: string
  readonly grossAmount: string
  readonly currency: string
  readonly externalId: string | null
  readonly govId: string | null
  readonly errorMessage: string | null
  readonly errorTranslated: string | null
  readonly errorFix: string | null
}

/** What the demo reads of a file under samples/. */
export interface SampleInvoice {
  readonly country: CountryCode
  readonly externalId?: string
  readonly customer: {
    readonly name: string
    readonly vatNumber: string
    readonly consumer?: boolean
    readonly electronicAddress?: { readonly scheme: string }
  }
  readonly supplier: { readonly name: string; readonly vatNumber: string }
  readonly lines: readonly unknown[]
}

interface Answer<T> {
  readonly data: T
  /** Of lists; null on the last page. */
  readonly nextCursor?: string | null
}

const JSON_BODY = { 'Content-Type': 'application/json' }

/** Calls the API as any client would: JSON over HTTP with a bearer key. */
export class ApiClient {
  readonly #base: string
  readonly #key: string

  constructor(base: string, key: string) {
    this.#base = base
    this.#key = key
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#call<T>(path, { method: 'GET' })).data
  }

  /** All pages of a list; `path` has a query. */
  async list<T>(path: string): Promise<readonly T[]> {
    const rows: T[] = []
    let cursor: string | null = null
    do {
      const from: string = cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`
      const page: Answer<readonly T[]> = await this.#call<readonly T[]>(from, { method: 'GET' })
      rows.push(...page.data)
      cursor = page.nextCursor ?? null
    } while (cursor !== null)
    return rows
  }

  async post<T>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    if (body === undefined) return (await this.#call<T>(path, { method: 'POST' }, headers)).data
    return (await this.#call<T>(path, { method: 'POST', body: JSON.stringify(body) }, { ...JSON_BODY, ...headers }))
      .data
  }

  async put<T>(path: string, body: unknown): Promise<T> {
    return (await this.#call<T>(path, { method: 'PUT', body: JSON.stringify(body) }, JSON_BODY)).data
  }

  async #call<T>(path: string, init: RequestInit, headers: Readonly<Record<string, string>> = {}): Promise<Answer<T>> {
    const answer = await fetch(this.#base + path, {
      ...init,
      headers: { ...headers, Authorization: `Bearer ${this.#key}` },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Answer<T>
  }
}
