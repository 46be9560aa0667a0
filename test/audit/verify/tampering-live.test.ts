import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { readSeals, sealHash } from '../../../src/audit/seals/seals.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import type { Finding } from '../../../src/audit/verify/findings.js'
import { verifyStore } from '../../../src/audit/verify/live.js'
import type { Seal } from '../../../src/domain/seal.js'
import { storeToTamper } from './store-to-tamper.js'

const made = await storeToTamper(t)
const { pool, store, documents, sql, rechain, invoices, testInvoice, xml, receipt, sealStream, signer } = made
const [first = '', second = '', third = ''] = invoices
const all = await readSeals(store, new AbortController().signal)
const newest = all.at(-1)?.seal as Seal

function verify(kept: readonly Seal[] = []) {
  const trust = { trusted: [], kept, ownKeyId: signer.keyId }
  return verifyStore({ store, pool, documents, isInDatabase: true, trust })
}

/** What must be among the findings; the fields that are given must be the same. */
type Expected = Partial<Finding> & Pick<Finding, 'kind'>

interface Case {
  readonly name: string
  readonly tamper: () => Promise<void>
  readonly finds: readonly Expected[]
  /** No other kinds may be found. */
  readonly only?: boolean
  readonly kept?: readonly Seal[]
}

const at = (stream: string, revision: number) => [stream, revision] as const
const EDIT = `UPDATE eventstore.events SET data = replace(data::text, $3, $4)::json WHERE stream = $1 AND revision = $2`
const SWAP = `UPDATE eventstore.events SET revision = CASE revision WHEN $2 THEN -9 ELSE $2 END WHERE stream = $1 AND revision IN ($2, $3)`
const DELETE = 'DELETE FROM eventstore.events WHERE stream = $1 AND revision = $2'
/** A copy of an event, with another id, in the place of one, whose followers move up. */
async function insertAt(stream: string, revision: number): Promise<void> {
  await sql('UPDATE eventstore.events SET revision = -revision - 100 WHERE stream = $1 AND revision >= $2', [
    stream,
    revision,
  ])
  await sql('UPDATE eventstore.events SET revision = -revision - 99 WHERE stream = $1 AND revision < 0', [stream])
  await sql(
    `INSERT INTO eventstore.events SELECT (SELECT max("position") + 1 FROM eventstore.events), stream, $2, bytes, gen_random_uuid(), type, data, metadata
     FROM eventstore.events WHERE stream = $1 AND revision = 1`,
    [stream, revision],
  )
}
async function editSeal(sequence: number, change: (seal: Seal) => Promise<Seal>): Promise<void> {
  const seal = await change(all.find((each) => each.seal.sequence === sequence)?.seal as Seal)
  await sql('UPDATE eventstore.events SET data = $1 WHERE stream = $2 AND revision = $3', [
    JSON.stringify(seal),
    sealStream,
    sequence - 1,
  ])
}
async function resigned(seal: Seal): Promise<Seal> {
  const { signedBytes } = await import('../../../src/audit/seals/seals.js')
  const other = keySigner(generateKeyPairSync('ed25519').privateKey)
  const rest = { ...seal, keyId: other.keyId, publicKey: other.publicKey }
  return { ...rest, signature: (await other.sign(signedBytes(rest))).toString('base64') }
}

