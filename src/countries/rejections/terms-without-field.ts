import { lazily } from '../../domain/lazily.js'

type Row = readonly [terms: string, what: string]

/**
 * Terms that the service writes from other fields, or on its own. `BT-92..99` is a range.
 */
const WRITTEN: readonly Row[] = [
  [
    'BG-2 BT-24',
    'In JSON there is nothing to correct: the service writes the specification, which its operator has to set',
  ],
  ['BG-30', 'The service writes the VAT of a line from lines[].vatCategory and lines[].vatRate'],
]

/** The source of a term without a field of its own; undefined: not one of these terms. */
export function writtenForTerm(term: string): string | undefined {
  return written().get(mainOf(term))
}

const written = lazily(() => byTerm(WRITTEN))

/** `BT-29-1` is a part of `BT-29`. */
function mainOf(term: string): string {
  return term.replace(/^(B[TG]-\d+)-\d+$/, '$1')
}

function byTerm(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([terms, what]) => termsIn(terms).map((each) => [each, what])))
}

function termsIn(terms: string): readonly string[] {
  return terms.split(' ').flatMap((each) => {
    const [, kind = '', from = '', to = from] = /^(B[TG])-(\d+)(?:\.\.(\d+))?$/.exec(each) ?? []
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${kind}-${Number(from) + index}`)
  })
}
