/**
 * `npm run bench:against -- COMMIT`: this program beside that of an earlier commit, which is built
 * in a worktree of its own. Both run in turn on the same machine, so that the ratio of each figure
 * means something even where the machine is noisy. `--only rules,start,pipeline,http` measures a
 * part, `--rounds N` repeats each (3), `--invoices N` posts so many through the pipeline (2,000).
 * `--short` measures rules and start-up once. `--release` is the newest release instead of a
 * COMMIT.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bestOf, type Figures, httpFigures, pipelineFigures, rulesFigures, tableOf } from './against/figures.js'
import { cpuOfProcess } from './cpu.js'
import { withProcesses } from './processes.js'
import { has, run, type Tree, treeOf } from './against/trees.js'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'rules,start,pipeline,http' },
    rounds: { type: 'string', default: '3' },
    invoices: { type: 'string', default: '2000' },
    short: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
  },
})
const ROOT = join(import.meta.dirname, '..', '..')
const PARTS = (options.short ? 'rules,start' : options.only).split(',')
const ROUNDS = options.short ? 1 : Number(options.rounds)
/** Starts of each program. */
const STARTS = options.short ? 5 : 15

async function compare(commit: string): Promise<void> {
  const then = treeOf(ROOT, commit)
  const now: Tree = { name: 'now', root: ROOT }
  try {
    for (const part of PARTS) {
      const { measure, isBetter } = MEASURED[part as keyof typeof MEASURED]
      const figures: Record<Tree['name'], Figures[]> = { then: [], now: [] }
      for (let round = 0; round < ROUNDS; round += 1)
        for (const tree of round % 2 === 0 ? [then, now] : [now, then]) figures[tree.name].push(await measure(tree))
      console.log(`${tableOf(bestOf(figures.then, isBetter), bestOf(figures.now, isBetter))}\n`)
    }
  } finally {
    then.remove()
  }
}

const MEASURED = {
  rules: {
    isBetter: 'smaller',
    measure: async (tree: Tree) => rulesFigures(await run(tree, 'dist/bench/rules.js', '--json', '--no-official')),
  },
  start: {
    isBetter: 'smaller',
    measure: async (tree: Tree) => new Map([...programFigures(tree), ...(await serviceFigures(tree))]),
  },
  pipeline: {
    isBetter: 'smaller',
    measure: async (tree: Tree) =>
      pipelineFigures(await run(tree, 'dist/bench/pipeline.js', '--invoices', options.invoices)),
  },
  http: {
    isBetter: 'larger',
    measure: async (tree: Tree) => httpFigures(await run(tree, 'dist/bench/http.js', '--quick')),
  },
} as const

/** How long programs take to start, in empty processes of Node measured in turn with them. */
function programFigures(tree: Tree): Figures {
  const { root } = tree
  const cli = join(root, 'bin', 'clearway.js')
  const script = (text: string): readonly string[] => ['--input-type=module', '-e', text]
  const programs: Readonly<Record<string, readonly string[]>> = {
    empty: script(''),
    'engine with all profiles': script(`await import(${JSON.stringify(join(root, 'dist', 'bundle', 'worker.js'))})`),
    'clearway --help': [cli, '--help'],
    'clearway validate of one file': [cli, 'validate', join(root, 'samples', 'ro', '01-domestic-services.json')],
  }
  if (!has(tree, 'dist/bundle/worker.js')) throw new Error(`${tree.name} has no bundle`)
  const fastest = new Map(Object.keys(programs).map((name) => [name, Infinity]))
  for (let round = 0; round < STARTS; round += 1)
    for (const [name, args] of Object.entries(programs)) {
      const start = performance.now()
      execFileSync(process.execPath, args, { stdio: 'ignore' })
      fastest.set(name, Math.min(fastest.get(name) ?? Infinity, performance.now() - start))
    }
  const empty = fastest.get('empty') ?? Number.NaN
  fastest.delete('empty')
  return new Map(Array.from(fastest, ([name, time]) => [`${name}, empty processes`, time / empty]))
}

/** How long the service takes from its start until it serves, with the embedded PostgreSQL. */
function serviceFigures({ root }: Tree): Promise<Figures> {
  return withProcesses(async ({ processes, env }) => {
    let [elapsed, used] = [Infinity, Infinity]
    for (let round = 0; round < STARTS / 2; round += 1) {
      const start = performance.now()
      await processes.start(join(root, 'dist', 'bundle', 'main.js'), env, /(listens on)/)
      elapsed = Math.min(elapsed, performance.now() - start)
      used = Math.min(used, cpuOfProcess(processes.newest))
      await processes.stop()
    }
    return new Map([
      ['the service until it serves, ms', elapsed],
      ['the service until it serves, ms of Node', used],
    ])
  })
}

function newestRelease(): string | undefined {
  const tags = execFileSync('git', ['-C', ROOT, 'tag', '--list', 'v*', '--sort=-v:refname'], { encoding: 'utf8' })
  return tags.split('\n')[0] || undefined
}

const wanted = options.release ? newestRelease() : positionals[0]
if (wanted === undefined) {
  console.log(options.release ? 'there is no release tag (v…) to compare with' : 'name a commit: -- COMMIT')
  process.exitCode = options.release ? 0 : 2
} else await compare(wanted)
