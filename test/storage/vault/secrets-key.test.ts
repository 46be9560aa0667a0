import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseSecretsKey, secretsKeyOf } from '../../../src/storage/vault/secrets-key.js'

void t.test('SECRETS_KEY is 32 bytes in Base64, or several with commas', async (t) => {
  const one = randomBytes(32)
  const two = randomBytes(32)
  t.same(parseSecretsKey(one.toString('base64'))[0].key, one)
  t.same(
    parseSecretsKey(`${two.toString('base64')}, ${one.toString('base64')}`).map(({ key }) => key),
    [two, one],
  )
  t.not(parseSecretsKey(one.toString('base64'))[0].id, parseSecretsKey(two.toString('base64'))[0].id)
})

void t.test('anything else is refused without being repeated', async (t) => {
  const bad = ['', 'topsecret', randomBytes(31).toString('base64'), randomBytes(32).toString('hex'), '!'.repeat(44)]
  for (const value of bad) {
    t.throws(() => parseSecretsKey(value), { name: 'StartupError', message: /SECRETS_KEY must be 32 bytes in Base64/ })
  }
  try {
    parseSecretsKey('topsecret')
  } catch (error) {
    t.notMatch(String(error), /topsecret/)
  }
})

void t.test('the embedded default is made once, for the owner alone', async (t) => {
  const dataDir = t.testdir()
  const made = secretsKeyOf(dataDir)
  t.same(secretsKeyOf(dataDir), made)
  t.equal(statSync(join(dataDir, 'secrets.key')).mode & 0o777, 0o600)
  t.same(readdirSync(dataDir), ['secrets.key'])
  t.same(parseSecretsKey(readFileSync(join(dataDir, 'secrets.key'), 'utf8')), made)
})

void t.test('a key file that others can read, or that is damaged, is not used', async (t) => {
  const dataDir = t.testdir()
  secretsKeyOf(dataDir)
  const file = join(dataDir, 'secrets.key')
  chmodSync(file, 0o644)
  t.throws(() => secretsKeyOf(dataDir), { name: 'StartupError', message: /chmod 600/ })
  chmodSync(file, 0o600)
  writeFileSync(file, 'half a ke')
  t.throws(() => secretsKeyOf(dataDir), { name: 'StartupError', message: /restore it from a backup/ })
})
