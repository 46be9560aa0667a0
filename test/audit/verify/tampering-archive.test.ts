import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import t from 'tap'
import type { Manifest, ProofLine } from '../../../src/audit/export/format.js'
import type { ExportRequest } from '../../../src/audit/export/selection.js'
import { NothingToExport, writeExport } from '../../../src/audit/export/write.js'
import { findInvoice } from '../../../src/audit/invoice-streams.js'
import { publicKeyOf, type RecordedSeal, signedBytes } from '../../../src/audit/seals/seals.js'
import { keySigner, type SealSigner } from '../../../src/audit/seals/signing.js'
import { verifyArchive } from '../../../src/audit/verify/archive/archive.js'
import type { Finding } from '../../../src/audit/verify/findings.js'
import { BadArchive } from '../../../src/audit/verify/archive/zip-reader.js'
import type { RecordedEvent } from '../../../src/domain/event.js'
import { rechained, storeToTamper } from './store-to-tamper.js'

const made = await storeToTamper(t)
const { store, pool, documents, signer, scope, companyId, invoices, ids, testInvoice, xml, receipt } = made
const [first = '', second = '', third = ''] = invoices
const folder = mkdtempSync(join(tmpdir(), 'clearway-export-'))
t.teardown(() => {
  rmSync(folder, { recursive: true, force: true })
})
const EVER = { from: new Date(0), to: new Date(Date.UTC(2100, 0)) }
const key = publicKeyOf(signer.publicKey)
if (key === null) throw new Error('no key')
const trusted = [key]

let files = 0
async function exported(request: ExportRequest, now = new Date(0), by: SealSigner | null = signer): Promise<string> {
  const file = join(folder, `${(files += 1)}.zip`)
  await writeExport({ store, pool, documents, signer: by, now: () => now, version: '1.2.3' }, request, file)
  return file
}
const account: ExportRequest = { kind: 'account', account: scope.account, environment: null, period: EVER }

function contentOf(file: string): Record<string, Uint8Array> {
  return unzipSync(readFileSync(file))
}
function lines<T>(content: Record<string, Uint8Array>, name: string): T[] {
  const text = strFromU8(content[name] ?? new Uint8Array())
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]))
}

const whole = await exported(account)

t.test('an account: all of its events as they are stored, documents, seals and proofs', async (t) => {
  const content = contentOf(whole)
  const events = lines<RecordedEvent>(content, 'events.ndjson')
  t.strictSame(
    events.filter(({ stream }) => stream === first).map(({ id, type, revision }) => [id, type, revision]),
    (await store.readStream(first)).map(({ id, type, revision }) => [id, type, revision]),
  )
  const positions = events.map(({ position }) => Number(position))
  t.strictSame(
    positions,
    [...positions].sort((a, b) => a - b),
    'in the order of the store',
  )
  t.ok(events.some(({ stream }) => stream === testInvoice))
  t.equal(strFromU8(content[`documents/${xml}`] ?? new Uint8Array()), '<Invoice>A-1</Invoice>')
  const manifest = JSON.parse(strFromU8(content['manifest.json'] ?? new Uint8Array())) as Manifest
  t.match(manifest, {
    format: 'clearway-audit-export',
    program: '1.2.3',
    request: { kind: 'account', account: scope.account, environment: null },
    counts: { events: events.length, documents: 8, seals: 2, erased: 0 },
  })
  for (const { name, size, sha256 } of manifest.files) {
    const bytes = content[name] ?? new Uint8Array()
    t.equal(createHash('sha256').update(bytes).digest('hex'), sha256, name)
    t.equal(bytes.length, size)
  }
  const verified = await verifyArchive(whole, trusted)
  t.strictSame(verified.findings, [])
  t.match(verified.checked, { events: events.length, documents: 8, seals: 2 })
  t.equal(verified.checked.leaves, lines(content, 'proofs.ndjson').length)
  t.strictSame(
    readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  )
})

t.test('the same store gives the same bytes, but for the time and the signature over it', async (t) => {
  const again = await exported(account)
  t.ok(readFileSync(again).equals(readFileSync(whole)))
  const later = contentOf(await exported(account, new Date(1e12)))
  const differ = Object.entries(contentOf(whole)).filter(
    ([name, bytes]) => Buffer.compare(bytes, later[name] ?? new Uint8Array()) !== 0,
  )
  t.strictSame(differ.map(([name]) => name).sort(), ['manifest.json', 'manifest.sig.json'])
})

