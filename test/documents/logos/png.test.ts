import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import t from 'tap'
import { cleanLogo } from '../../../src/documents/logos/clean-logo.js'
import { chunk, header, pngOf, SIGNATURE } from './png-file.js'

const END = chunk('IEND', Buffer.alloc(0))

const picture = (width: number, height: number, colour: readonly number[]): Buffer => {
  const image = new PNG({ width, height })
  for (let at = 0; at < image.data.length; at++) image.data[at] = colour[at % 4] ?? 0
  return PNG.sync.write(image)
}

t.test('a PNG is written again from its pixels, on white, without anything else', async (t) => {
  const secret = chunk('tEXt', Buffer.from('Author\0A. Secret'))
  const given = picture(3, 2, [0, 0, 0, 128])
  const end = given.length - 12
  const { bytes, mediaType } = cleanLogo(Buffer.concat([given.subarray(0, end), secret, given.subarray(end), secret]))
  t.equal(mediaType, 'image/png')
  t.notOk(Buffer.from(bytes).includes('Secret'))
  const cleaned = PNG.sync.read(Buffer.from(bytes))
  t.same([cleaned.width, cleaned.height, [...cleaned.data.subarray(0, 4)]], [3, 2, [127, 127, 127, 255]])
  t.same(cleanLogo(bytes).bytes, bytes, 'a cleaned image stays as it is')
})

t.test('palettes, greys, sixteen bits and interlacing are read', async (t) => {
  const rows = (...bytes: number[]): Buffer => Buffer.from(bytes)
  const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]))
  const pixel = (png: Buffer, at = 0): number[] => {
    const { data } = PNG.sync.read(Buffer.from(cleanLogo(png).bytes))
    return [...data.subarray(4 * at, 4 * at + 3)]
  }
  t.same(pixel(pngOf(header(8, 1, 1, 3), rows(0, 0b01000000), palette), 1), [0, 0, 255])
  t.same(pixel(pngOf(header(1, 1, 16, 0), rows(0, 0x80, 0))), [128, 128, 128])
  t.same(pixel(pngOf(header(1, 1, 8, 2, 1), rows(0, 1, 2, 3))), [1, 2, 3])
})

t.test('a bomb is refused before it is unpacked', async (t) => {
  const zeros = Buffer.alloc(200 * 1024 * 1024)
  const packed = deflateSync(zeros, { level: 9 })
  t.ok(packed.length < 512 * 1024)
  const before = process.memoryUsage().arrayBuffers
  for (const interlaced of [0, 1]) {
    const bomb = Buffer.concat([SIGNATURE, chunk('IHDR', header(10, 10, 8, 6, interlaced)), chunk('IDAT', packed), END])
    t.throws(() => cleanLogo(bomb), { message: /damaged PNG/ })
  }
  t.ok(process.memoryUsage().arrayBuffers - before < 50 * 1024 * 1024)
  for (const [width, height] of [
    [65_535, 65_535],
    [3_001, 1],
    [2_000, 2_000],
    [0x7fffffff, 0x7fffffff],
  ] as const)
    t.throws(() => cleanLogo(pngOf(header(width, height, 8, 6), Buffer.alloc(10))), { message: /pixels; at most 3000/ })
})

t.test('what is damaged, too large or no image is refused with the remedy', async (t) => {
  const good = picture(2, 2, [1, 2, 3, 255])
  const refused = (bytes: Buffer, message: RegExp): void => {
    t.throws(() => cleanLogo(bytes), { name: 'UnusableImage', message }, String(message))
  }
  refused(good.subarray(0, 40), /ends before|longer than the file/)
  refused(pngOf(header(0, 5, 8, 2), Buffer.alloc(4)), /no pixels/)
  refused(pngOf(header(2, 2, 3, 2), Buffer.alloc(4)), /form that PNG does not have/)
  refused(pngOf(header(2, 2, 8, 2), Buffer.alloc(5)), /5 bytes, and its header announces 14/)
  refused(pngOf(header(1, 1, 8, 3), Buffer.from([0, 9]), chunk('PLTE', Buffer.from([1, 2, 3]))), /damaged PNG/)
  refused(Buffer.concat([SIGNATURE, chunk('IDAT', Buffer.alloc(4))]), /begin with its header|ends before/)
  refused(Buffer.alloc(600 * 1024), /614400 bytes; a logo may have 524288/)
  refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /neither a PNG nor a readable SVG/)
  const flipped = Buffer.from(good)
  flipped[flipped.length - 14] = (flipped[flipped.length - 14] ?? 0) ^ 1
  refused(flipped, /damaged PNG/)
})

t.test('any bytes are either a clean image or refused, and a clean one stays as it is', async () => {
  const good = picture(4, 4, [9, 90, 200, 77])
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, value, length) => {
      const bytes = Buffer.from(good.subarray(0, Math.max(length, 1)))
      bytes[at % bytes.length] = value
      try {
        const { bytes: cleaned } = cleanLogo(bytes)
        return Buffer.from(cleanLogo(cleaned).bytes).equals(Buffer.from(cleaned))
      } catch (error) {
        return error instanceof Error && error.name === 'UnusableImage'
      }
    }),
  )
})
