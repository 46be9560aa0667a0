// Finds calls and pauses of gateways that do not end when the process stops: a government that
// never answers must not keep a process.

/** Modules with which a call would not go through `GovernmentHttp`. */
const NETWORK = /^(?:undici|(?:node:)?(?:https?|http2|net|tls|dgram|dns|timers)(?:\/promises)?)$/

/** Reports each call of a gateway that the stop of the process does not reach. */
export const callsEnd = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      http: 'The stop of the process must end its calls: new GovernmentHttp(callsOf(tools, …)), or an object with it',
      network: 'Gateways call through GovernmentHttp, which ends with the process, and wait by its `pause`',
      pause: 'The stop of the process must end a pause: pass `stopping` of the tools',
    },
  },
  create(context) {
    const { sourceCode } = context
    const declared = (node) => {
      for (let scope = sourceCode.getScope(node); scope !== null; scope = scope.upper) {
        const [definition] = scope.set.get(node.name)?.defs ?? []
        if (definition !== undefined) return definition.node.init ?? null
      }
      return null
    }
    const ends = (node) => {
      switch (node?.type) {
        case 'CallExpression':
          return node.callee.name === 'callsOf'
        case 'ObjectExpression':
          return node.properties.some(({ type, argument }) => type === 'SpreadElement' && ends(argument))
        case 'Identifier':
          return ends(declared(node))
        default:
          return false
      }
    }
    return {
      'NewExpression[callee.name="GovernmentHttp"]'(node) {
        if (!ends(node.arguments[0])) context.report({ node, messageId: 'http' })
      },
      'CallExpression[callee.name=/^(fetch|setTimeout|setInterval)$/]'(node) {
        context.report({ node, messageId: 'network' })
      },
      'ImportDeclaration[importKind!="type"]'(node) {
        const isOfTypes = node.specifiers.length > 0 && node.specifiers.every(({ importKind }) => importKind === 'type')
        if (NETWORK.test(node.source.value) && !isOfTypes) context.report({ node, messageId: 'network' })
      },
      'CallExpression[callee.name="pause"]'(node) {
        const [, signal] = node.arguments
        if (signal === undefined || !/\bstopping\b/.test(sourceCode.getText(signal)))
          context.report({ node, messageId: 'pause' })
      },
    }
  },
}
