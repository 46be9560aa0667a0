// Finds code that appends to the event store directly. Only commands/handle.ts may append: it
// loads, decides, chains the hashes and retries on conflict. Any other append writes events
// without a decision.
import { join, sep } from 'node:path'

/** Reports each use of the event store's `append`. */
export const onlyCommandsAppend = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { append: 'Only commands append to the event store: use `handle` of src/commands/handle.ts.' },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    const checker = program.getTypeChecker()
    const eventStore = join(context.cwd, 'src', 'eventstore') + sep
    return {
      // The method itself too: code that passes it on appends as well.
      'MemberExpression[property.name="append"]'(node) {
        const declarations = checker.getSymbolAtLocation(esTreeNodeToTSNodeMap.get(node.property))?.declarations ?? []
        if (declarations.some((declared) => declared.getSourceFile().fileName.startsWith(eventStore))) {
          context.report({ node: node.property, messageId: 'append' })
        }
      },
    }
  },
}
