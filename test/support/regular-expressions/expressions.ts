import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'

/** An expression of the program, with its file and line. */
export interface ExpressionOf {
  readonly place: string
  readonly source: string
  readonly flags: string
  /** The most characters of the texts that it reads; absent: they have no limit. */
  readonly longest?: number
}

const ROOT = join(import.meta.dirname, '../../../..')

/** The literals of src, and the files that make expressions from texts. */
export function expressionsInSource(): {
  readonly literals: readonly ExpressionOf[]
  readonly makers: ReadonlySet<string>
} {
  const literals: ExpressionOf[] = []
  const makers = new Set<string>()
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const file = `src/${name}`
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
        literals.push({ place: `${file}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      }
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node)
      if (isMade && node.expression.getText() === 'RegExp') makers.add(file)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { literals, makers }
}

/** The expressions that modules make from data when they are loaded and first used. */
export async function expressionsFromData(): Promise<readonly ExpressionOf[]> {
  const worker = new Worker(join(import.meta.dirname, 'recorder.js'))
  try {
    return await new Promise<readonly ExpressionOf[]>((resolve, reject) => {
      worker.once('message', ({ recorded }: { readonly recorded: readonly ExpressionOf[] }) => resolve(recorded))
      worker.once('error', reject)
    })
  } finally {
    await worker.terminate()
  }
}
