import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector gets it; attributes by name, their values as text. */
interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: ReadonlyMap<string, string>
  readonly links: readonly string[]
  /** `service.instance.id`: of one process. */
  readonly instance: string
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly attributes: readonly Attribute[]
        readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
      }[]
    }[]
  }[]
}

/** Takes traces by OTLP over HTTP, as JSON, on a real socket. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = []
  /** Everything that came, as it came. */
  readonly bodies: string[] = []
  /** The headers of the last request. */
  headers: Readonly<Record<string, unknown>> = {}
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        this.headers = request.headers
        const body = Buffer.concat(chunks).toString('utf8')
        this.bodies.push(body)
        if (request.url === '/v1/traces') this.#take(JSON.parse(body) as Export)
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
      })
    })
  }

  static async listen(): Promise<OtlpCollector> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new OtlpCollector(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const instance = textsOf(resource.attributes).get('service.instance.id') ?? ''
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { name, traceId, spanId, parentSpanId = '', attributes, links = [] } = span
        this.spans.push({
          name,
          traceId,
          spanId,
          parentSpanId,
          attributes: textsOf(attributes),
          links: links.map((link) => `${link.traceId}-${link.spanId}`),
          instance,
        })
      }
    }
  }
}

function textsOf(attributes: readonly Attribute[]): ReadonlyMap<string, string> {
  return new Map(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
}
