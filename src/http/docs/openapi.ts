/** The part of a JSON Schema that the pages show. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly contentMediaType?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly 'x-maxDecimals'?: number
  readonly 'x-countries'?: readonly string[]
  readonly 'x-requiredUnless'?: Readonly<Record<string, string>>
  readonly 'x-requiredWithout'?: Readonly<Record<string, string>>
  readonly 'x-refused'?: Readonly<Record<string, string>>
}

/** An example in OpenAPI. */
export interface NamedExample {
  readonly summary: string
  readonly value: unknown
}

/** A body of one media type. */
export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, NamedExample>>
}

/** A parameter of a path, a query or the headers. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

/** A header of an answer. */
interface Header {
  readonly description: string
  readonly example?: unknown
}

/** The answer of an operation with one status. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header>>
  readonly content?: Readonly<Record<string, Media>>
}

interface RawOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer | Reference>>
}

interface Reference {
  readonly $ref: string
}

/** One operation, or one event that is sent to webhooks, with its path. */
export interface Operation extends Omit<RawOperation, 'responses' | 'parameters'> {
  /** In capitals. */
  readonly method: string
  /** With parameters in braces; for an event its kind. */
  readonly path: string
  readonly isPublic: boolean
  readonly parameters: readonly Parameter[]
  /** By status, with the name of the error that several operations share. */
  readonly answers: readonly (Answer & { readonly status: string; readonly shared: string | null })[]
}

/** An OpenAPI document as the service generates it. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: RawOperation }>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Read access to the OpenAPI document: references resolved, operations as a list. */
export class ApiReference {
  readonly #document: OpenApiDocument
  /** In the order of the tags, and within a tag in the order of declaration. */
  readonly operations: readonly Operation[]
  /** The webhook events; `path` is the event's kind. */
  readonly events: readonly Operation[]

  constructor(document: OpenApiDocument) {
    this.#document = document
    const all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => this.#operation(method.toUpperCase(), path, raw)),
    )
    this.operations = document.tags.flatMap(({ name }) => all.filter(({ tags }) => tags?.[0] === name))
    this.events = Object.entries(document.webhooks).map(([kind, { post }]) => this.#operation('POST', kind, post))
  }

  /** The description of the API (CommonMark). */
  get introduction(): string {
    return this.#document.info.description
  }

  get tags(): OpenApiDocument['tags'] {
    return this.#document.tags
  }

  /** The errors that operations share, by name. */
  get errors(): readonly (Answer & { readonly name: string })[] {
    return Object.keys(this.#document.components['responses'] ?? {}).map((name) => ({
      ...this.#answer({ $ref: `#/components/responses/${name}` }),
      name,
    }))
  }

  operation(id: string): Operation | undefined {
    return this.operations.find(({ operationId }) => operationId === id)
  }

  /** The operation that a text names, such as `GET /v1/invoices/:id`. */
  named(method: string, path: string): Operation | undefined {
    const wanted = path.replace(/:(\w+)/g, '{$1}').split('?', 1)[0]
    return this.operations.find((each) => each.method === method && each.path === wanted)
  }

  /** A schema with its reference resolved; properties beside the reference take precedence. */
  schema(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema
    const { $ref, ...beside } = schema
    return { ...this.schema(this.#target($ref) as Schema), ...beside }
  }

  #operation(method: string, path: string, { responses, parameters = [], ...raw }: RawOperation): Operation {
    return {
      ...raw,
      method,
      path,
      parameters,
      isPublic: Array.isArray(raw.security),
      answers: Object.entries(responses).map(([status, answer]) => ({
        ...this.#answer(answer),
        status,
        shared: '$ref' in answer ? nameIn(answer.$ref) : null,
      })),
    }
  }

  #answer(answer: Answer | Reference): Answer {
    const whole = '$ref' in answer ? (this.#target(answer.$ref) as Answer) : answer
    const headers = Object.entries(whole.headers ?? {}).map(([name, header]) => [
      name,
      '$ref' in header ? this.#target(String(header.$ref)) : header,
    ])
    return { ...whole, headers: Object.fromEntries(headers) as Record<string, Header> }
  }

  #target(ref: string): unknown {
    const [, , kind = '', name = ''] = ref.split('/')
    const found = this.#document.components[kind]?.[name]
    if (found === undefined) throw new Error(`the document does not contain ${ref}`)
    return found
  }
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
