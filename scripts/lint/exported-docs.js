// Finds exports without a doc comment.

/** Reports each exported declaration without a doc comment directly before it. */
export const exportedDocs = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'An export needs a doc comment: its parameters and result, with units, ranges and errors' },
  },
  create(context) {
    const { sourceCode } = context
    let overloaded = null

    function check(node) {
      const { declaration } = node
      if (declaration === null) return
      const name = declaration.id?.name
      // The first of several signatures of a function documents all of them.
      const documented = overloaded !== null && overloaded === name
      overloaded = declaration.type === 'TSDeclareFunction' ? name : null
      const before = sourceCode.getCommentsBefore(node).at(-1)
      if (documented || (before?.type === 'Block' && before.value.startsWith('*'))) return
      context.report({ node, messageId: 'missing' })
    }

    return { ExportNamedDeclaration: check, ExportDefaultDeclaration: check }
  },
}
