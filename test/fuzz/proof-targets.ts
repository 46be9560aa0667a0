import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { type InvoiceProof, verifyProof, verifyWebhook } from '../../clients/typescript/src/index.js'
import { faultInOrder, faultOfSeal, publicKeyOf } from '../../src/audit/seals/seals.js'
import { tokenIn, verifyTimeStamp } from '../../src/audit/seals/time-stamping.js'
import { verifyArchive } from '../../src/audit/verify/archive/archive.js'
import { asSeal } from '../../src/audit/verify/archive/lines.js'
import * as corpus from './corpus.js'
import { fieldsOf, joined, partsOf } from './parts.js'
import type { Target } from './target.js'

const authority = readFileSync(join(corpus.RECORDED, 'time-stamp-ca.pem'), 'utf8')
const stamped = Buffer.from(corpus.STAMPED)
const keys = corpus.archiveLines('seals.ndjson').flatMap((line) => {
  const key = publicKeyOf(asSeal(JSON.parse(line.toString('utf8')))?.seal.publicKey ?? '')
  return key === null ? [] : [key]
})

/** Checks an archive that is on the disk only for the check. */
async function checked(zip: Uint8Array): Promise<void> {
  const file = join(tmpdir(), `clearway-fuzz-${randomUUID()}.zip`)
  writeFileSync(file, zip)
  try {
    await verifyArchive(file, keys, undefined, [authority])
  } finally {
    rmSync(file)
  }
}

/** An input without JSON is not for readers of values. */
function valueIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const DELIVERED = '{"type":"invoice.accepted"}'
const DELIVERY = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1795000000',
  'webhook-signature': `v1,${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
    .update(`evt_1.1795000000.${DELIVERED}`)
    .digest('base64')}`,
}

/** Headers as HTTP can bring them. */
function headersIn(head: string): Readonly<Record<string, string | readonly string[]>> {
  const isText = (value: unknown): value is string => typeof value === 'string'
  const isSent = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))
  return Object.fromEntries(Object.entries(fieldsOf(head)).filter(([, value]) => isSent(value))) as Record<
    string,
    string | readonly string[]
  >
}

/** Readers of signatures, and of signed content. */
export const PROOF_TARGETS: Readonly<Record<string, Target>> = {
  timeStamp: {
    corpus: () => corpus.recorded('time-stamp.tsr'),
    read: (bytes) => verifyTimeStamp(tokenIn(bytes), stamped, [authority], Buffer.from([1, 2, 3])),
    throws: ['NoTimeStamp'],
  },
  token: {
    corpus: () => corpus.recorded('time-stamp.tsr').map((answer) => Buffer.from(tokenIn(answer))),
    read: (bytes) => verifyTimeStamp(bytes, stamped, [authority]),
    throws: ['NoTimeStamp'],
  },
  seal: {
    corpus: () => corpus.archiveLines('seals.ndjson'),
    read(bytes) {
      const recorded = asSeal(valueIn(bytes))
      if (recorded === null) return
      faultOfSeal(recorded.seal)
      faultInOrder(recorded.seal, recorded.seal)
    },
    throws: [],
  },
  publicKey: { corpus: corpus.pems, read: (bytes) => publicKeyOf(bytes.toString('utf8')), throws: [] },
  archive: { corpus: () => corpus.recorded('archive.zip'), read: checked, throws: ['BadArchive'] },
  archiveFiles: {
    corpus: corpus.archiveParts,
    read(bytes) {
      const files = partsOf(bytes).map(({ head, body }, index) => {
        const { name } = fieldsOf(head)
        return [typeof name === 'string' ? name : `part ${index}`, body] as const
      })
      return checked(zipSync(Object.fromEntries(files), { level: 0, mtime: '2026-01-01' }))
    },
    throws: ['BadArchive'],
  },
  proof: {
    corpus: corpus.proofs,
    read: (bytes) => verifyProof(valueIn(bytes) as InvoiceProof),
    throws: [],
  },
  webhook: {
    corpus: () => [joined([{ head: JSON.stringify(DELIVERY), body: Buffer.from(DELIVERED) }])],
    read(bytes) {
      for (const { head, body } of partsOf(bytes)) {
        const headers = headersIn(head)
        for (const given of [headers, head])
          verifyWebhook(body, given, SECRET, { now: 1_795_000_000, toleranceSeconds: 300 })
      }
    },
    throws: ['WebhookVerificationError'],
  },
}
