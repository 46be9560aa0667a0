import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { publicKeyOf } from '../../../src/audit/seals/seals.js'
import { commandSigner, openSigner, SECRET_SETTINGS } from '../../../src/audit/seals/signing.js'
import { SETTINGS } from '../../../src/host/settings/config.js'

const dir = mkdtempSync(join(tmpdir(), 'clearway-signing-'))
t.teardown(() => rmSync(dir, { recursive: true }))
const path = (name: string): string => join(dir, name)
const bytes = Buffer.from('what is signed')

/** A file that only its owner may read. */
function secret(name: string, content: string, mode = 0o600): string {
  writeFileSync(path(name), content, { mode })
  chmodSync(path(name), mode)
  return path(name)
}

execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', path('seal.pem')])
chmodSync(path('seal.pem'), 0o600)
execFileSync('openssl', ['pkey', '-in', path('seal.pem'), '-pubout', '-out', path('seal.pub')])
const publicKey = createPublicKey(readFileSync(path('seal.pub')))

t.test('the program that signs gets no setting that holds a secret', async (t) => {
  const secrets = Object.entries(SETTINGS).flatMap(([name, schema]) => (schema['secret'] === true ? [name] : []))
  t.strictSame([...SECRET_SETTINGS].sort(), secrets.sort())
})

t.test('the embedded service makes its key, once, for its owner alone', async (t) => {
  const signer = openSigner({ DATA_DIR: dir })
  t.equal(statSync(path('seal.key')).mode & 0o777, 0o600)
  t.equal(openSigner({ DATA_DIR: dir })?.keyId, signer?.keyId)
  t.equal(openSigner({ DATA_DIR: dir, DATABASE_URL: 'postgresql://x' }), null, 'it is of the embedded one alone')
})

t.test("OpenSSL's key signs, by a file", async (t) => {
  const signer = openSigner({ DATA_DIR: dir, DATABASE_URL: 'postgresql://x', SEAL_KEY_FILE: path('seal.pem') })
  t.ok(signer && verify(null, bytes, publicKey, await signer.sign(bytes)))
  t.equal(signer?.publicKey, readFileSync(path('seal.pub'), 'utf8'))
})

t.test('an unusable key is reported, with the remedy and without its content', async (t) => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const open = (SEAL_KEY_FILE: string) => () => openSigner({ DATA_DIR: dir, SEAL_KEY_FILE })
  t.throws(open(path('missing')), { name: 'StartupError', message: /does not exist; openssl genpkey/ })
  t.throws(open(secret('open', readFileSync(path('seal.pem'), 'utf8'), 0o644)), { message: /chmod 600/ })
  t.throws(open(secret('other-key', String(other))), { message: /does not contain an Ed25519 key/ })
  t.throws(open(secret('text', 'hunter2')), { name: 'StartupError', message: /^(?!.*hunter2)/s })
  const command = { DATA_DIR: dir, SEAL_COMMAND: 'true', SEAL_PUBLIC_KEY_FILE: secret('no.pub', 'x') }
  t.throws(() => openSigner(command), { name: 'StartupError', message: /openssl pkey -pubout/ })
})

/** The program that the documentation shows, with its key here. */
function documented(): string {
  const [, program = ''] =
    /```sh\n(#!\/bin\/sh\nset -eu\nbytes[^`]+)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  t.match(program, /pkeyutl/)
  return secret('sign', program.replaceAll('/etc/clearway/seal.pem', path('seal.pem')), 0o700)
}

t.test('the program of the documentation signs, in place of a file', async (t) => {
  const settings = { DATA_DIR: dir, SEAL_COMMAND: documented(), SEAL_PUBLIC_KEY_FILE: path('seal.pub') }
  const signer = openSigner(settings)
  t.ok(signer && verify(null, bytes, publicKey, await signer.sign(bytes)))
})

t.test('a program that fails, hangs, talks, or signs something else is reported', async (t) => {
  const key = publicKeyOf(readFileSync(path('seal.pub'), 'utf8'))
  if (key === null) throw new Error('no key')
  const script = (name: string, text: string): string => secret(name, `#!/bin/sh\n${text}\n`, 0o700)
  const refused = (message: RegExp) => ({ name: 'CannotSign', message })
  const sign = (command: string, limitMs = 30_000) => commandSigner(command, key, { limitMs }).sign(bytes)
  await t.rejects(sign(path('none')), refused(/can not be run: .*ENOENT/))
  await t.rejects(
    sign(script('fails', 'echo "the module is locked" >&2; exit 3')),
    refused(/status 3: the module is locked/),
  )
  await t.rejects(sign(script('hangs', 'exec sleep 60'), 200), refused(/by SIGKILL/))
  await t.rejects(sign(script('talks', 'exec yes')), refused(/by SIGKILL/))
  await t.rejects(sign(script('other', 'cat >/dev/null; echo AAAA')), refused(/is not a signature/))
  // No shell reads the words, and what the program has no need of is not in its environment.
  process.env['SECRETS_KEY'] = 'hunter2'
  t.teardown(() => delete process.env['SECRETS_KEY'])
  const words = `${script('words', 'echo "$1 ${SECRETS_KEY-none}" >&2; exit 1')} $(id);true`
  await t.rejects(sign(words), refused(/: \$\(id\);true none$/))
})
