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
  readonly country: string
  readonly externalId?: string
  readonly customer: {
    readonly name: string
    readonly consumer?: boolean
    readonly electronicAddress?: { readonly scheme: string }
  }
  readonly supplier: { readonly name: string; readonly vatNumber: string }
  readonly lines: readonly unknown[]
}

/** Calls the API as any client would: JSON over HTTP with a bearer key. */
export class ApiClient {
  readonly #base: string
  readonly #key: string

  constructor(base: string, key: string) {
    this.#base = base
    this.#key = key
  }

  get<T>(path: string): Promise<T> {
    return this.#call<T>(path, { method: 'GET' })
  }

  post<T>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    if (body === undefined) return this.#call<T>(path, { method: 'POST' }, headers)
    const init = { method: 'POST', body: JSON.stringify(body) }
    return this.#call<T>(path, init, { 'Content-Type': 'application/json', ...headers })
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>(path, { method: 'PUT', body: JSON.stringify(body) }, { 'Content-Type': 'application/json' })
  }

  async #call<T>(path: string, init: RequestInit, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    const answer = await fetch(this.#base + path, {
      ...init,
      headers: { ...headers, Authorization: `Bearer ${this.#key}` },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path} answered ${answer.status}: ${text}`)
    return (JSON.parse(text) as { data: T }).data
  }
}
