import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** Characters that classes distinguish, beside the literals of an expression. */
const USUAL = [...'aAzZ0 9\t\n-_.,:;/<>"\'()[]{}!?=#|é漢\0']
/** The most letters of a loop that are tried alone, and in pairs. */
const MOST_ALONE = 12
const MOST_PAIRED = 5
/** Ways to choose alternatives and letters. */
const VARIANTS = [0, 1, 2, 3, 4, 5]

type Atom = AST.Character | AST.CharacterClass | AST.ExpressionCharacterClass | AST.CharacterSet

/**
 * Texts of this length that make a search with this expression as slow as it can be: for
 * each loop its beginning, once or again and again, then what the loop repeats, then an end that
 * it does not match.
 */
export function attacksOn(source: string, flags: string, length: number): readonly string[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const letters = new Letters(pattern, flags)
  const texts = new Set<string>()
  for (const loop of loopsIn(pattern)) {
    const heads = new Set([textBefore(loop, 0, letters), textBefore(loop, 1, letters), ''])
    const pumps = pumpsOf(loop, letters)
    for (const head of heads) if (head !== '') pumps.add(head).add(head + sampleOf(loop.element, 0, letters))
    for (const head of heads)
      for (const pump of pumps) {
        if (pump === '') continue
        const body = head + pump.repeat(Math.floor(Math.max(length - head.length, 0) / pump.length))
        for (const end of ['', letters.none, letters.none + pump, `\n${letters.none}`]) texts.add(body + end)
      }
  }
  return [...texts]
}

/** Quantifiers of more than two repetitions. */
function loopsIn(pattern: AST.Pattern): readonly AST.Quantifier[] {
  const loops: AST.Quantifier[] = []
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      if (node.max > 2) loops.push(node)
    },
  })
  return loops
}

/** What a loop repeats: single letters, pairs of them, and matches of its element. */
function pumpsOf(loop: AST.Quantifier, letters: Letters): Set<string> {
  const chars = [...new Set(atomsIn(loop).flatMap((atom) => letters.of(atom)))].slice(0, MOST_ALONE)
  const pumps = new Set(chars)
  for (const variant of VARIANTS) {
    const one = sampleOf(loop.element, variant, letters)
    pumps.add(one).add(one + sampleOf(loop.element, variant + 1, letters))
  }
  if (chars.length <= MOST_PAIRED) for (const one of chars) for (const other of chars) pumps.add(one + other)
  return pumps
}

/** The parts of a pattern that match one character. */
function atomsIn(node: AST.Node): readonly Atom[] {
  const atoms: Atom[] = []
  const add = (atom: Atom): void => {
    if (!isInClass(atom)) atoms.push(atom)
  }
  visitRegExpAST(node, {
    onCharacterEnter: add,
    onCharacterClassEnter: add,
    onExpressionCharacterClassEnter: add,
    onCharacterSetEnter: add,
  })
  return atoms
}

function isInClass({ parent }: AST.Node): boolean {
  return parent !== null && !['Alternative', 'Quantifier'].includes(parent.type)
}

/** One letter for each set of atoms that match the same letters. */
class Letters {
  /** A letter that no atom matches, or that only few match. */
  readonly none: string
  readonly #letters: readonly string[]
  readonly #flags: string

  constructor(pattern: AST.Pattern, flags: string) {
    this.#flags = flags.replace(/[gy]/g, '')
    const literals: string[] = []
    visitRegExpAST(pattern, { onCharacterEnter: ({ value }) => literals.push(String.fromCodePoint(value)) })
    const matchers = [...new Set(atomsIn(pattern).map(({ raw }) => raw))].map((raw) => this.#matcher(raw))
    const bySignature = new Map<string, string>()
    for (const letter of [...USUAL, ...literals]) {
      const signature = matchers.map((each) => (each.test(letter) ? '1' : '0')).join('')
      if (!bySignature.has(signature)) bySignature.set(signature, letter)
    }
    this.#letters = [...bySignature.values()]
    this.none = bySignature.get('0'.repeat(matchers.length)) ?? '\0'
  }

  of({ raw }: Atom): readonly string[] {
    const matcher = this.#matcher(raw)
    return this.#letters.filter((letter) => matcher.test(letter))
  }

  #matcher(raw: string): RegExp {
    return new RegExp(`^(?:${raw})$`, this.#flags)
  }
}

/** A text that the node matches; loops are as short as they can be, or once. */
function sampleOf(node: AST.Node, variant: number, letters: Letters): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, variant, letters)).join('')
    case 'Group':
    case 'CapturingGroup': {
      const chosen = node.alternatives[variant % node.alternatives.length]
      return chosen === undefined ? '' : sampleOf(chosen, variant, letters)
    }
    case 'Quantifier':
      return sampleOf(node.element, variant, letters).repeat(Math.min(Math.max(node.min, variant % 2), 60))
    case 'Character':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
    case 'CharacterSet': {
      const chars = letters.of(node)
      return chars[variant % Math.max(chars.length, 1)] ?? 'a'
    }
    default:
      return ''
  }
}

/** A text that leads to the node. */
function textBefore(node: AST.Node, variant: number, letters: Letters): string {
  const { parent } = node
  if (parent === null) return ''
  const before = textBefore(parent, variant, letters)
  if (parent.type !== 'Alternative') return before
  const earlier = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
  return before + earlier.map((element) => sampleOf(element, variant, letters)).join('')
}
