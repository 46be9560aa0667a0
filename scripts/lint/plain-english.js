// Finds words that plain technical English has a better word for. One table serves the rule for
// code and the test of the documents.

/** Words and phrases that texts and names avoid, each with what to write in its place. */
const AVOIDED = [
  { words: ['tell', 'tells', 'telling', 'told'], instead: 'report, log, show, return, notify or describe' },
  { words: ['whoever'], instead: 'who it is (the caller, the process) or "anyone who"' },
  { words: ['whatever'], instead: 'what it is, "any" or "regardless of"' },
  { words: ['nobody'], instead: 'who it is (no caller, no process) or "no one"' },
  { words: ['anew'], instead: '"again" or "from scratch"' },
  { words: ['at hand'], instead: '"available" or "present"' },
  { words: ['in truth'], instead: '"actually", or nothing' },
  { words: ['mend', 'mends', 'mended', 'mending'], instead: 'fix, repair or correct' },
  { words: ['go on', 'goes on', 'going on'], instead: 'continue' },
]

const INSTEAD = new Map(AVOIDED.flatMap(({ words, instead }) => words.map((word) => [word, instead])))
const PATTERN = new RegExp([...INSTEAD.keys()].map(patternOf).join('|'), 'gu')

/**
 * The avoided words in a text, in order: each with its index and what to write in its place.
 * Finds whole words, also as a part of a name (`isTold`, `told_at`); a phrase may run over lines.
 */
export function avoidedWords(text) {
  return Array.from(text.matchAll(PATTERN), ({ index, 0: found }) => {
    const word = found
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/[\s_-]+/g, ' ')
      .toLowerCase()
    return { index, word, instead: INSTEAD.get(word) }
  }).filter(({ index, word }) => !isUnixUser(word, text, index))
}

/** `nobody` in quotes or backticks is the name of a user, not a word of the sentence. */
function isUnixUser(word, text, index) {
  const before = text[index - 1]
  return word === 'nobody' && /['"`]/.test(before ?? '') && text[index + word.length] === before
}

/** Reports avoided words in comments, strings, templates, regular expressions and names. */
export const plainEnglish = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { avoided: 'Plain English avoids "{{word}}": write {{instead}}' },
  },
  create(context) {
    const { sourceCode } = context
    const names = new Set()

    function check(text, start) {
      for (const { index, word, instead } of avoidedWords(text)) {
        const loc = sourceCode.getLocFromIndex(start + index)
        context.report({ loc, messageId: 'avoided', data: { word, instead } })
      }
    }
    function checkText(node) {
      // A letter after a backslash belongs to an escape, not to a word.
      check(sourceCode.getText(node).replace(/\\./g, '  '), node.range[0])
    }
    /** A name is reported at its first use only. */
    function checkName(node) {
      if (names.has(node.name)) return
      names.add(node.name)
      const mark = node.type === 'PrivateIdentifier' ? 1 : 0
      check(node.name, node.range[0] + mark)
    }

    return {
      Program() {
        check(onlyComments(sourceCode), 0)
      },
      Literal: checkText,
      TemplateElement: checkText,
      Identifier: checkName,
      PrivateIdentifier: checkName,
    }
  },
}

/** The file with white space for its comment marks, and with `\0` for all its code. */
function onlyComments(sourceCode) {
  const { text } = sourceCode
  const parts = []
  let end = 0
  for (const { range } of sourceCode.getAllComments()) {
    parts.push(text.slice(end, range[0]).replace(/\S/g, '\0'))
    parts.push(text.slice(...range).replace(/^\/[/*]+|^[ \t]*\*+/gm, (mark) => ' '.repeat(mark.length)))
    end = range[1]
  }
  parts.push(text.slice(end).replace(/\S/g, '\0'))
  return parts.join('')
}

/** Matches a word or phrase in lower case, with a capital, and in capitals, as a whole. */
function patternOf(phrase) {
  const words = phrase.split(' ')
  const spaced = (list) => list.join('[\\s_-]+')
  const rest = words.slice(1)
  const small = spaced(words)
  const title = spaced([capitalised(words[0]), ...rest.map((word) => `${either(word[0])}${word.slice(1)}`)])
  const capitals = spaced(words.map((word) => word.toUpperCase()))
  // A phrase whose last word begins a compound ("at hand-written") is another one.
  const notCompound = rest.length === 0 ? '' : '(?!-\\p{L})'
  const joined = rest.map(capitalised).join('')
  const camelCase = joined === '' ? [] : [`(?<!\\p{L})${words[0]}${joined}`, capitalised(words[0]) + joined]
  return [
    ...[`(?<!\\p{L})${small}`, title, ...camelCase].map((form) => `${form}(?!\\p{Ll})${notCompound}`),
    `(?<!\\p{L})${capitals}(?!\\p{L})`,
  ].join('|')
}

function capitalised(word) {
  return word[0].toUpperCase() + word.slice(1)
}

function either(letter) {
  return `[${letter}${letter.toUpperCase()}]`
}