t.test('an invoice, and a company in a period', async (t) => {
  const invoice = await findInvoice(store, ids[1] ?? '')
  if (invoice === null) throw new Error('not found')
  const one = await exported({ kind: 'invoice', invoice })
  t.strictSame(
    [...new Set(lines<RecordedEvent>(contentOf(one), 'events.ndjson').map(({ stream }) => stream))],
    [second],
  )
  t.match(await verifyArchive(one, trusted), {
    findings: [],
    checked: { events: 6, documents: 2, seals: 1, leaves: 6 },
  })

  const [created] = await store.readStream(second)
  const from = new Date(created?.metadata.occurredAt ?? '')
  const period = { from, to: new Date(from.getTime() + 1) }
  // The invoices of this history name another company: the company itself is all that it has.
  const company = await exported({ kind: 'company', scope, companyId, period })
  const categories = lines<RecordedEvent>(contentOf(company), 'events.ndjson').map(({ type }) => type)
  t.strictSame(categories, ['CompanyCreated', 'ConnectionRequested'])
  const inPeriod = await exported({ ...account, environment: 'production', period })
  const streams = new Set(lines<RecordedEvent>(contentOf(inPeriod), 'events.ndjson').map(({ stream }) => stream))
  t.ok(streams.has(second))
  t.notOk(streams.has(first))
  t.notOk(streams.has(testInvoice))
  t.strictSame((await verifyArchive(inPeriod, trusted)).findings, [])
})

t.test('nothing to export, and a folder that is not there, leave nothing behind', async (t) => {
  const request: ExportRequest = { ...account, account: 'acc_1111111111111111111111' }
  await t.rejects(exported(request), NothingToExport)
  const deps = { store, pool, documents, signer, now: () => new Date(0), version: '1' }
  await t.rejects(writeExport(deps, account, join(folder, 'nowhere', 'x.zip')), { code: 'ENOENT' })
  t.strictSame(
    readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  )
})

t.test('without a key the manifest is not signed, and that is said', async (t) => {
  const unsigned = await exported(account, new Date(0), null)
  const { findings, notes } = await verifyArchive(unsigned, [])
  t.strictSame(findings, [])
  t.match(notes.join('\n'), /manifest is not signed/)
  t.match((await verifyArchive(unsigned, trusted)).findings, [{ kind: 'signature' }])
})

t.test('what the README says of openssl holds: the signature is over the bytes of the manifest', async (t) => {
  const content = contentOf(whole)
  const { signature } = JSON.parse(strFromU8(content['manifest.sig.json'] ?? new Uint8Array())) as { signature: string }
  t.ok(verify(null, content['manifest.json'] ?? new Uint8Array(), key, Buffer.from(signature, 'base64')))
})

/** An archive in memory, of which parts are changed. */
class Tampered {
  readonly content = contentOf(whole)

  change<T>(name: string, change: (values: T[]) => readonly T[]): void {
    const changed = change(lines<T>(this.content, name))
    this.content[name] = strToU8(changed.map((value) => `${JSON.stringify(value)}\n`).join(''))
  }

  /** Changes events of a stream, where they stand. */
  events(stream: string, change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]): void {
    this.change<RecordedEvent>('events.ndjson', (all) => {
      const changed = [...change(all.filter((event) => event.stream === stream))]
      const kept = all.flatMap((event) => {
        if (event.stream !== stream) return [event]
        const next = changed.shift()
        return next === undefined ? [] : [next]
      })
      return [...kept, ...changed]
    })
  }

  /** As who knows how would: hashes and sizes in the manifest fit again. Its signature can't. */
  write(): string {
    const manifest = JSON.parse(strFromU8(this.content['manifest.json'] ?? new Uint8Array())) as Manifest
    const listed = manifest.files.filter(({ name }) => this.content[name] !== undefined)
    const fitting = listed.map(({ name }) => {
      const bytes = this.content[name] ?? new Uint8Array()
      return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    })
    this.content['manifest.json'] = strToU8(`${JSON.stringify({ ...manifest, files: fitting }, null, 2)}\n`)
    const file = join(folder, `${(files += 1)}.zip`)
    writeFileSync(file, zipSync(this.content, { level: 0 }))
    return file
  }
}

const edited = (event: RecordedEvent): RecordedEvent => ({ ...event, data: { ...event.data, number: 'B-9' } })
type Expected = Partial<Finding> & Pick<Finding, 'kind'>

interface Case {
  readonly name: string
  readonly tamper: (archive: Tampered) => void | Promise<void>
  readonly finds: readonly Expected[]
}

