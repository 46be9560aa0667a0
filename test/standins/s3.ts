import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, LocalServer, send } from './local-server.js'

/** An object as the stand-in keeps it. */
interface KeptObject {
  readonly bytes: Buffer
  readonly mediaType: string | undefined
  readonly encryption: string | undefined
  readonly encryptionKey: string | undefined
}

/** The credentials that it accepts; a client of S3 reads them from these variables. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDSTANDIN', AWS_SECRET_ACCESS_KEY: 'secret-of-the-stand-in' }

/**
 * A server of Amazon's S3 protocol with one bucket, by path: PutObject with a sum, GetObject and
 * DeleteObject, with the answers and errors that its documentation gives.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export class S3StandIn {
  readonly objects = new Map<string, KeptObject>()
  readonly calls: string[] = []
  readonly #server = new LocalServer({}, (request, response) => this.#serve(request, response))
  /** What it does instead of its work: it refuses, or ends the connection. */
  fault: 'busy' | 'cut' | null = null

  constructor(readonly bucket = 'documents') {}

  start(): Promise<void> {
    return this.#server.start()
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }

  /** As DOCUMENTS_URL. */
  get url(): string {
    return `s3://${this.bucket}/clearway?endpoint=${encodeURIComponent(this.#server.address)}&pathStyle=true`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const body = await bodyOf(request)
    const [, bucket = '', ...parts] = new URL(request.url ?? '', 'http://s3').pathname.split('/')
    const key = parts.map(decodeURIComponent).join('/')
    this.calls.push(`${method} ${key}`)
    if (this.fault === 'cut') return void response.destroy()
    if (this.fault === 'busy') return refuse(response, 503, 'SlowDown', 'Please reduce your request rate.')
    const credential = /^AWS4-HMAC-SHA256 Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1]
    if (credential !== S3_CREDENTIALS.AWS_ACCESS_KEY_ID)
      return refuse(response, 403, 'InvalidAccessKeyId', 'The access key does not exist in our records.')
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket', 'The specified bucket does not exist')
    switch (method) {
      case 'PUT': {
        const sum = headers['x-amz-checksum-sha256']
        if (sum !== undefined && sum !== createHash('sha256').update(body).digest('base64'))
          return refuse(response, 400, 'BadDigest', 'The SHA256 you specified did not match the calculated checksum.')
        this.objects.set(key, {
          bytes: body,
          mediaType: headers['content-type'],
          encryption: headers['x-amz-server-side-encryption'] as string | undefined,
          encryptionKey: headers['x-amz-server-side-encryption-aws-kms-key-id'] as string | undefined,
        })
        return send(response, { status: 200, headers: { etag: '"x"' }, body: '' })
      }
      case 'GET': {
        const kept = this.objects.get(key)
        if (kept === undefined) return refuse(response, 404, 'NoSuchKey', 'The specified key does not exist.')
        const headers = { 'content-length': String(kept.bytes.byteLength), etag: '"x"' }
        return send(response, { status: 200, headers, body: kept.bytes })
      }
      case 'DELETE':
        this.objects.delete(key)
        return send(response, { status: 204, body: '' })
      default:
        return refuse(response, 405, 'MethodNotAllowed', 'The specified method is not allowed.')
    }
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
  send(response, { status, headers: { 'content-type': 'application/xml' }, body })
}
