import { hash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import type { HttpOutcome } from '../../../../src/countries/gateway/government-http.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { anafGateway } from '../../../../src/countries/ro/anaf/gateway.js'
import { BadZip, readZip, ZIP_LIMITS } from '../../../../src/countries/gateway/zip.js'
import { writeZip } from '../../../standins/anaf/zip-writer.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import type { Submission } from '../../../../src/countries/gateway/gateway.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')

/** Answers everything with the same. */
class OneAnswer extends GovernmentHttp {
  constructor(private readonly answer: HttpOutcome) {
    super()
  }

  override async send(): Promise<HttpOutcome> {
    return this.answer
  }
}

const submission: Submission = {
  scope: { account: 'acc_1', environment: 'production' },
  invoiceId: 'inv_1',
  attemptId: 'attempt-1',
  refusals: 0,
  createdAt: NOW,
  invoice: {
    country: 'RO',
    invoiceType: 'invoice',
    number: 'F-1',
    supplier: { vatNumber: 'RO18547290', name: 'Seller' },
    customer: { vatNumber: 'RO9010105', name: 'Buyer' },
    lines: [],
    currency: 'RON',
    issueDate: '2026-11-22',
  },
  xml: new TextEncoder().encode('<Invoice/>'),
  access: { connectionId: 'con_1', vatNumber: 'RO18547290', credentials: { accessToken: 'very-secret' } },
}

function gatewayBefore(answer: HttpOutcome) {
  const tools = gatewayTools({
    settings: { ANAF_API_URL: 'https://anaf.example', ANAF_CLIENT_ID: 'x' },
    clock: { now: () => NOW },
  })
  const gateway = anafGateway(tools, new OneAnswer(answer))
  if (gateway === null) throw new Error('no gateway')
  return { gateway, tools }
}

/** Every outcome that one answer can lead to. */
async function outcomes(answer: HttpOutcome) {
  const { gateway } = gatewayBefore(answer)
  return [
    await gateway.find(submission),
    await gateway.submit(submission),
    await gateway.poll(submission, '5000000001', new Date(NOW.getTime() - 120_000)),
  ]
}

const DECISIVE = ['unknown', 'known', 'refused', 'submitted', 'accepted', 'rejected', 'pending']

const pieces = fc.constantFrom(
  ...['<header ', 'stare="', 'ok"', 'nok"', ' id_descarcare="12"', '/>', '>', '</header>', 'ExecutionStatus="0"'],
  ...['index_incarcare="', '<Errors errorMessage="', '{"eroare":"', '"}', '<html>', 'PK\u0003\u0004', '<!DOCTYPE x>'],
  ...['{"mesaje":[', ']}', '<?xml version="1.0"?>', '\uFEFF', '\u0000', '&#9;', 'Factura', ' '],
)
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(pieces, { maxLength: 8 }).map((parts) => new TextEncoder().encode(parts.join(''))),
)

t.test('an answer that is none of ANAF’s decides nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.constantFrom(200, 201, 302, 400, 404, 408, 418, 500), async (bytes, status) => {
      for (const { kind } of await outcomes({ kind: 'answer', status, headers: {}, bytes })) {
        if (DECISIVE.includes(kind)) throw new Error(`${kind}: ${JSON.stringify(new TextDecoder().decode(bytes))}`)
      }
    }),
    { numRuns: 500 },
  )
  t.pass('500 answers')
})

t.test('no outcome holds the token', async (t) => {
  for (const status of [200, 400, 401, 403, 500])
    for (const outcome of await outcomes({
      kind: 'answer',
      status,
      headers: {},
      bytes: new TextEncoder().encode('{"message":"other"}'),
    }))
      t.notMatch(JSON.stringify(outcome), /very-secret/)
})

t.test('a failure without an answer never decides, and keeps the note unless nothing was sent', async (t) => {
  for (const sent of ['no', 'perhaps'] as const) {
    const { gateway, tools } = gatewayBefore({ kind: 'failure', reason: 'x', sent })
    t.match(await gateway.submit(submission), { kind: 'unavailable' })
    const note = await tools.uploads.find(submission.scope, submission.attemptId)
    t.equal(note === null, sent === 'no', sent)
  }
})

t.test('an archive is read as it was written', async (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: fc.string({ maxLength: 20 }), bytes: fc.uint8Array({ maxLength: 500 }) }), {
        maxLength: ZIP_LIMITS.entries,
      }),
      (files) => {
        const read = readZip(writeZip(files))
        if (read.length !== files.length) throw new Error('a file is missing')
        read.forEach(({ bytes }, index) => {
          if (hash('sha256', bytes) !== hash('sha256', files[index]?.bytes ?? '')) throw new Error('other bytes')
        })
      },
    ),
  )
  t.pass('archives')
})

t.test('an archive that was changed is refused, and nothing else is thrown', async (t) => {
  const archive = writeZip([{ name: '1.xml', bytes: Buffer.from('<Invoice>some text</Invoice>') }])
  let refused = 0
  for (let at = 0; at < archive.length; at += 1) {
    for (const value of [0, 0xff, (archive[at] ?? 0) ^ 1]) {
      const changed = Buffer.from(archive)
      changed[at] = value
      try {
        readZip(changed)
      } catch (error) {
        if (!(error instanceof BadZip)) throw error
        refused += 1
      }
    }
    try {
      readZip(archive.subarray(0, at))
      t.fail(`cut at ${at}`)
    } catch (error) {
      if (!(error instanceof BadZip)) throw error
    }
  }
  t.ok(refused > archive.length)
})

t.test('an archive that grows beyond its limits is refused within little time and memory', async (t) => {
  const bomb = writeZip([{ name: '1.xml', bytes: Buffer.alloc(ZIP_LIMITS.entryBytes + 1) }])
  t.ok(bomb.length < 20_000)
  t.throws(() => readZip(bomb), BadZip)
  const many = writeZip(Array.from({ length: ZIP_LIMITS.entries + 1 }, () => ({ name: 'x', bytes: Buffer.from('x') })))
  t.throws(() => readZip(many), BadZip)
  const lying = writeZip([{ name: '1.xml', bytes: Buffer.from('short') }])
  const endless = deflateRawSync(Buffer.alloc(50 * 1024 * 1024))
  t.throws(() => readZip(Buffer.concat([lying.subarray(0, 35), endless, lying.subarray(35)])), BadZip)
})
