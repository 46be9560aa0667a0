// Finds arrays of unknown length that are spread into the arguments of a call: each element is an
// argument on the stack, and from some 120,000 elements on the call throws a RangeError.
import ts from 'typescript'

/** Methods whose result has as many elements as their array at most. */
const NOT_LONGER = new Set(['map', 'filter', 'slice', 'toSorted', 'toReversed'])

/** Reports each spread argument whose length is not fixed in the code. */
export const noSpreadArguments = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      spread:
        'An array of unknown length is spread into arguments: use `addAll` or `largest` of src/domain/lists.ts, or a loop.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    const checker = program.getTypeChecker()
    return {
      ':matches(CallExpression, NewExpression) > SpreadElement.arguments'({ argument }) {
        if (!isFixed(esTreeNodeToTSNodeMap.get(argument), checker))
          context.report({ node: argument, messageId: 'spread' })
      },
    }
  },
}

/** Whether the code alone bounds the length of a list, and no input does. */
function isFixed(node, checker) {
  const inner = ts.skipOuterExpressions(node)
  if (isFixedTuple(checker.getTypeAtLocation(inner), checker)) return true
  const fixed = (each) => isFixed(each, checker)
  if (ts.isArrayLiteralExpression(inner))
    return inner.elements.every((each) => !ts.isSpreadElement(each) || fixed(each.expression))
  if (ts.isConditionalExpression(inner)) return fixed(inner.whenTrue) && fixed(inner.whenFalse)
  if (ts.isBinaryExpression(inner)) return fixed(inner.left) && fixed(inner.right)
  if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression))
    return NOT_LONGER.has(inner.expression.name.text) && fixed(inner.expression.expression)
  return ts.isIdentifier(inner) && isFixedName(inner, checker)
}

/**
 * Whether a name is a list that is written down in the code, and never added to, or a rest
 * parameter: its elements were arguments already, of a call that this rule has judged.
 */
function isFixedName(name, checker) {
  const symbol = checker.getSymbolAtLocation(name)
  const origin = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declared = origin?.valueDeclaration
  if (declared === undefined) return false
  if (ts.isParameter(declared)) return declared.dotDotDotToken !== undefined
  if (!ts.isVariableDeclaration(declared) || declared.initializer === undefined) return false
  const isConstant = (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0
  const isTopLevel = ts.isSourceFile(declared.parent.parent.parent)
  return isConstant && isTopLevel && isFixed(declared.initializer, checker)
}

/** Whether a type is a tuple without a rest, or a choice of such. */
function isFixedTuple(type, checker) {
  if (type.isUnion()) return type.types.every((each) => isFixedTuple(each, checker))
  const whole = checker.getBaseConstraintOfType(type) ?? type
  if (checker.isTupleType(whole))
    return whole.target.elementFlags.every((flag) => (flag & ts.ElementFlags.Variable) === 0)
  return false
}
