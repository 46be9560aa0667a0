import { constants, inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { UnusableImage } from './unusable-image.js'

/** Most pixels of a side, and of the whole image: more than a page of 600 dpi can show there. */
const MOST_SIDE = 3_000
const MOST_PIXELS = 1_500_000

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Samples of a pixel by the type of colour (PNG 11.2.1), and the bit depths that it allows. */
const SAMPLES: Readonly<Record<number, readonly [samples: number, depths: readonly number[]]>> = {
  0: [1, [1, 2, 4, 8, 16]],
  2: [3, [8, 16]],
  3: [1, [1, 2, 4, 8]],
  4: [2, [8, 16]],
  6: [4, [8, 16]],
}

/** Whether the bytes begin as a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length))
}

/**
 * The same picture as a PNG of its own: 8 bits, red, green and blue, on white, without interlacing
 * and without any other chunk. Nothing of the given file is kept but its pixels. It is unpacked
 * only after its size is known and bounded, so a small file can't become a large one.
 * @throws UnusableImage
 */
export function cleanPng(bytes: Uint8Array): Uint8Array {
  const data = unpackedSize(bytes)
  try {
    const image = PNG.sync.read(data, { checkCRC: true })
    const { width, height, data: pixels } = image
    for (let at = 0; at < pixels.length; at += 4) {
      const alpha = (pixels[at + 3] ?? 255) / 255
      for (let channel = at; channel < at + 3; channel++)
        pixels[channel] = Math.round((pixels[channel] ?? 255) * alpha + 255 * (1 - alpha))
      pixels[at + 3] = 255
    }
    return PNG.sync.write(Object.assign(new PNG({ width, height }), { data: pixels }), {
      colorType: 2,
      inputHasAlpha: true,
    })
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error))
  }
}

/** Checks chunks, size and the unpacked length; returns the bytes up to the end of the image. */
function unpackedSize(given: Uint8Array): Buffer {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const packed: Buffer[] = []
  let expected = 0
  for (let at = SIGNATURE.length; ;) {
    if (at + 12 > bytes.length) throw damaged('it ends before its end chunk')
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) throw damaged(`its chunk ${quotable(type)} is longer than the file`)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (at === SIGNATURE.length) expected = expectedLength(type, content)
    else if (type === 'IDAT') packed.push(content)
    else if (type === 'IEND') {
      mustUnpackTo(Buffer.concat(packed), expected)
      return bytes.subarray(0, end)
    }
    at = end
  }
}

/** Bytes of all rows with their filters, from the header. */
function expectedLength(type: string, header: Buffer): number {
  if (type !== 'IHDR' || header.length !== 13) throw damaged('it does not begin with its header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = -1, , , interlaced = 0] = header.subarray(8)
  const [samples, depths] = SAMPLES[colour] ?? [0, []]
  if (!depths.includes(depth) || interlaced > 1) throw damaged('its header names a form that PNG does not have')
  if (width === 0 || height === 0) throw damaged('it has no pixels')
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    throw new UnusableImage(
      `is a PNG of ${width} × ${height} pixels; at most ${MOST_SIDE} on a side and ${MOST_PIXELS} in all: make it smaller`,
    )
  const rows = (columns: number, count: number): number =>
    columns === 0 ? 0 : count * (1 + Math.ceil((columns * samples * depth) / 8))
  if (interlaced === 0) return rows(width, height)
  return ADAM7.reduce((sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
}

/** First column and row, and the distances, of the passes of an interlaced image (PNG 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function mustUnpackTo(packed: Buffer, expected: number): void {
  let length: number
  try {
    length = inflateSync(packed, { maxOutputLength: expected, finishFlush: constants.Z_FINISH }).length
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error))
  }
  if (length !== expected) throw damaged(`its pixels are ${length} bytes, and its header announces ${expected}`)
}

function quotable(type: string): string {
  return /^[A-Za-z]{4}$/.test(type) ? type : '(unnamed)'
}

function damaged(why: string): UnusableImage {
  return new UnusableImage(`is a damaged PNG: ${why}. Save it again with an image editor`)
}
