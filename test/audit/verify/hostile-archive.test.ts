import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import t, { type Test } from 'tap'
import type { Manifest, ManifestSignature, ProofLine } from '../../../src/audit/export/format.js'
import { writeExport } from '../../../src/audit/export/write.js'
import { type RecordedSeal, signedBytes } from '../../../src/audit/seals/seals.js'
import { keySigner, type SealSigner } from '../../../src/audit/seals/signing.js'
import { verifyArchive } from '../../../src/audit/verify/archive/archive.js'
import type { Finding } from '../../../src/audit/verify/findings.js'
import { BadArchive } from '../../../src/audit/verify/archive/zip-reader.js'
import { storeToTamper } from './store-to-tamper.js'

const { store, pool, documents, signer, scope, invoices } = await storeToTamper(t)
const [first = '', second = ''] = invoices
const folder = mkdtempSync(join(tmpdir(), 'clearway-hostile-'))
t.teardown(() => {
  rmSync(folder, { recursive: true, force: true })
})
const own = createPublicKey(signer.publicKey)

let files = 0
function fileOf(bytes: Uint8Array): string {
  const file = join(folder, `${(files += 1)}.zip`)
  writeFileSync(file, bytes)
  return file
}
async function exported(now: Date, by: SealSigner = signer): Promise<Buffer> {
  const file = join(folder, `${(files += 1)}.zip`)
  const period = { from: new Date(0), to: new Date(Date.UTC(2100, 0)) }
  const deps = { store, pool, documents, signer: by, now: () => now, version: '1' }
  await writeExport(deps, { kind: 'account', account: scope.account, environment: null, period }, file)
  return readFileSync(file)
}
const whole = await exported(new Date(0))

type Content = Record<string, Uint8Array>
const textOf = (content: Content, name: string): string => strFromU8(content[name] ?? new Uint8Array())
const manifestOf = (content: Content): Manifest => JSON.parse(textOf(content, 'manifest.json')) as Manifest

function without(content: Content, name: string): Content {
  return Object.fromEntries(Object.entries(content).filter(([each]) => each !== name))
}

