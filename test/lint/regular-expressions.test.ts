import { createContext, runInContext } from 'node:vm'
import t from 'tap'
import { attacksOn } from '../support/regular-expressions/attacks.js'
import {
  type ExpressionOf,
  expressionsFromData,
  expressionsInSource,
} from '../support/regular-expressions/expressions.js'

/** Longer than all fields but documents. */
const LENGTH = 20_000
/** The most CPU time of one search in such a text. */
const LIMIT_MS = 20
/** A search that does not end is stopped: V8 looks for that where it backtracks. */
const PATIENCE_MS = 2_000

t.setTimeout(300_000)

/** Searches the texts until one takes longer than the limit three times in a row. */
const SEARCH = `
  for (const text of texts) {
    state.text = text
    let fastest = Infinity
    for (let tries = 0; tries < 3 && fastest > limit; tries++) {
      const before = cpu()
      text.replace(expression, '')
      fastest = Math.min(fastest, cpu() - before)
    }
    if (fastest > limit) { state.ms = fastest; break }
  }`

/** The first attack that is too slow, with its CPU time; undefined: none is. */
function slowAttack({ source, flags, longest = LENGTH }: ExpressionOf): string | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const state: { text: string; ms?: number } = { text: '' }
  const cpu = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const context = createContext({
    texts: attacksOn(source, flags, Math.min(longest, LENGTH)),
    expression,
    state,
    cpu,
    limit: LIMIT_MS,
  })
  try {
    runInContext(SEARCH, context, { timeout: PATIENCE_MS })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    state.ms = PATIENCE_MS
  }
  if (state.ms === undefined) return undefined
  return `${Math.round(state.ms)} ms: ${JSON.stringify(state.text.slice(0, 40))} … ${JSON.stringify(state.text.slice(-4))}`
}

function slowOnes(expressions: readonly ExpressionOf[]): readonly string[] {
  const byText = new Map(expressions.map((each) => [`${each.source}/${each.flags}`, each]))
  return [...byText.values()].flatMap((each) => {
    const attack = slowAttack(each)
    return attack === undefined ? [] : `${each.place} /${each.source}/${each.flags} ${attack}`
  })
}

void t.test('attacks find expressions that are quadratic or worse', (t) => {
  const known = [
    [String.raw`[ :]+$`, ''],
    [String.raw`\s+\S*$`, ''],
    [String.raw`\[.*$`, ''],
    [String.raw`^((?:\S*\d\S* )+)(.*\p{L}.*)$`, 'u'],
    [String.raw`\((?:[a-z]+:\w+\/?)+\)`, ''],
    [String.raw`(?<![\w:/])((?:\/?(?:[a-z]{2,3}:)?[A-Za-z_]\w{0,60}){1,20})(?![\w])`, 'g'],
    [String.raw`^(?:.*[^a-z])?(?:s|sect)[ .]*([1-6])(?![0-9]).*$`, ''],
    [String.raw`\[([^\]]*)\]\([^)]*\)`, 'g'],
  ]
  for (const [source = '', flags = ''] of known)
    t.not(slowAttack({ place: '', source, flags }), undefined, `/${source}/${flags}`)
  t.equal(slowAttack({ place: '', source: '(?<! ) *,', flags: 'g' }), undefined)
  t.end()
})

void t.test('no expression of the program is slow on any attack', (t) => {
  const { literals } = expressionsInSource()
  t.ok(literals.length > 700, `${literals.length} literals`)
  t.strictSame(slowOnes(literals), [])
  t.end()
})

void t.test('no expression that is made from data is slow on any attack', async (t) => {
  const made = await expressionsFromData()
  const { makers } = expressionsInSource()
  const seen = new Set(made.map(({ place }) => place))
  t.strictSame(
    [...makers].filter((file) => !seen.has(file)),
    [],
    'all files that make expressions are seen to make one',
  )
  t.ok(made.length > 300, `${made.length} expressions`)
  t.strictSame(slowOnes(made), [])
})
