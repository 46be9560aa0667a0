import { ILLEGAL } from '../../einvoice/syntax/document-sink.js'

/** Replacements of characters that ISO 8859-1 lacks and Unicode does not decompose. */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ...pairs('„“”‟″', '"'),
  ...pairs('‘’‚‛′', "'"),
  ...pairs('‐‑‒–—―−', '-'),
  ...pairs('•‣◦', '-'),
  ...pairs('łŁđĐıħĦŧŦŋŊəƏ', 'l', 'L', 'd', 'D', 'i', 'h', 'H', 't', 'T', 'n', 'N', 'e', 'E'),
  ...pairs('‹›', '<', '>'),
  ...pairs('\u2028\u2029\u202F\u2002\u2003\u2007\u2009', ' '),
  ['€', 'EUR'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ẞ', 'SS'],
  ['\u200B', ''],
  // Joiners and direction marks from copied texts.
  ...pairs('\u200C\u200D\u200E\u200F\u2060', ''),
  ['\uFEFF', ''],
])

/**
 * A text in the characters of FatturaPA's texts, Basic Latin and Latin-1 Supplement, on one line:
 * letters lose unsupported marks, typographic signs become plain ones. Other characters are
 * unchanged, and the schema reports them.
 */
export function latin1(text: string): string {
  if (/^[ -ÿ]*$/.test(text) || ILLEGAL.test(text)) return text
  return Array.from(text.replaceAll(/\r\n|[\r\n\t]/g, ' ').normalize('NFC'), inLatin1).join('')
}

/**
 * Splits a text into parts of at most this length, at line ends and between words; blank lines are
 * dropped.
 */
export function parts(text: string, length: number): readonly string[] {
  if (ILLEGAL.test(text)) return [text]
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => latin1(line).trim())
    .flatMap((line) => wrapped(line, length))
}

function wrapped(line: string, length: number): string[] {
  const characters = Array.from(line)
  const found: string[] = []
  let start = 0
  while (characters.length - start > length) {
    const space = characters.lastIndexOf(' ', start + length)
    const end = space > start ? space : start + length
    found.push(characters.slice(start, end).join('').trimEnd())
    start = characters[end] === ' ' ? end + 1 : end
  }
  const rest = characters.slice(start).join('')
  return rest === '' ? found : [...found, rest]
}

function inLatin1(character: string): string {
  if (character <= 'ÿ') return character
  const substitute = SUBSTITUTES.get(character)
  if (substitute !== undefined) return substitute
  const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain !== '' && /^[ -ÿ]+$/.test(plain) ? plain : character
}

function pairs(characters: string, ...substitutes: readonly string[]): (readonly [string, string])[] {
  return Array.from(characters, (character, index) => [character, substitutes[index] ?? substitutes[0] ?? ''])
}
