import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { FORMATS } from '../../../src/documents/intake/formats.js'

/** As much of an OpenAPI document as tests read. */
interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
}

/** A parameter of an operation. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
  readonly description?: string
}

/** A body of one media type. */
export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

/** An answer of an operation, or a reference to a common one. */
interface Response {
  readonly $ref?: string
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Media>>
}

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

interface Document {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** One operation of the document, with its place. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The service's OpenAPI document, with its schemas compiled by a validator that is not ours. */
export class ApiDocument {
  readonly json: Document
  readonly operations: readonly Placed[]
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: Object.fromEntries(Object.entries(FORMATS).map(([name, { test }]) => [name, test])),
  })

  constructor(json: unknown) {
    this.json = json as Document
    this.operations = Object.entries(this.json.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    this.#ajv.addSchema(this.json, 'document', false, false)
  }

  static async of(app: FastifyInstance): Promise<ApiDocument> {
    return new ApiDocument((await app.inject('/openapi.json')).json())
  }

  operation(id: string): Placed {
    const found = this.operations.find(({ operation }) => operation.operationId === id)
    if (!found) throw new Error(`no operation ${id}`)
    return found
  }

  /** The answer that the document promises for a status; undefined: none. */
  response({ path, method, operation }: Placed, status: number): { pointer: string; response: Response } | undefined {
    const response = operation.responses[String(status)]
    if (response?.$ref !== undefined) {
      const name = response.$ref.split('/').at(-1) ?? ''
      const shared = this.json.components.responses[name]
      return shared && { pointer: `/components/responses/${name}`, response: shared }
    }
    return response && { pointer: `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`, response }
  }

  /** What is wrong with a value by the schema at a place of the document; empty: nothing. */
  faults(pointer: string, value: unknown): readonly string[] {
    const validate: ValidateFunction | undefined = this.#ajv.getSchema(`document#${pointer}`)
    if (!validate) throw new Error(`no schema at ${pointer}`)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
  }
}

/** RFC 6901. */
export function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The JSON pointer from a body or answer to its schema. */
export const JSON_SCHEMA = `/content/${escaped('application/json')}/schema`
