/** The least contrast of a text with its background (WCAG 2.1, 1.4.3, level AA). */
export const LEAST_CONTRAST = 4.5

type Channels = readonly [red: number, green: number, blue: number]

/** The contrast of a colour (`#rrggbb`) with white paper, 1 to 21 (WCAG 2.1, "contrast ratio"). */
export function contrastWithWhite(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map(linear) as unknown as Channels
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** The lightest shade of the same hue that is readable on white. */
export function readableShade(colour: string): string {
  const channels = channelsOf(colour)
  for (let percent = 100; percent > 0; percent--) {
    const shade = `#${channels.map((channel) => hex(Math.floor((channel * percent) / 100))).join('')}`
    if (contrastWithWhite(shade) >= LEAST_CONTRAST) return shade
  }
  return '#000000'
}

function channelsOf(colour: string): Channels {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as unknown as Channels
}

/** A channel of sRGB, 0 to 255, as linear light (WCAG 2.1, "relative luminance"). */
function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function hex(channel: number): string {
  return channel.toString(16).padStart(2, '0')
}
