// Finds files that import each other, directly or through others: none of them can be understood,
// moved or tested without the rest, and the order of execution depends on which is imported first.
// Type imports count too: they vanish before anything runs, but the next value import beside them
// does not, and readers have to follow both.
import { basename, dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** Reports each file whose imports lead back to it, with the shortest way. */
export const importCircles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      circle: 'Imports run in a circle: {{circle}}. Move what both sides need to a file that imports neither.',
    },
  },
  create(context) {
    const { program } = context.sourceCode.parserServices
    return {
      Program(node) {
        const circle = shortestCircle(program, context.filename)
        if (circle === null) return
        const next = circle[1]
        const leadsThere = ({ source }) => source && resolved(context.filename, source.value) === next
        context.report({
          node: node.body.find(leadsThere) ?? node,
          messageId: 'circle',
          data: { circle: circle.map((file) => relative(context.cwd, file)).join(' → ') },
        })
      },
    }
  },
}

/**
 * The files on the shortest way of imports from a file back to itself, that file first and last;
 * null: there is none.
 */
function shortestCircle(program, start) {
  const cameFrom = new Map()
  const reached = [start]
  for (const file of reached) {
    for (const imported of importsOf(program, file)) {
      if (imported === start) return [...wayTo(file, cameFrom), start]
      if (cameFrom.has(imported)) continue
      cameFrom.set(imported, file)
      reached.push(imported)
    }
  }
  return null
}

function wayTo(file, cameFrom) {
  const before = cameFrom.get(file)
  return before === undefined ? [file] : [...wayTo(before, cameFrom), file]
}

/** By the parsed file, which programs share as long as its text stays the same. */
const known = new WeakMap()

/**
 * The files that a file imports, `import type` and `import()` included; without packages.
 */
function importsOf(program, file) {
  const source = program.getSourceFile(file)
  if (source === undefined) return []
  let imports = known.get(source)
  if (imports === undefined) {
    imports = ts
      .preProcessFile(source.text)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => name.startsWith('.'))
      .map((name) => resolved(file, name))
    known.set(source, imports)
  }
  return imports
}

/** The source file for an import of its compiled name. */
function resolved(file, name) {
  return join(dirname(file), dirname(name), `${basename(name, '.js')}.ts`)
}
