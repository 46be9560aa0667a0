// `npm run simulate -- --seeds 1000 --from 0`: plays the stories of these seeds. One that fails is
// made smaller and printed, step by step; then the exit code is 1.
import { setMaxListeners } from 'node:events'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Piscina } from 'piscina'
import type { Wanted } from './player.js'
import { shrink } from './shrink.js'
import { simulate } from './simulate.js'
import { type Mishap, MISHAPS } from './mishap.js'
import { type Story, storyOf } from './story.js'

const HELP = `npm run simulate -- [options]
  --seeds N        so many stories (50)
  --from N         the first one's seed (0)
  --invoices N     invoices of each story (100)
  --documents N    documents that suppliers send in each story (a third of the invoices)
  --jobs N         play so many at a time (as many as there are processors)
  --faults a,b     these mishaps alone: ${MISHAPS.join(', ')}
  --trace FILE     write what happened, step by step: of the failing story, or of the last one
  --whole          do not make a failing story smaller
`

/** So many lines of the trace are printed. */
const SHOWN_LINES = 60

// Everything in a process listens to the signal that ends it.
setMaxListeners(0)

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '0' },
    invoices: { type: 'string', default: '100' },
    documents: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    faults: { type: 'string' },
    trace: { type: 'string' },
    whole: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) print(HELP)
else await run()

async function run(): Promise<void> {
  const mishaps = values.faults?.split(',').map(mishapNamed)
  const invoices = whole(values.invoices)
  const from = whole(values.from)
  const seeds = whole(values.seeds)
  const documents = values.documents === undefined ? undefined : whole(values.documents)
  const options = { invoices, ...(documents !== undefined && { documents }), ...(mishaps && { mishaps }) }
  const players = new Piscina<Wanted, { failure: string | null; steps: number }>({
    filename: new URL('./player.js', import.meta.url).href,
    maxThreads: Math.max(1, whole(values.jobs)),
  })
  const begun = performance.now()
  let [done, steps, next] = [0, 0, from]
  let failed: { readonly seed: number; readonly failure: string } | null = null
  const playOn = async (): Promise<void> => {
    for (let seed = next++; seed < from + seeds && failed === null; seed = next++) {
      const ending = await players.run({ seed, ...options })
      done += 1
      steps += ending.steps
      if (ending.failure !== null) failed ??= { seed, failure: ending.failure }
      else if (done % 10 === 0 || done === seeds) {
        const seconds = (performance.now() - begun) / 1000
        print(`${done} of ${seeds} stories, ${steps} steps, ${seconds.toFixed(1)} s: all held\n`)
      }
    }
  }
  await Promise.all(Array.from({ length: players.maxThreads }, playOn))
  await players.close()
  const found = failed as { readonly seed: number; readonly failure: string } | null
  if (found !== null) {
    await printFailure(storyOf(found.seed, options), found.failure)
    process.exitCode = 1
  } else if (values.trace !== undefined) await write(storyOf(from + seeds - 1, options), values.trace)
}

async function printFailure(failing: Story, failure: string): Promise<void> {
  print(`\nSeed ${failing.seed} fails: ${failure}\n`)
  const { story, tries, ...shrunk } = values.whole
    ? { story: failing, failure, tries: 0 }
    : await shrink(failing, failure)
  const trace: string[] = []
  await simulate(story, trace)
  const { machines, accounts, invoices, documents } = story
  print(
    `${tries > 0 ? `Made smaller in ${tries} tries: ${shrunk.failure}\n` : ''}\n` +
      `${machines} processes, ${accounts} accounts, invoices ${invoices.map(({ number }) => number).join(' ')}, ` +
      `documents ${documents.map(({ number }) => number).join(' ')}\n` +
      story.mishaps
        .map(({ at, kind, ...rest }) => `  ${(at / 1000).toFixed(3)} s  ${kind} ${JSON.stringify(rest)}\n`)
        .join('') +
      `\n${trace.slice(-SHOWN_LINES).join('\n')}\n\n` +
      `Again: npm run simulate -- --from ${failing.seed} --seeds 1${again()}\n`,
  )
  if (values.trace !== undefined) writeFileSync(values.trace, `${trace.join('\n')}\n`)
}

/** The options that the story depends on. */
function again(): string {
  const { invoices, documents, faults } = values
  const ofDocuments = documents === undefined ? '' : ` --documents ${documents}`
  return `${invoices === '100' ? '' : ` --invoices ${invoices}`}${ofDocuments}${faults === undefined ? '' : ` --faults '${faults}'`}`
}

async function write(story: Story, file: string): Promise<void> {
  const trace: string[] = []
  await simulate(story, trace)
  writeFileSync(file, `${trace.join('\n')}\n`)
}

function mishapNamed(name: string): Mishap['kind'] {
  const found = MISHAPS.find((kind) => kind === name.trim())
  if (found === undefined) throw new Error(`${name} is no mishap; these are: ${MISHAPS.join(', ')}`)
  return found
}

function whole(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${text} is no whole number`)
  return number
}

function print(text: string): void {
  process.stdout.write(text)
}
