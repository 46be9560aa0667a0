// Keeps comments narrow enough to be read beside their code.

/** The last column that a line of a comment may reach. */
const LAST_COLUMN = 99

/** Reports each comment with a line that goes beyond the last column. */
export const commentWidth = {
  meta: {
    type: 'layout',
    schema: [],
    messages: { wide: `A comment's line ends at column ${LAST_COLUMN} at the latest; this one at {{column}}` },
  },
  create(context) {
    const { sourceCode } = context
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) {
          const { start, end } = comment.loc
          for (let line = start.line; line <= end.line; line++) {
            const column = line === end.line ? end.column : sourceCode.lines[line - 1].length
            if (column > LAST_COLUMN) {
              context.report({ loc: { line, column: LAST_COLUMN }, messageId: 'wide', data: { column } })
            }
          }
        }
      },
    }
  },
}
