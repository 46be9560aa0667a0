// Finds object literals that are spread into another one to put several properties on one line.

/** Reports `...{ a, b }` inside an object: the properties can be written directly. */
export const noLiteralSpread = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { spread: 'Write the properties out instead of spreading an object literal' },
  },
  create(context) {
    return {
      'ObjectExpression > SpreadElement > ObjectExpression'(node) {
        context.report({ node, messageId: 'spread' })
      },
    }
  },
}