/** Hashes and sizes in the manifest fit what is there; its signature is left away. */
function fitting(all: Content, change: (text: string) => string = (text) => text): Content {
  const content = without(all, 'manifest.sig.json')
  const manifest = manifestOf(content)
  const listed = manifest.files.map(({ name }) => {
    const bytes = content[name] ?? new Uint8Array()
    return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  const text = `${JSON.stringify({ ...manifest, files: listed }, null, 2)}\n`
  return { ...content, 'manifest.json': strToU8(change(text)) }
}

/** Changes the line of an event, or the first that `from` stands in. */
function replaced(content: Content, name: string, from: string | RegExp, to: string): Content {
  const before = textOf(content, name)
  const after = before.replace(from, () => to)
  if (after === before) throw new Error(`nothing to replace in ${name}`)
  return { ...content, [name]: strToU8(after, true) }
}
const inEvents = (from: string | RegExp, to: string) => (content: Content) =>
  fitting(replaced(content, 'events.ndjson', from, to))
const inSignature = (change: (signature: ManifestSignature) => object) => (content: Content) => ({
  ...content,
  'manifest.sig.json': strToU8(
    `${JSON.stringify(change(JSON.parse(textOf(content, 'manifest.sig.json')) as ManifestSignature), null, 2)}\n`,
  ),
})

type Expected = Partial<Finding> & Pick<Finding, 'kind'>

async function finds(
  t: Test,
  bytes: Uint8Array,
  expected: Expected,
  trusted: readonly KeyObject[] = [own],
): Promise<void> {
  const { findings } = await verifyArchive(fileOf(bytes), trusted)
  t.ok(
    findings.some((finding) =>
      Object.entries(expected).every(([key, value]) => finding[key as keyof Finding] === value),
    ),
    JSON.stringify(expected),
    { findings },
  )
}

t.test('the same files in an archive of another program are in order', async (t) => {
  for (const level of [0, 9] as const) {
    const packed = fileOf(zipSync(unzipSync(whole), { level }))
    t.match(await verifyArchive(packed, [own]), { findings: [], trusted: true })
  }
})

/** What no signature covers: the form of the files, where the manifest is not signed. */
const forms: readonly (readonly [name: string, change: (content: Content) => Content, expected: Expected])[] = [
  [
    'a name twice in a line',
    inEvents('"data":{', '"data":{"number":"B-9"},"data":{'),
    { kind: 'edited', file: 'events.ndjson' },
  ],
  [
    'a number in another notation',
    inEvents('"revision":0,', '"revision":0.0,'),
    { kind: 'edited', file: 'events.ndjson' },
  ],
  [
    'a position with zeros before it',
    inEvents('"position":"', '"position":"0'),
    { kind: 'edited', file: 'events.ndjson' },
  ],
  ['lines that end in CR LF', inEvents(/\n/, '\r\n'), { kind: 'edited', file: 'events.ndjson' }],
  ['a name written with an escape', inEvents('"data":', '"d\\u0061ta":'), { kind: 'edited', file: 'events.ndjson' }],
  ['half of a surrogate pair', inEvents('"Furnizor SRL"', '"Furnizor \\ud800"'), { kind: 'edited', revision: 0 }],
  ['a field that no event has', inEvents('"id":', '"amount":"1.00","id":'), { kind: 'edited', file: 'events.ndjson' }],
  ['a last line without its end', inEvents(/\n$/, ''), { kind: 'edited', file: 'events.ndjson' }],
  [
    'a name twice in the manifest',
    (content) =>
      fitting(content, (text) => text.replace('"created":', '"created": "2020-01-01T00:00:00.000Z",\n  "created":')),
    { kind: 'archive changed', file: 'manifest.json' },
  ],
  [
    'a count in the manifest',
    (content) => fitting(content, (text) => text.replace(/"events": \d+/, '"events": 99')),
    { kind: 'archive changed', file: 'manifest.json' },
  ],
  [
    'a file that is neither there nor in the manifest',
    (content) =>
      fitting(without(content, 'documents.ndjson'), (text) =>
        JSON.stringify(
          {
            ...(JSON.parse(text) as Manifest),
            files: manifestOf(content).files.filter(({ name }) => name !== 'documents.ndjson'),
          },
          null,
          2,
        ),
      ),
    { kind: 'archive changed', file: 'documents.ndjson' },
  ],
  [
    'the key that people check with',
    (content) => {
      const [name = ''] = Object.keys(content).filter((each) => each.startsWith('public-keys/'))
      const other = keySigner(generateKeyPairSync('ed25519').privateKey)
      return fitting({ ...content, [name]: strToU8(other.publicKey) })
    },
    { kind: 'archive changed', file: `public-keys/${signer.keyId}.pem` },
  ],
  [
    'the proof of another event',
    (content) => {
      const lines = textOf(content, 'proofs.ndjson').trim().split('\n')
      const proofs = lines.map((line) => JSON.parse(line) as ProofLine)
      const [one, other] = [first, second].map((stream) =>
        proofs.find((proof) => proof.stream === stream && proof.revision === 0),
      )
      const changed = proofs.map((proof) =>
        proof === one ? { ...proof, index: other?.index, path: other?.path } : proof,
      )
      return fitting({
        ...content,
        'proofs.ndjson': strToU8(changed.map((proof) => `${JSON.stringify(proof)}\n`).join('')),
      })
    },
    { kind: 'leaf changed', stream: first, revision: 0 },
  ],
  [
    'a seal twice',
    (content) =>
      fitting({ ...content, 'seals.ndjson': strToU8(textOf(content, 'seals.ndjson').replace(/^.*\n/, '$&$&')) }),
    { kind: 'seal changed', seal: 1 },
  ],
]
for (const [name, change, expected] of forms)
  t.test(`${name}, with a new manifest`, async (t) => {
    await finds(t, zipSync(change(unzipSync(whole))), expected, [])
  })

const signatures: readonly (readonly [name: string, change: (content: Content) => Content, expected: Expected])[] = [
  [
    'another algorithm',
    inSignature((signature) => ({ ...signature, algorithm: 'none' })),
    { kind: 'signature', file: 'manifest.json' },
  ],
  [
    'the id of another key',
    inSignature((signature) => ({ ...signature, keyId: '0'.repeat(16) })),
    { kind: 'archive changed', file: 'manifest.sig.json' },
  ],
  [
    'the signature in another spelling',
    inSignature((signature) => ({ ...signature, signature: signature.signature.replaceAll('=', '') })),
    { kind: 'archive changed', file: 'manifest.sig.json' },
  ],
  [
    'a text before the key',
    inSignature((signature) => ({ ...signature, publicKey: `x\n${signature.publicKey}` })),
    { kind: 'archive changed', file: 'manifest.sig.json' },
  ],
  [
    'a time stamp that was planted',
    (content) =>
      replaced(
        content,
        'seals.ndjson',
        '"timeStamp":null',
        '"timeStamp":{"time":"2026-11-23T10:00:00.000Z","token":""}',
      ),
    { kind: 'archive changed', file: 'seals.ndjson' },
  ],
]
for (const [name, change, expected] of signatures)
  t.test(name, async (t) => {
    await finds(t, zipSync(change(unzipSync(whole))), expected)
  })

t.test('a signature over another manifest, of the same key', async (t) => {
  const later = unzipSync(await exported(new Date(1e12)))
  const mixed = { ...unzipSync(whole), 'manifest.sig.json': later['manifest.sig.json'] ?? new Uint8Array() }
  await finds(t, zipSync(mixed), { kind: 'signature', file: 'manifest.json' })
})

t.test('a complete forgery of an archive, signed with another key', async (t) => {
  const other = keySigner(generateKeyPairSync('ed25519').privateKey)
  const content = unzipSync(await exported(new Date(0), other))
  const seals = textOf(content, 'seals.ndjson').trim().split('\n')
  const resigned = seals.map(async (line) => {
    const { seal, ...place } = JSON.parse(line) as RecordedSeal
    const rest = { ...seal, keyId: other.keyId, publicKey: other.publicKey }
    return { ...place, seal: { ...rest, signature: (await other.sign(signedBytes(rest))).toString('base64') } }
  })
  const lines = (await Promise.all(resigned)).map((line) => `${JSON.stringify(line)}\n`)
  const made = fitting({ ...content, 'seals.ndjson': strToU8(lines.join('')) })
  const signature = (await other.sign(made['manifest.json'] ?? new Uint8Array())).toString('base64')
  const signed = { algorithm: 'Ed25519', keyId: other.keyId, publicKey: other.publicKey, signature }
  const bytes = zipSync({ ...made, 'manifest.sig.json': strToU8(`${JSON.stringify(signed, null, 2)}\n`) })
  await finds(t, bytes, { kind: 'signature', file: 'manifest.json' })
  await finds(t, bytes, { kind: 'signature', seal: 1 })
  t.equal((await verifyArchive(fileOf(bytes), [])).trusted, false, 'no key from elsewhere: it is not vouched for')
})

/** Where the list of files and its end are, and one record of the list. */
const LIST_END = whole.length - 22
const listFrom = whole.readUInt32LE(LIST_END + 16)

/** A copy whose bytes `change` changes. */
function patched(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole)
  change(bytes)
  return bytes
}

/** With bytes put in before the file at this place of the list, and all offsets corrected. */
function padded(place: number, padding: string): Buffer {
  const offsets: number[] = []
  for (let at = listFrom; at < LIST_END; at += 46 + whole.readUInt16LE(at + 28) + whole.readUInt16LE(at + 30))
    offsets.push(at)
  const from = whole.readUInt32LE((offsets[place] ?? 0) + 42)
  const bytes = patched((all) => {
    for (const at of offsets.slice(place)) all.writeUInt32LE(all.readUInt32LE(at + 42) + padding.length, at + 42)
    all.writeUInt32LE(listFrom + padding.length, LIST_END + 16)
  })
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(padding), bytes.subarray(from)])
}

