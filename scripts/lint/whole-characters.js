// Finds texts that are cut to a length: JavaScript counts letters beyond U+FFFF as two, and a cut
// between the two leaves a half that neither XML nor PostgreSQL can store.
import ts from 'typescript'

/** Prefixes of codes, dates and digests are shorter. */
const LONGEST_PREFIX = 16
/** Names of bounds that are lengths, and not places found in the text. */
const LENGTH = /^[A-Z][A-Z0-9_]*$|[mM]ax|[mM]ost|[lL]ongest|[lL]imit|[lL]ength$/

/** Reports each text that is cut to a number of UTF-16 units. */
export const wholeCharacters = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { cut: 'A text is cut by characters: use `cut` of src/domain/text.ts.' },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    const checker = program.getTypeChecker()
    const isText = (node) => {
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node))
      return (checker.getBaseConstraintOfType(type) ?? type).flags & ts.TypeFlags.StringLike
    }
    return {
      "CallExpression[callee.type='MemberExpression'][callee.property.name=/^(slice|substring|substr)$/]"(node) {
        const [from, to] = node.arguments
        if (from?.type !== 'Literal' || from.value !== 0 || to === undefined) return
        if (isLength(to) && isText(node.callee.object)) context.report({ node, messageId: 'cut' })
      },
    }
  },
}

/** Whether a bound is a number of characters. */
function isLength(bound) {
  switch (bound.type) {
    case 'Literal':
      return typeof bound.value === 'number' && bound.value > LONGEST_PREFIX
    case 'Identifier':
      return LENGTH.test(bound.name)
    case 'MemberExpression':
      return (
        bound.property.type === 'Identifier' && bound.property.name !== 'length' && LENGTH.test(bound.property.name)
      )
    case 'BinaryExpression':
      return isLength(bound.left) || isLength(bound.right)
    default:
      return false
  }
}
