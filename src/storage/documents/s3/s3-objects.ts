import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { type ObjectStore, ObjectStoreUnavailable, ObjectTooLong } from '../object-store.js'
import type { S3Address } from './address.js'

/** How the server encrypts what it keeps; `keyId`: of its key management, with `aws:kms`. */
export interface ServerEncryption {
  readonly algorithm: ServerSideEncryption
  readonly keyId: string | undefined
}

/** Milliseconds until a connection stands, and until an answer comes. */
const CONNECT_WITHIN_MS = 3_000
const ANSWER_WITHIN_MS = 20_000
/** Tries of one call, with growing pauses. */
const TRIES = 3

/**
 * A bucket of Amazon S3 or of a server that speaks its protocol. Credentials come from the
 * environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) or from the role of the machine.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export class S3Objects implements ObjectStore {
  readonly name: string
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #encryption: ServerEncryption | null

  constructor({ bucket, prefix, region, endpoint, pathStyle }: S3Address, encryption: ServerEncryption | null) {
    this.name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
    this.#bucket = bucket
    this.#prefix = prefix === '' ? '' : `${prefix}/`
    this.#encryption = encryption
    this.#client = new S3Client({
      ...(region !== undefined && { region }),
      // Other providers ignore it, but the signature contains one.
      ...(endpoint !== undefined && { endpoint, region: region ?? 'us-east-1' }),
      forcePathStyle: pathStyle,
      maxAttempts: TRIES,
      requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, requestTimeout: ANSWER_WITHIN_MS },
      // The SHA-256 is sent with each object; servers of others do not know the newer sums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async put(key: string, bytes: Uint8Array, mediaType: string, sha256: string): Promise<void> {
    await this.#call(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: this.#prefix + key,
        Body: bytes,
        ContentLength: bytes.byteLength,
        ContentType: mediaType,
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
        ...(this.#encryption && { ServerSideEncryption: this.#encryption.algorithm }),
        ...(this.#encryption?.keyId !== undefined && { SSEKMSKeyId: this.#encryption.keyId }),
      }),
      (command) => this.#client.send(command),
    )
  }

  async get(key: string, size: number): Promise<Uint8Array | null> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + key })
    return this.#call(command, async () => {
      try {
        const { Body } = await this.#client.send(command)
        return await readAtMost(Body as Readable, size)
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null
        throw error
      }
    })
  }

  async delete(key: string): Promise<void> {
    await this.#call(new DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + key }), (command) =>
      this.#client.send(command),
    )
  }

  close(): void {
    this.#client.destroy()
  }

  /** Every failure but `ObjectTooLong` may pass: a server may be away, slow or misconfigured. */
  async #call<Command, Result>(command: Command, send: (command: Command) => Promise<Result>): Promise<Result> {
    try {
      return await send(command)
    } catch (error) {
      if (error instanceof ObjectTooLong) throw error
      throw new ObjectStoreUnavailable(`${this.name} did not answer as expected: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** The server's own code and words, or those of the connection; never the request. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  const { code } = error as NodeJS.ErrnoException
  return `${code ?? error.name}${error.message === '' ? '' : ` (${error.message})`}`
}

async function readAtMost(body: Readable, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    read += chunk.byteLength
    if (read > size) {
      body.destroy()
      throw new ObjectTooLong(`the object has more than ${size} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