const cases: readonly Case[] = [
  {
    name: 'an event’s data edited',
    tamper: () => sql(EDIT, [...at(first, 0), '242.00', '942.00']),
    finds: [{ kind: 'edited', stream: first, revision: 0 }],
    only: true,
  },
  {
    name: 'an event’s metadata edited',
    tamper: () =>
      sql(
        `UPDATE eventstore.events SET metadata = replace(metadata::text, 'operator', 'user')::json WHERE stream = $1 AND revision = $2`,
        [...at(first, 2)],
      ),
    finds: [{ kind: 'edited', stream: first, revision: 2 }],
    only: true,
  },
  {
    name: 'the account of an event, and the time of another',
    tamper: async () => {
      const set = `UPDATE eventstore.events SET metadata = replace(metadata::text, $3, $4)::json WHERE stream = $1 AND revision = $2`
      await sql(set, [...at(first, 3), made.scope.account, 'acc_1111111111111111111111'])
      await sql(set, [...at(second, 3), '"occurredAt":"2026-', '"occurredAt":"2025-'])
    },
    finds: [
      { kind: 'edited', stream: first, revision: 3 },
      { kind: 'edited', stream: second, revision: 3 },
    ],
    only: true,
  },
  {
    name: 'events of two streams swapped',
    tamper: () =>
      sql(
        `UPDATE eventstore.events e SET (id, type, data, metadata) = (SELECT id, type, data, metadata FROM eventstore.events other
           WHERE other.revision = e.revision AND other.stream = CASE e.stream WHEN $1 THEN $2 ELSE $1 END)
         WHERE stream IN ($1, $2) AND revision = $3`,
        [first, second, 4],
      ),
    finds: [
      { kind: 'edited', stream: first, revision: 4 },
      { kind: 'edited', stream: second, revision: 4 },
    ],
    only: true,
  },
  {
    name: 'an event’s type edited, in the test environment',
    tamper: () =>
      sql(`UPDATE eventstore.events SET type = 'InvoiceRejected' WHERE stream = $1 AND revision = $2`, [
        ...at(testInvoice, 5),
      ]),
    finds: [{ kind: 'edited', stream: testInvoice, revision: 5 }],
    only: true,
  },
  {
    name: 'one event deleted',
    tamper: () => sql(DELETE, [...at(first, 3)]),
    finds: [{ kind: 'deleted', stream: first, revision: 3 }],
    only: true,
  },
  {
    name: 'one event deleted, and its followers moved up',
    tamper: async () => {
      await sql(DELETE, [...at(first, 3)])
      await sql('UPDATE eventstore.events SET revision = revision - 1 WHERE stream = $1 AND revision > 3', [first])
    },
    finds: [{ kind: 'deleted', stream: first, revision: 3 }],
  },
  {
    name: 'the last event of a stream deleted',
    tamper: () => sql(DELETE, [...at(first, 5)]),
    finds: [{ kind: 'truncated', stream: first, revision: 5 }],
  },
  {
    name: 'a whole stream deleted',
    tamper: () => sql('DELETE FROM eventstore.events WHERE stream = $1', [second]),
    finds: [{ kind: 'deleted', stream: second }],
    only: true,
  },
  {
    name: 'a whole stream erased without a record',
    tamper: () => sql('SELECT eventstore.erase($1)', [second]),
    finds: [{ kind: 'deleted', stream: second }],
    only: true,
  },
  {
    name: 'a whole stream of the test environment deleted',
    tamper: () => sql('DELETE FROM eventstore.events WHERE stream = $1', [testInvoice]),
    finds: [{ kind: 'deleted' }],
    only: true,
  },
  {
    name: 'an event inserted',
    tamper: () => insertAt(first, 2),
    finds: [{ kind: 'inserted', stream: first, revision: 2 }],
  },
  {
    name: 'an event inserted, and the chain recomputed',
    tamper: async () => {
      await insertAt(first, 2)
      await rechain(first)
    },
    finds: [{ kind: 'edited', stream: first, revision: 2 }],
  },
  {
    name: 'two events put into another order',
    tamper: () =>
      sql(SWAP, [first, 1, 2]).then(() =>
        sql('UPDATE eventstore.events SET revision = 2 WHERE stream = $1 AND revision = -9', [first]),
      ),
    finds: [{ kind: 'reordered', stream: first }],
  },
  {
    name: 'two events’ positions swapped',
    tamper: async () => {
      const { rows } = await pool.query<{ position: string }>(
        'SELECT "position" FROM eventstore.events WHERE (stream, revision) IN (($1, 5), ($2, 0)) ORDER BY 1',
        [first, second],
      )
      const [low, high] = rows.map(({ position }) => position)
      await sql('UPDATE eventstore.events SET "position" = -1 WHERE "position" = $1', [low])
      await sql('UPDATE eventstore.events SET "position" = $1 WHERE "position" = $2', [low, high])
      await sql('UPDATE eventstore.events SET "position" = $1 WHERE "position" = -1', [high])
    },
    finds: [{ kind: 'reordered', stream: first, revision: 5 }],
    only: true,
  },
  {
    name: 'an event edited, and the whole chain recomputed',
    tamper: async () => {
      await sql(EDIT, [...at(first, 0), '242.00', '942.00'])
      await rechain(first)
    },
    finds: [{ kind: 'edited', stream: first, revision: 0 }],
    only: true,
  },
  {
    name: 'an event edited, its chain recomputed, and its leaves changed as well',
    tamper: async () => {
      await sql(EDIT, [...at(first, 0), '242.00', '942.00'])
      await rechain(first)
      for (const { revision, metadata } of await store.readStream(first))
        await sql('UPDATE audit.leaf SET hash = $3 WHERE stream = $1 AND revision = $2', [
          first,
          revision,
          Buffer.from(metadata.hash, 'hex'),
        ])
    },
    finds: [{ kind: 'edited', seal: 1 }],
    only: true,
  },
  {
    name: 'a document edited',
    tamper: () => sql(`UPDATE documents.document SET content = content || '\\x20'::bytea WHERE sha256 = $1`, [xml]),
    finds: [{ kind: 'document changed', stream: first, revision: 2, document: xml }],
    only: true,
  },
  {
    name: 'a document deleted',
    tamper: () => sql('DELETE FROM documents.document WHERE sha256 = $1', [receipt]),
    finds: [{ kind: 'document missing', stream: first, revision: 5, document: receipt }],
    only: true,
  },
  {
    name: 'two documents swapped',
    tamper: () =>
      sql(
        `UPDATE documents.document SET content = (SELECT content FROM documents.document other WHERE other.sha256 = CASE documents.document.sha256 WHEN $1 THEN $2 ELSE $1 END)
         WHERE sha256 IN ($1, $2)`,
        [xml, receipt],
      ),
    finds: [
      { kind: 'document changed', document: xml },
      { kind: 'document changed', document: receipt },
    ],
    only: true,
  },
  {
    name: 'a seal edited',
    tamper: () => editSeal(1, (seal) => Promise.resolve({ ...seal, streams: seal.streams + 1 })),
    finds: [{ kind: 'seal changed', seal: 1 }],
  },
  {
    name: 'the newest seal edited, chain and memory with it',
    tamper: async () => {
      const edited = { ...newest, streams: newest.streams + 1 }
      await editSeal(2, () => Promise.resolve(edited))
      await rechain(sealStream)
      await sql('UPDATE audit.seal SET hash = $1 WHERE sequence = 2', [sealHash(edited)])
    },
    finds: [{ kind: 'seal changed', seal: 2 }],
    only: true,
  },
  {
    name: 'the key of a seal changed',
    tamper: () => {
      const { keyId, publicKey } = keySigner(generateKeyPairSync('ed25519').privateKey)
      return editSeal(1, (seal) => Promise.resolve({ ...seal, keyId, publicKey }))
    },
    finds: [{ kind: 'seal changed', seal: 1 }],
  },
  {
    name: 'the public key of a seal changed, its id left',
    tamper: () => {
      const { publicKey } = keySigner(generateKeyPairSync('ed25519').privateKey)
      return editSeal(2, (seal) => Promise.resolve({ ...seal, publicKey }))
    },
    finds: [{ kind: 'signature', seal: 2 }],
  },
  {
    name: 'the head set back',
    tamper: () => sql('UPDATE eventstore.head SET "position" = "position" - 1'),
    finds: [{ kind: 'inserted' }],
    only: true,
  },
  {
    name: 'the head set forward',
    tamper: () => sql('UPDATE eventstore.head SET "position" = "position" + 1'),
    finds: [{ kind: 'deleted' }],
    only: true,
  },
  {
    name: 'the head lost',
    tamper: () => sql('DELETE FROM eventstore.head'),
    finds: [{ kind: 'truncated' }],
    only: true,
  },
  {
    name: 'a seal deleted',
    tamper: () => sql(DELETE, [...at(sealStream, 0)]),
    finds: [{ kind: 'seal missing', seal: 1 }],
  },
  {
    name: 'the newest seal deleted',
    tamper: () => sql(DELETE, [...at(sealStream, 1)]),
    finds: [{ kind: 'seal missing', seal: 2 }],
  },
  {
    name: 'the newest seal signed again with another key, chain and memory with it',
    tamper: async () => {
      const other = await resigned(newest)
      await editSeal(2, () => Promise.resolve(other))
      await rechain(sealStream)
      await sql('UPDATE audit.seal SET hash = $1 WHERE sequence = 2', [sealHash(other)])
    },
    finds: [{ kind: 'signature', seal: 2 }],
    only: true,
  },
  {
    name: 'an older seal signed again with another key',
    tamper: () => editSeal(1, resigned),
    finds: [{ kind: 'seal changed', seal: 1 }],
  },
  {
    name: 'the store cut off, with its newest seal',
    tamper: async () => {
      await sql('DELETE FROM eventstore.events WHERE stream = $1', [third])
      await sql(DELETE, [...at(sealStream, 1)])
      await sql('UPDATE eventstore.head SET "position" = (SELECT max("position") FROM eventstore.events)')
    },
    finds: [
      { kind: 'deleted', stream: third },
      { kind: 'seal missing', seal: 2 },
    ],
    only: true,
  },
  {
    name: 'the store cut off with its newest seal, the tree and all that remembers it: a seal kept outside',
    tamper: async () => {
      await sql('DELETE FROM eventstore.events WHERE stream = $1', [third])
      await sql(DELETE, [...at(sealStream, 1)])
      await sql('UPDATE eventstore.head SET "position" = (SELECT max("position") FROM eventstore.events)')
      await sql('DELETE FROM audit.leaf WHERE stream = $1', [third])
      await sql('DELETE FROM audit.seal WHERE sequence = 2')
      await sql('UPDATE audit.tree SET size = (SELECT count(*) FROM audit.leaf)')
    },
    finds: [{ kind: 'truncated', seal: 2 }],
    only: true,
    kept: [newest],
  },
  {
    name: 'store and leaves cut off, the seals left',
    tamper: async () => {
      await sql('DELETE FROM eventstore.events WHERE stream = $1', [third])
      await sql('DELETE FROM audit.leaf WHERE stream = $1', [third])
    },
    finds: [{ kind: 'truncated', seal: 2 }],
  },
  {
    name: 'a leaf edited',
    tamper: () =>
      sql(`UPDATE audit.leaf SET hash = sha256('x') WHERE stream = $1 AND revision = $2`, [...at(second, 1)]),
    finds: [{ kind: 'leaf changed', stream: second, revision: 1 }],
    only: true,
  },
  {
    name: 'two leaves swapped',
    tamper: () =>
      sql(
        `UPDATE audit.leaf l SET hash = (SELECT hash FROM audit.leaf other WHERE other.stream = l.stream AND other.revision = 3 - l.revision)
         WHERE stream = $1 AND revision IN (1, 2)`,
        [second],
      ),
    finds: [
      { kind: 'leaf changed', stream: second, revision: 1 },
      { kind: 'leaf changed', stream: second, revision: 2 },
    ],
    only: true,
  },
  {
    name: 'a leaf put in at the end',
    tamper: () =>
      sql(
        `INSERT INTO audit.leaf SELECT max(index) + 1, 999, 'liveInvoice-inv_1111111111111111111111', 0, sha256('x') FROM audit.leaf`,
      ),
    finds: [{ kind: 'deleted', stream: 'liveInvoice-inv_1111111111111111111111' }],
  },
  {
    name: 'a hash of a part of the tree changed',
    tamper: () => sql("UPDATE audit.node SET hash = sha256('x')"),
    finds: [{ kind: 'leaf changed', leaf: 0 }],
    only: true,
  },
  {
    name: 'a hash of a part of the tree deleted',
    tamper: () => sql('DELETE FROM audit.node'),
    finds: [{ kind: 'leaf changed', leaf: 0 }],
    only: true,
  },
  {
    name: 'a leaf deleted',
    tamper: () => sql('DELETE FROM audit.leaf WHERE stream = $1 AND revision = $2', [...at(second, 1)]),
    finds: [{ kind: 'leaf changed', stream: second, revision: 1 }],
    only: true,
  },
  {
    name: 'the last leaves deleted',
    tamper: () => sql('DELETE FROM audit.leaf WHERE stream = $1', [third]),
    finds: [{ kind: 'leaf changed', stream: third, revision: 0 }],
    only: true,
  },
]

