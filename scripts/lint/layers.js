// Keeps the direction of imports: what a file of src/ may import stands in one table, by folder or
// by file.
import { basename, dirname, join, relative } from 'node:path'

/**
 * Options: `mayImport`, for each layer (a folder or a file of src/) the folders and files that it
 * may import besides itself; `exceptions`, the same for single files. An exception that its file
 * no longer needs is a fault, as is a file of no layer.
 */
export const layers = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: { mayImport: { type: 'object' }, exceptions: { type: 'object' } },
        required: ['mayImport', 'exceptions'],
        additionalProperties: false,
      },
    ],
    messages: {
      direction: '{{layer}} may import only: {{allowed}}',
      homeless: '{{file}} belongs to no layer: name it in eslint.config.js, with what it may import',
      needless: '{{file}} no longer imports {{exception}}: take the exception out of eslint.config.js',
    },
  },
  create(context) {
    const [{ mayImport, exceptions }] = context.options
    const root = join(context.cwd, 'src')
    const file = relative(root, context.filename)
    const layer = Object.keys(mayImport).find((place) => contains(place, file))
    const unused = new Set(exceptions[file] ?? [])

    function check(node) {
      const name = node.source?.value
      if (layer === undefined || typeof name !== 'string' || !name.startsWith('.')) return
      const imported = sourceOf(relative(root, join(dirname(context.filename), name)))
      const exception = (exceptions[file] ?? []).find((place) => contains(place, imported))
      if (exception !== undefined) unused.delete(exception)
      else if (![layer, ...mayImport[layer]].some((place) => contains(place, imported))) {
        const allowed = mayImport[layer].length === 0 ? 'itself' : mayImport[layer].join(', ')
        context.report({ node, messageId: 'direction', data: { layer, allowed } })
      }
    }

    return {
      Program(node) {
        if (layer === undefined) context.report({ node, messageId: 'homeless', data: { file } })
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      'Program:exit'(node) {
        for (const exception of unused) context.report({ node, messageId: 'needless', data: { file, exception } })
      },
    }
  },
}

/** Whether a file of src/ is a place of the table, or lies in it. */
function contains(place, file) {
  return file === place || file.startsWith(`${place}/`)
}

function sourceOf(compiled) {
  return join(dirname(compiled), `${basename(compiled, '.js')}.ts`)
}
