import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { oncePerObject } from '../domain/once-per-object.js'

const compressors = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: promisify(gzip),
} as const

type Coding = keyof typeof compressors

/** Compressing smaller content costs more than it saves. */
const LEAST_BYTES = 1_000

/**
 * Answers content that is the same for every caller: compressed, with an ETag for browsers to
 * check whether it has changed. Not for answers that contain data of an account: an attacker who
 * can place a guess beside a secret learns from the compressed length whether they match (BREACH).
 */
export class StaticContent {
  /** Compressed content by its ETag and coding, the least recently used first. */
  readonly #compressed = new Map<string, Buffer>()
  /** Compressions that several requests may wait for. */
  readonly #underWay = new Map<string, Promise<Buffer>>()
  readonly #mostBytes: number
  #bytes = 0

  /** @param mostBytes most memory for compressed content */
  constructor(mostBytes = 8_000_000) {
    this.#mostBytes = mostBytes
  }

  /** `caching` is Cache-Control; `vary` names what the answer depends on besides the coding. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      content,
      caching = 'no-cache',
      vary = [],
    }: { content: Buffer | string; caching?: string; vary?: readonly string[] },
  ): Promise<FastifyReply> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const { tag } = tagged(bytes)
    void reply.headers({ etag: tag, 'cache-control': caching })
    varyBy(reply, [...vary, 'Accept-Encoding'])
    if (reply.statusCode === 200 && namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const coding = bytes.length < LEAST_BYTES ? null : codingFor(request.headers['accept-encoding'])
    if (coding === null) return reply.send(bytes)
    return reply.header('content-encoding', coding).send(await this.#compress(bytes, tag, coding))
  }

  async #compress(content: Buffer, tag: string, coding: Coding): Promise<Buffer> {
    const key = `${coding} ${tag}`
    const known = this.#compressed.get(key)
    if (known === undefined) return this.#underWay.get(key) ?? this.#begin(key, compressors[coding](content))
    this.#compressed.delete(key)
    this.#compressed.set(key, known)
    return known
  }

  /** Lets all who want the content wait for its compression. */
  async #begin(key: string, compression: Promise<Buffer>): Promise<Buffer> {
    this.#underWay.set(key, compression)
    try {
      const compressed = await compression
      this.#keep(key, compressed)
      return compressed
    } finally {
      this.#underWay.delete(key)
    }
  }

  #keep(key: string, compressed: Buffer): void {
    this.#compressed.set(key, compressed)
    this.#bytes += compressed.length
    for (const [oldest, { length }] of this.#compressed) {
      if (this.#bytes <= this.#mostBytes) break
      this.#compressed.delete(oldest)
      this.#bytes -= length
    }
  }
}

/** The ETag of a content; computed once for one that stays. */
const tagged = oncePerObject((content: Buffer) => ({ tag: `W/"${hash('sha256', content)}"` }))

/** Adds names to the header Vary, each once. */
function varyBy(reply: FastifyReply, names: readonly string[]): void {
  const there = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const more = names.filter((name) => !there.some((each) => each.toLowerCase() === name.toLowerCase()))
  void reply.header('vary', [...there, ...more].join(', '))
}

/** RFC 9110, 13.1.2: compared weakly. */
function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => ['*', tag, tag.slice(2)].includes(each.trim()))
}

/** RFC 9110, 12.5.3: the coding that a client accepts, Brotli before gzip; null: none of them. */
function codingFor(header = ''): Coding | null {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const taken = (['br', 'gzip'] as const).filter((name) => weightOf(name) > 0)
  return taken.sort((one, other) => weightOf(other) - weightOf(one))[0] ?? null
}
