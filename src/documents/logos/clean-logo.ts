import { cleanPng, isPng } from './png.js'
import { readSvg, svgOf } from './svg.js'
import { UnusableImage } from './unusable-image.js'

/** Bytes of a logo as it is sent, and as it is kept. */
const MOST_LOGO_BYTES = 512 * 1024

/** A logo in the only forms that pages draw. */
export interface CleanLogo {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/png' | 'image/svg+xml'
}

/**
 * A PNG or SVG made safe: written again from its pixels or outlines, so that nothing else of the
 * given bytes is kept.
 * @throws UnusableImage, whose message completes a sentence that begins with the field
 */
export function cleanLogo(given: Uint8Array): CleanLogo {
  if (given.length > MOST_LOGO_BYTES)
    throw new UnusableImage(`has ${given.length} bytes; a logo may have ${MOST_LOGO_BYTES}`)
  const cleaned: CleanLogo = isPng(given)
    ? { bytes: cleanPng(given), mediaType: 'image/png' }
    : { bytes: svgOf(readSvg(given)), mediaType: 'image/svg+xml' }
  if (cleaned.bytes.length > MOST_LOGO_BYTES)
    throw new UnusableImage(
      `has ${cleaned.bytes.length} bytes when it is unpacked and written again; at most ${MOST_LOGO_BYTES}: make it smaller`,
    )
  return cleaned
}
