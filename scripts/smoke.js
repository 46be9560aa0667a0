// Starts the service on a temporary data directory, waits until it is ready and ends it: checks
// that it runs on this version of Node.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dataDir = mkdtempSync(join(tmpdir(), 'clearway-smoke-'))

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address()
    probe.close(() => resolve(port))
  })
})

const service = spawn(process.execPath, [join(root, 'scripts/start.js')], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
service.stdout.on('data', (chunk) => (output += chunk))
const ended = new Promise((resolve) => service.once('exit', resolve))

const ready = async () => {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (service.exitCode !== null) return false
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null)
    if (answer?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

const started = await ready()
service.kill('SIGTERM')
const status = await ended
rmSync(dataDir, { recursive: true, force: true })
if (!started || status !== 0) {
  console.error(
    `Node ${process.version}: ${started ? `ended with status ${status}` : 'did not become ready'}\n${output}`,
  )
  process.exit(1)
}
console.log(`Node ${process.version} starts and stops the service`)
