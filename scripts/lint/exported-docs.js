// Finds what a file exports without saying what it is.

/** Reports each exported declaration without a doc comment directly before it. */
export const exportedDocs = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'What is exported has a doc comment: what it takes and gives, with units, ranges and errors' },
  },
  create(context) {
    const { sourceCode } = context
    let overloaded = null

    function check(node) {
      const { declaration } = node
      if (declaration === null) return
      const name = declaration.id?.name
      // The first of several signatures of a function speaks for all of them.
      const documented = overloaded !== null && overloaded === name
      overloaded = declaration.type === 'TSDeclareFunction' ? name : null
      const before = sourceCode.getCommentsBefore(node).at(-1)
      if (documented || (before?.type === 'Block' && before.value.startsWith('*'))) return
      context.report({ node, messageId: 'missing' })
    }

    return { ExportNamedDeclaration: check, ExportDefaultDeclaration: check }
  },
}
