import type { Draw } from './draw.js'
import { withJsonChanged } from './mutate-json.js'

/** Texts that readers of foreign input have failed on. */
const TOKENS: readonly Buffer[] = [
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '<!ENTITY % x SYSTEM "file:///etc/passwd">', '&#xD800;', '&#0;', '&b;', ']]>'],
  ...[
    '<![CDATA[',
    '<!--',
    '-->',
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<?a b?>',
    'xmlns:x=""',
    'xmlns="u"',
    '<a:b>',
  ],
  ...['</a>', '<a b="', '/>', '\u0000', '\ufeff', '\u2028', '\u{10ffff}', '\ufffe', '\u0085', '\u00a0', '-0', '1e999'],
  ...['9'.repeat(400), '0.' + '0'.repeat(400) + '1', '-', '+1', 'NaN', 'Infinity', '1_000', '٣', '0x1F', '1e-400'],
  ...['{"', '"}', '[[[[', ']]]]', '"__proto__":', '\\ud800', '\\u0000', '\\', '"', ',', ':', 'null', 'true'],
  ...[
    '--b\r\n',
    '--b--\r\n',
    'Content-ID: <a>\r\n\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    '\r\n\r\n',
    '\n',
    '\r',
  ],
  ...['9999-12-31', '0000-00-00', '2026-02-30', '-0001-01-01T00:00:00Z', '24:00:00', '+99:99', 'A'.repeat(5_000)],
]
  .map((text) => Buffer.from(text, 'utf8'))
  .concat([
    Buffer.from([0xed, 0xa0, 0x80]), // half of a surrogate pair, as if it were UTF-8
    Buffer.from([0xc0, 0xaf]),
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0x50, 0x4b, 0x05, 0x06]),
    Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]), // DER: a very long sequence
    Buffer.from([0x30, 0x80]),
  ])

const LARGEST = 256 * 1024
/** Pairs that open and close something, for nesting. */
const NESTED = [
  ['<a>', '</a>'],
  ['<x:a xmlns:x="u">', '</x:a>'],
  ['[', ']'],
  ['{"a":', '}'],
  ['(', ')'],
] as const

/**
 * A sample with one to six changes: bytes, pieces, tokens, numbers, nesting, or a piece of another
 * sample.
 */
export function mutant(draw: Draw, corpus: readonly Buffer[]): Buffer {
  const pick = <T>(items: readonly T[]): T => items[draw(items.length)] as T
  let bytes = Buffer.from(pick(corpus))
  for (let times = 1 + draw(6); times > 0; times--) bytes = changed(bytes, draw, pick, corpus)
  return bytes.length > LARGEST ? bytes.subarray(0, LARGEST) : bytes
}

function changed(
  bytes: Buffer,
  draw: Draw,
  pick: <T>(items: readonly T[]) => T,
  corpus: readonly Buffer[],
): Buffer<ArrayBuffer> {
  const at = draw(bytes.length + 1)
  const piece = (from: Buffer): Buffer => {
    const start = draw(from.length + 1)
    return from.subarray(start, start + draw(Math.min(2_000, from.length - start + 1)))
  }
  const insert = (inserted: Buffer, over = 0): Buffer<ArrayBuffer> =>
    Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + over)])
  switch (draw(13)) {
    case 0: {
      const copy = Buffer.from(bytes)
      if (at < copy.length) copy[at] = draw(256)
      return copy
    }
    case 1:
      return insert(Buffer.from(Array.from({ length: 1 + draw(8) }, () => draw(256))))
    case 2:
      return insert(Buffer.alloc(0), draw(Math.min(500, bytes.length + 1)))
    case 3:
      return insert(piece(bytes))
    case 4:
      return insert(piece(pick(corpus)), draw(200))
    case 5:
      return insert(pick(TOKENS))
    case 6:
      return insert(pick(TOKENS), draw(40))
    case 7:
      return withNumber(bytes, at, pick(TOKENS))
    case 8:
    case 9:
    case 10:
      return withJsonChanged(bytes, draw)
    case 11: {
      const [open, close] = pick(NESTED)
      const depth = 1 + draw(draw(4) === 0 ? 20_000 : 150)
      return insert(Buffer.concat([Buffer.from(open.repeat(depth)), Buffer.from(close.repeat(depth))]))
    }
    default:
      return draw(3) === 0
        ? Buffer.from(bytes.subarray(0, at))
        : insert(Buffer.from(pick(['0', '-', '.', '<', '"'])), 1)
  }
}

/** The next run of digits becomes something else. */
function withNumber(bytes: Buffer, from: number, token: Buffer): Buffer<ArrayBuffer> {
  const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
  let start = from
  while (start < bytes.length && !isDigit(bytes[start])) start++
  let end = start
  while (end < bytes.length && isDigit(bytes[end])) end++
  return Buffer.concat([bytes.subarray(0, start), token, bytes.subarray(end)])
}