t.test('an untouched store', async (t) => {
  const { findings, checked, notes } = await verify([newest])
  t.strictSame(findings, [])
  t.match(checked, { documents: 8, seals: 2, leaves: newest.size })
  t.notOk(notes.some((note) => note.startsWith('Not covered')))
})

for (const { name, tamper, finds, only, kept } of cases) {
  t.test(name, async (t) => {
    t.teardown(() => made.restore())
    await tamper()
    const { findings } = await verify(kept)
    for (const expected of finds)
      t.ok(
        findings.some((finding) =>
          Object.entries(expected).every(([key, value]) => finding[key as keyof Finding] === value),
        ),
        JSON.stringify(expected),
        { findings },
      )
    if (only === true) {
      const kinds = new Set(finds.map(({ kind }) => kind))
      t.strictSame(
        findings.filter(({ kind }) => !kinds.has(kind)),
        [],
        'nothing else is named',
      )
    }
  })
}

t.test('what no seal covers yet is said', async (t) => {
  const { History, acceptedInvoice } = await import('../../support/history.js')
  await new History(store).invoice(made.scope, acceptedInvoice('A-4'))
  const { findings, notes } = await verify()
  t.strictSame(findings, [])
  t.match(notes.join('\n'), /Not covered by a seal yet: 1 live events since seal 2/)
})