async function resigned({ seal, ...place }: RecordedSeal): Promise<RecordedSeal> {
  const other = keySigner(generateKeyPairSync('ed25519').privateKey)
  const rest = { ...seal, keyId: other.keyId, publicKey: other.publicKey }
  return { ...place, seal: { ...rest, signature: (await other.sign(signedBytes(rest))).toString('base64') } }
}

const cases: readonly Case[] = [
  {
    name: 'an event’s data edited',
    tamper: (zip) => zip.events(first, ([event, ...rest]) => [edited(event as RecordedEvent), ...rest]),
    finds: [{ kind: 'edited', stream: first, revision: 0 }],
  },
  {
    name: 'an event’s metadata edited',
    tamper: (zip) =>
      zip.events(testInvoice, (events) =>
        events.map((event) =>
          event.revision === 2 ? { ...event, metadata: { ...event.metadata, actor: 'user' } } : event,
        ),
      ),
    finds: [{ kind: 'edited', stream: testInvoice, revision: 2 }],
  },
  {
    name: 'one event deleted',
    tamper: (zip) => zip.events(first, (events) => events.filter(({ revision }) => revision !== 3)),
    finds: [{ kind: 'deleted', stream: first, revision: 3 }],
  },
  {
    name: 'the last event deleted',
    tamper: (zip) => zip.events(first, (events) => events.slice(0, -1)),
    finds: [{ kind: 'truncated', stream: first, revision: 5 }],
  },
  {
    name: 'the last event deleted, its proof and the stream’s end with it',
    tamper: (zip) => {
      const gone = (line: { stream: string; revision: number }): boolean => line.stream === first && line.revision === 5
      zip.events(first, (events) => events.slice(0, -1))
      zip.change<ProofLine>('proofs.ndjson', (all) => all.filter((line) => !gone(line)))
      zip.change<ProofLine>('streams.ndjson', (all) =>
        all.map((line) => (line.stream === first ? { ...line, revision: 4, hash: 'x' } : line)),
      )
    },
    finds: [{ kind: 'signature', file: 'manifest.json' }],
  },
  {
    name: 'a whole stream deleted',
    tamper: (zip) => zip.events(second, () => []),
    finds: [{ kind: 'deleted', stream: second }],
  },
  {
    name: 'an event inserted',
    tamper: (zip) =>
      zip.events(first, (events) =>
        events
          .flatMap((event) =>
            event.revision === 2
              ? [{ ...event, id: 'd9b2d63d-a233-4123-847a-0c1d5b1ff3a1', type: 'InvoiceRetried' }, { ...event }]
              : [event],
          )
          .map((event, revision) => ({ ...event, revision })),
      ),
    finds: [{ kind: 'inserted', stream: first, revision: 2 }],
  },
  {
    name: 'two events put into another order',
    tamper: (zip) =>
      zip.events(first, (events) => {
        const [zero, one, two, ...rest] = events as [RecordedEvent, RecordedEvent, RecordedEvent, ...RecordedEvent[]]
        return [zero, two, one, ...rest]
      }),
    finds: [{ kind: 'reordered', stream: first, revision: 1 }],
  },
  {
    name: 'an event edited, and the whole chain recomputed',
    tamper: (zip) => {
      zip.events(first, ([event, ...rest]) => rechained([edited(event as RecordedEvent), ...rest]))
      zip.change<ProofLine>('streams.ndjson', (all) => all.filter(({ stream }) => stream !== first))
    },
    finds: [{ kind: 'edited', stream: first, revision: 0 }],
  },
  {
    name: 'a document edited',
    tamper: ({ content }) => {
      content[`documents/${xml}`] = strToU8('<Invoice>B-9</Invoice>')
    },
    finds: [{ kind: 'document changed', stream: first, revision: 2, document: xml }],
  },
  {
    name: 'a document deleted',
    tamper: ({ content }) => void Reflect.deleteProperty(content, `documents/${receipt}`),
    finds: [{ kind: 'document missing', stream: first, revision: 5, document: receipt }],
  },
  {
    name: 'two documents swapped',
    tamper: ({ content }) => {
      const [one, other] = [content[`documents/${xml}`], content[`documents/${receipt}`]]
      Object.assign(content, { [`documents/${xml}`]: other, [`documents/${receipt}`]: one })
    },
    finds: [
      { kind: 'document changed', document: xml },
      { kind: 'document changed', document: receipt },
    ],
  },
  {
    name: 'a document that no event names',
    tamper: ({ content }) => void (content[`documents/${'0'.repeat(64)}`] = strToU8('x')),
    finds: [{ kind: 'inserted', file: `documents/${'0'.repeat(64)}` }],
  },
  {
    name: 'a seal edited',
    tamper: (zip) =>
      zip.change<RecordedSeal>('seals.ndjson', ([one, ...rest]) => [
        { ...(one as RecordedSeal), seal: { ...(one as RecordedSeal).seal, streams: 99 } },
        ...rest,
      ]),
    finds: [{ kind: 'seal changed', seal: 1 }],
  },
  {
    name: 'a seal deleted',
    tamper: (zip) => zip.change<RecordedSeal>('seals.ndjson', (all) => all.slice(1)),
    finds: [{ kind: 'seal missing', seal: 1 }],
  },
  {
    name: 'the newest seal deleted',
    tamper: (zip) => zip.change<RecordedSeal>('seals.ndjson', (all) => all.slice(0, -1)),
    finds: [{ kind: 'seal missing', seal: 2 }],
  },
  {
    name: 'a seal signed again with another key',
    tamper: async (zip) => {
      const [one, ...rest] = lines<RecordedSeal>(zip.content, 'seals.ndjson')
      const other = await resigned(one as RecordedSeal)
      zip.change<RecordedSeal>('seals.ndjson', () => [other, ...rest])
    },
    finds: [{ kind: 'signature', seal: 1 }],
  },
  {
    name: 'archive and seals cut off together',
    tamper: (zip) => {
      zip.events(third, () => [])
      zip.change<ProofLine>('proofs.ndjson', (all) => all.filter(({ stream }) => stream !== third))
      zip.change<ProofLine>('streams.ndjson', (all) => all.filter(({ stream }) => stream !== third))
      zip.change<RecordedSeal>('seals.ndjson', (all) => all.slice(0, -1))
    },
    finds: [{ kind: 'seal missing' }, { kind: 'signature', file: 'manifest.json' }],
  },
  {
    name: 'a proof edited',
    tamper: (zip) =>
      zip.change<ProofLine>('proofs.ndjson', (all) =>
        all.map((line) =>
          line.stream === first && line.revision === 1 ? { ...line, index: (line.index ?? 0) + 1 } : line,
        ),
      ),
    finds: [{ kind: 'leaf changed', stream: first, revision: 1 }],
  },
  {
    name: 'a proof deleted',
    tamper: (zip) =>
      zip.change<ProofLine>('proofs.ndjson', (all) =>
        all.filter(({ stream, revision }) => stream !== first || revision !== 1),
      ),
    finds: [{ kind: 'leaf changed', stream: first, revision: 1 }],
  },
]

