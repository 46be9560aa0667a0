import fc from 'fast-check'
import t from 'tap'
import { isSignedFile, readSignedFile, UnreadableSignedFile } from '../../../src/countries/signing/cades.js'
import { signedFile } from '../../support/cades.js'
import { selfSigned } from '../../support/certificate.js'
import { SEED, triesOf } from '../../support/random/sample.js'

const signer = selfSigned('signer.example')
const CONTENT = Buffer.from(`<?xml version="1.0"?><a>${'città '.repeat(500)}</a>`)

t.test('a file signed by CAdES-BES is read with its verdict, in every form', async (t) => {
  for (const signing of [{}, { digest: 'sha384' }, { digest: 'sha512' }, { chunk: 1000 }, { chunk: 7 }] as const) {
    const binary = signedFile(CONTENT, signer, signing)
    for (const file of [binary, Buffer.from(binary.toString('base64').replaceAll(/.{64}/g, '$&\r\n'))]) {
      t.ok(isSignedFile(file))
      const { content, verdict } = readSignedFile(file)
      t.ok(Buffer.from(content).equals(CONTENT))
      t.equal(verdict.kind, 'valid', JSON.stringify(verdict))
    }
  }
  for (const other of ['', '<a/>', 'MI', 'MIIB', '{"a":1}', '%PDF-1.7']) t.notOk(isSignedFile(Buffer.from(other)))
})

t.test('what is not signed as SdI demands is said', async (t) => {
  const reason = (file: Buffer) => {
    const { verdict } = readSignedFile(file)
    return verdict.kind === 'invalid' ? verdict.reason : verdict.kind
  }
  t.match(reason(signedFile(CONTENT, signer, { isNamed: false })), /name no certificate \(not CAdES-BES\)/)
  const changed = Buffer.from(signedFile(CONTENT, signer))
  changed[changed.indexOf('citt')] = 0x43
  t.equal(reason(changed), 'the document was changed after it was signed')
  const another = selfSigned('another.example')
  const forged = signedFile(CONTENT, { cert: signer.cert, key: another.key })
  t.equal(reason(forged), 'its value does not match')
  t.throws(() => readSignedFile(signedFile(CONTENT, signer, { isDetached: true })), {
    name: 'Error',
    message: 'contains only a signature, without the document',
  })
  t.throws(() => readSignedFile(Buffer.from('<a/>')), { message: 'is not signed by CMS' })
})

t.test('no change of a file makes another content valid, and none breaks the reader', async (t) => {
  const file = signedFile(CONTENT.subarray(0, 300), signer)
  const numRuns = triesOf(2_000)
  const content = Buffer.from(readSignedFile(file).content)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
      fc.option(fc.nat(file.length), { nil: undefined }),
      (changes, end) => {
        const changed = Buffer.from(file.subarray(0, end))
        for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte
        try {
          const { content: read, verdict } = readSignedFile(changed)
          return verdict.kind !== 'valid' || Buffer.from(read).equals(content)
        } catch (error) {
          return error instanceof UnreadableSignedFile
        }
      },
    ),
    { seed: SEED, numRuns },
  )
  t.pass(`${numRuns} changed files`)
})

t.test('a file that is nested without end is refused in a moment', async (t) => {
  const head = Buffer.from('06092a864886f70d010702', 'hex')
  for (const filling of [Buffer.alloc(400_000, 0x30), Buffer.alloc(400_000, Buffer.from('2480', 'hex'))]) {
    const hostile = Buffer.concat([Buffer.from('3080', 'hex'), head, Buffer.from('a080', 'hex'), filling])
    t.ok(isSignedFile(hostile))
    const begin = process.hrtime.bigint()
    t.throws(() => readSignedFile(hostile), { message: 'is not readable as CMS' })
    t.ok(process.hrtime.bigint() - begin < 5_000_000_000n)
  }
})
