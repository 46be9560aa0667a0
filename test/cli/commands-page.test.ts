import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { commandsDocument } from '../../conformance/commands-page.js'

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'commands.md')

t.test('docs/commands.md shows the help of every command', async (t) => {
  const page = await commandsDocument()
  t.equal(readFileSync(PAGE, 'utf8'), page, 'npm run docs:commands writes the page')
  for (const heading of ['## validate', '## accounts', '### accounts create', '### audit export', '## work'])
    t.match(page, `\n${heading}\n`)
  t.match(page, '- `--plan <plan>`: plan of the account; one of `free`, `unlimited`; default `free`')
})