for (const { name, tamper, finds } of cases) {
  t.test(name, async (t) => {
    const archive = new Tampered()
    await tamper(archive)
    const { findings } = await verifyArchive(archive.write(), trusted)
    for (const expected of [...finds])
      t.ok(
        findings.some((finding) =>
          Object.entries(expected).every(([field, value]) => finding[field as keyof Finding] === value),
        ),
        JSON.stringify(expected),
        { findings },
      )
  })
}

t.test('what is no archive, or a hostile one, is refused in one sentence', async (t) => {
  const write = (bytes: Uint8Array): string => {
    const file = join(folder, `${(files += 1)}.zip`)
    writeFileSync(file, bytes)
    return file
  }
  const refused = async (bytes: Uint8Array) => t.rejects(verifyArchive(write(bytes), []), BadArchive)
  await refused(new Uint8Array())
  await refused(strToU8('PK no archive'))
  await refused(zipSync({ 'x.txt': strToU8('x') }))
  await refused(zipSync({ '../../etc/passwd': strToU8('x') }))
  await refused(readFileSync(whole).subarray(0, 1_000))
  await refused(zipSync({ 'manifest.json': strToU8('[1') }))
  await refused(
    zipSync({
      'manifest.json': strToU8(JSON.stringify({ format: 'x', version: 99, created: '', counts: {}, files: [] })),
    }),
  )
  const deep = new Tampered()
  deep.content['events.ndjson'] = strToU8(`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`)
  t.match(
    (await verifyArchive(deep.write(), trusted)).findings.map(({ kind }) => kind),
    /edited/,
  )
  const bomb = new Tampered()
  bomb.content['README.txt'] = new Uint8Array(30_000_000)
  const packed = write(zipSync(bomb.content, { level: 9 }))
  t.ok((await verifyArchive(packed, trusted)).findings.some(({ file }) => file === 'README.txt'))
})