t.test('bytes that programs may read in different ways', async (t) => {
  const changed: Expected = { kind: 'archive changed' }
  const readme: Expected = { kind: 'archive changed', file: 'README.txt' }
  await finds(
    t,
    patched((bytes) => bytes.write('README.TXT', 30)),
    readme,
  )
  await finds(
    t,
    patched((bytes) => bytes.writeUInt32LE(0, listFrom + 16)),
    readme,
  )
  await finds(
    t,
    patched((bytes) => bytes.writeUInt32LE(0o120777 * 65_536, listFrom + 38)),
    readme,
  )
  await finds(t, padded(0, 'before all'), readme)
  await finds(t, padded(1, 'between two'), readme)
  const [, second] = Object.keys(unzipSync(whole))
  t.equal(second, 'events.ndjson')
  await finds(
    t,
    patched((bytes) => bytes.writeUInt8(bytes.readUInt8(secondHeader() - 1) ^ 1, secondHeader() - 1)),
    readme,
  )
  const withComment = Buffer.concat([patched((bytes) => bytes.writeUInt16LE(2, LIST_END + 20)), Buffer.from('hi')])
  await finds(t, withComment, changed)
  const count = whole.readUInt16LE(LIST_END + 10) - 1
  const hidden = patched((bytes) =>
    bytes.writeUInt16LE(bytes.writeUInt16LE(count, LIST_END + 8) && count, LIST_END + 10),
  )
  await finds(t, hidden, changed)
  await t.rejects(verifyArchive(fileOf(Buffer.concat([whole, Buffer.from('behind')])), [own]), BadArchive)
  await t.rejects(verifyArchive(fileOf(zipSync(inEvents(/^/, '\ufeff')(unzipSync(whole)))), [own]), BadArchive)
})

function secondHeader(): number {
  const record = listFrom + 46 + whole.readUInt16LE(listFrom + 28) + whole.readUInt16LE(listFrom + 30)
  return whole.readUInt32LE(record + 42)
}

t.test('two files of one name', async (t) => {
  const content = unzipSync(whole)
  const twice = Buffer.from(zipSync({ ...content, 'eventz.ndjson': strToU8('{"other":true}\n') }))
  const bytes = Buffer.from(twice.toString('latin1').replaceAll('eventz.ndjson', 'events.ndjson'), 'latin1')
  await finds(t, bytes, { kind: 'inserted', file: 'events.ndjson' })
})
