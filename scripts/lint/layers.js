// Keeps the direction of imports: one table names what a room (a folder of src/) may import, with
// one row for each room.
import { dirname, join, relative } from 'node:path'

/**
 * Option `mayImport`: for each room the rooms that it may import besides itself. The files beside
 * the rooms may import all; of them only `version.ts` may be imported.
 */
export const layers = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: { mayImport: { type: 'object' } },
        required: ['mayImport'],
        additionalProperties: false,
      },
    ],
    messages: {
      direction: '{{room}} may import only: {{allowed}}',
      homeless: '{{room}} is no room: name it in eslint.config.js, with what it may import',
    },
  },
  create(context) {
    const [{ mayImport }] = context.options
    const root = join(context.cwd, 'src')
    const room = roomOf(relative(root, context.filename))
    const allowed = room === null ? null : mayImport[room]

    function check(node) {
      const name = node.source?.value
      if (!allowed || typeof name !== 'string' || !name.startsWith('.')) return
      const path = relative(root, join(dirname(context.filename), name))
      const imported = roomOf(path)
      if (imported === room || allowed.includes(imported) || path === 'version.js') return
      const data = { room, allowed: allowed.length === 0 ? 'itself' : allowed.join(', ') }
      context.report({ node, messageId: 'direction', data })
    }

    return {
      Program(node) {
        if (allowed === undefined) context.report({ node, messageId: 'homeless', data: { room } })
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

/** The room of a file, by its path below src/; null: a file beside the rooms. */
function roomOf(path) {
  const [room, ...rest] = path.split(/[\\/]/)
  return rest.length === 0 ? null : room
}
