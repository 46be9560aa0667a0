import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { faultsOfSeals } from '../../src/audit/seals/seals.js'
import type { Seal } from '../../src/domain/seal.js'
import { runCli } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'
import { eventStoreSettings } from '../support/event-store.js'
import { temporaryDataDir } from '../support/running-service.js'

t.test('the operator seals, prints the key and lists the seals', async (t) => {
  const { url } = await migratedDatabase(t)
  const keyFile = join(temporaryDataDir(t), 'seal.pem')
  writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  })
  chmodSync(keyFile, 0o600)
  const bare = { DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), ...eventStoreSettings(url) }
  const env = { ...bare, SEAL_KEY_FILE: keyFile }

  const without = await runCli(['seal', '--json'], bare)
  t.match(without, { status: 1, stdout: '' })
  t.match(JSON.parse(without.stderr), { error: /nothing is sealed: .* SEAL_KEY_FILE \(openssl genpkey/ })

  await runCli(['accounts', 'create', '--name', 'Sealed'], env)
  const { publicKey, keyId } = JSON.parse((await runCli(['seal', 'key', '--json'], env)).stdout) as Seal
  const { seal: first } = JSON.parse((await runCli(['seal', '--json'], env)).stdout) as { seal: Seal }
  t.match(first, { sequence: 1, publicKey, keyId, previousSeal: null })
  const second = await runCli(['seal', 'now'], env)
  t.match(second, {
    status: 0,
    stdout: /^seal 2 of .*: \d+ events in \d+ streams, root [0-9a-f]{64}, key [0-9a-f]{16}\n$/,
  })
  const listed = await runCli(['seal', 'list', '--json'], env)
  const { seals, faults } = JSON.parse(listed.stdout) as { seals: { seal: Seal }[]; faults: unknown[] }
  t.same(faults, [])
  t.same(faultsOfSeals(seals.map(({ seal }) => seal)), [])
  t.same(seals[0]?.seal, first)
  t.equal((await runCli(['seal', 'now', '--after-restore'], env)).status, 0, 'nothing was lost')
})
