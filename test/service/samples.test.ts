import { execFile } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../countries/accepted-sample.js'

t.test('the service takes every sample, and each simulated government decides as its name asks', async (t) => {
  const { code, output } = await new Promise<{ code: number | string; output: string }>((resolve) => {
    execFile(process.execPath, [join(ROOT, 'dist', 'bundle', 'demo.js'), '--all'], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? 1), output: stdout + stderr })
    })
  })
  t.equal(code, 0, 'the demo reports that all were decided as expected', { output })
  t.match(output, /✓ \d+ invoices: \d+ accepted, \d+ rejected \(on purpose\), 0 in error/)
})
