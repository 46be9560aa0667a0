import { checkDigest, SignatureRefused, signaturesOf } from '../../src/countries/gateway/http-signature/signature.js'
import { isZip, readZip } from '../../src/countries/gateway/zip.js'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { readXml } from '../../src/countries/judging/read-xml.js'
import { readLifeCycle } from '../../src/countries/fr/cdar-reader.js'
import { readNotification } from '../../src/countries/it/sdi/notification.js'
import { SDI_SIGNATURE } from '../../src/countries/it/sdi/signature.js'
import { binaryOf, readSoap } from '../../src/countries/it/sdi/soap.js'
import { readBusinessDocument } from '../../src/countries/peppol/access-point/business-document.js'
import { faultsIn, readBody as readKsef } from '../../src/countries/pl/ksef/answers.js'
import { readBody as readAnaf } from '../../src/countries/ro/anaf/answers.js'
import { readSource } from '../../src/documents/conversion/source.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'
import { Cursors } from '../../src/http/api/cursor.js'
import { idempotencyKeyOf } from '../../src/http/api/idempotency-key.js'
import { parseJsonBody } from '../../src/documents/intake/json-body.js'
import { ndjsonLines } from '../../src/documents/intake/ndjson.js'
import { readSigner } from '../../src/countries/signing/signer.js'
import { parseSecretsKey } from '../../src/storage/vault/secrets-key.js'
import * as corpus from './corpus.js'
import { GOVERNMENT_TARGETS } from './government-targets.js'
import { OPERATOR_TARGETS } from './operator-targets.js'
import { PROOF_TARGETS } from './proof-targets.js'
import type { Target } from './target.js'

const NOW = new Date('2026-11-23T12:00:00Z')
const cursors = new Cursors(parseSecretsKey(Buffer.alloc(32, 7).toString('base64')))
const scope = { account: 'acc_1', environment: 'test' } as const

/** Every reader of foreign input, by its name. */
export const TARGETS: Readonly<Record<string, Target>> = {
  xml: { corpus: corpus.documents, read: parseXml, throws: ['RefusedXml'] },
  judge: { corpus: corpus.documents, read: (bytes) => judgeXml(bytes, { now: NOW }), throws: [] },
  document: { corpus: corpus.documents, read: (bytes) => readXml(bytes), throws: [] },
  convert: {
    corpus: corpus.documents,
    read: (bytes) => readSource({ kind: 'xml', xml: bytes }, NOW),
    throws: ['Refusal'],
  },
  pdf: {
    corpus: corpus.pdfs,
    read(bytes) {
      judgeXml(bytes, { now: NOW })
      readSource({ kind: 'xml', xml: bytes }, NOW)
    },
    throws: ['Refusal'],
  },
  zip: { corpus: corpus.archives, read: (bytes) => isZip(bytes) && readZip(bytes), throws: ['BadZip'] },
  soap: {
    corpus: corpus.soap,
    read: (bytes) => {
      const isPackage = bytes.subarray(0, 3).toString('latin1') === '--b'
      const type = isPackage ? 'multipart/related; boundary=b; start="<root@x>"; type="text/xml"' : 'text/xml'
      const { payload, parts } = readSoap(bytes, type)
      for (const child of payload.children) binaryOf(child, parts)
    },
    throws: ['BadSoap'],
  },
  mediaType: {
    corpus: () => [Buffer.from('multipart/related; boundary="b"; start="<root@x>"; type="text/xml"')],
    read: (bytes) => readSoap(Buffer.from('--b\r\n\r\n<a/>\r\n--b--'), bytes.toString('latin1')),
    throws: ['BadSoap'],
  },
  signature: { corpus: corpus.signedNotifications, read: (bytes) => SDI_SIGNATURE.read(bytes, null), throws: [] },
  sdi: { corpus: corpus.notifications, read: readNotification, throws: ['BadNotification'] },
  anaf: { corpus: corpus.anaf, read: readAnaf, throws: [] },
  ksef: {
    corpus: corpus.ksef,
    read: (bytes) => {
      const body = readKsef({ bytes })
      if (body.kind === 'json') faultsIn(body.json)
    },
    throws: [],
  },
  cdar: { corpus: corpus.messages, read: readLifeCycle, throws: [] },
  peppol: { corpus: corpus.messages, read: readBusinessDocument, throws: ['RefusedXml'] },
  json: { corpus: corpus.requests, read: parseJsonBody, throws: ['Refusal'] },
  ndjson: {
    corpus: corpus.requests,
    read: (bytes) => ndjsonLines(bytes, 10_000).map(({ bytes: line }) => parseJsonBody(line)),
    throws: ['Refusal'],
  },
  httpSignature: {
    corpus: () => [
      Buffer.from(
        'sig1=("@method" "@target-uri" "content-digest");created=1795435200;alg="ed25519";nonce="n";b=:AA==:;t=tok;f=?0',
      ),
      Buffer.from('sig1=:AAAA:, sig2=:QUJD:'),
    ],
    read: (bytes) => {
      const headers = Object.fromEntries(
        ['signature-input', 'signature', 'content-digest'].map((name) => [name, [bytes.toString('latin1')]]),
      )
      const request = { method: 'POST', url: new URL('https://in.example/afnor/conn_1'), headers }
      for (const check of [() => signaturesOf(request, NOW), () => checkDigest(request, bytes)])
        try {
          check()
        } catch (error) {
          if (!(error instanceof SignatureRefused)) throw error
        }
    },
    throws: [],
  },
  cursor: {
    corpus: () => [
      Buffer.from(cursors.encode('inv', scope, { createdAt: NOW.toISOString(), id: `inv_${'0'.repeat(22)}` })),
    ],
    read: (bytes) => cursors.decode('inv', scope, bytes.toString('utf8')),
    throws: ['ApiError', 'Refusal'],
  },
  idempotency: {
    corpus: () => [Buffer.from('key-1'), Buffer.from('key-1, key-2')],
    read: (bytes) => {
      const value = bytes.toString('latin1')
      const headers = { 'x-idempotency-key': value, 'idempotency-key': value.slice(1) }
      return idempotencyKeyOf({ headers, rawHeaders: Object.entries(headers).flat() } as never)
    },
    throws: ['ApiError', 'Refusal'],
  },
  pem: {
    corpus: corpus.pems,
    read: (bytes) => {
      const text = bytes.toString('utf8')
      return readSigner({ certificate: text, privateKey: text, passphrase: 'secret' })
    },
    throws: ['UnusableSigner'],
  },
  pkcs12: {
    corpus: corpus.keyStores,
    read: (bytes) => readSigner({ pkcs12: bytes, passphrase: 'secret' }),
    throws: ['UnusableSigner'],
    // The derivation of keys is slow on purpose; its rounds are limited.
    baseMs: 20_000,
  },
  ...PROOF_TARGETS,
  ...GOVERNMENT_TARGETS,
  ...OPERATOR_TARGETS,
}
