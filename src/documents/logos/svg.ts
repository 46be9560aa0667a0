import svgpath from 'svgpath'
import { cut } from '../../domain/text.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { parseXml } from '../../einvoice/xml/parse.js'
import { RefusedXml } from '../../einvoice/xml/refused-xml.js'
import { lengthOf, numbersIn, pathOf, shown } from './svg-shape.js'
import { declarations, type Style, styleOf, type StyleSheet, styleSheet } from './svg-style.js'
import { combined, type Matrix, matrixOf, scaleOf } from './svg-transform.js'
import { UnusableImage } from './unusable-image.js'

/** A filled or stroked outline, in units of the drawing. */
export interface Shape {
  /** Path data of absolute lines and curves. */
  readonly path: string
  /** `#rrggbb`; null: not filled. */
  readonly fill: string | null
  readonly isEvenOdd: boolean
  readonly stroke: Stroke | null
}

interface Stroke {
  /** `#rrggbb`. */
  readonly colour: string
  readonly width: number
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
}

/** An SVG as what it draws; its left top corner is the origin. */
interface Drawing {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

const SVG = '{http://www.w3.org/2000/svg}'
/** Characters of all outlines together: hundreds of letters drawn as curves. */
const MOST_PATH_DATA = 400_000
const MOST_SHAPES = 5_000

/** Elements that draw nothing by themselves, and what moves: left out. */
const LEFT_OUT = new Set([
  ...['title', 'desc', 'metadata', 'script', 'style', 'defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker'],
  ...['linearGradient', 'radialGradient', 'filter', 'font', 'animate', 'animateTransform', 'animateMotion', 'set'],
])
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
/** Properties that a shape inherits from the groups around it. */
const INHERITED = [
  ...['fill', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'visibility'],
  ...['fill-opacity', 'stroke-opacity', 'stroke-dasharray'],
]
/** Properties that would change the look and are not drawn, with the value that means none. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  opacity: ['1', '100%'],
  'fill-opacity': ['1', '100%'],
  'stroke-opacity': ['1', '100%'],
  'stroke-dasharray': ['none'],
  'clip-path': ['none'],
  mask: ['none'],
  filter: ['none'],
  'mix-blend-mode': ['normal'],
}
const PROPERTIES = new Set([...INHERITED, ...Object.keys(UNSUPPORTED), 'display'])

/**
 * Reads an SVG of filled and stroked outlines. Scripts, event handlers, references, metadata of
 * drawing programs and animations are left out; what would look different without them is refused:
 * text, images, `use`, `foreignObject`, gradients, transparency, clipping, filters. Linear in its
 * length, and bounded.
 * @throws UnusableImage
 */
export function readSvg(bytes: Uint8Array): Drawing {
  const root = rootOf(bytes)
  if (root.name !== `${SVG}svg`)
    throw new UnusableImage('is neither a PNG nor an SVG (an element svg of http://www.w3.org/2000/svg)')
  const box = root.attribute('viewBox')
  const [left = 0, top = 0, width = 0, height = 0] =
    box === undefined
      ? [0, 0, lengthOf(root.attribute('width'), 0), lengthOf(root.attribute('height'), 0)]
      : numbersIn(box)
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6))
    throw new UnusableImage('is an SVG without a size: give it a viewBox')
  const reader = new Reader(styleSheet(sheetsIn(root)))
  reader.group(root, [1, 0, 0, 1, -left, -top], {})
  if (reader.shapes.length === 0) throw new UnusableImage('is an SVG that draws nothing')
  return { width, height, shapes: reader.shapes }
}

/** The drawing as an SVG of nothing but its outlines. */
export function svgOf({ width, height, shapes }: Drawing): Uint8Array {
  const paths = shapes.map(({ path, fill, isEvenOdd, stroke }) => {
    const filled = `fill="${fill ?? 'none'}"${isEvenOdd ? ' fill-rule="evenodd"' : ''}`
    const drawn =
      stroke === null
        ? ''
        : ` stroke="${stroke.colour}" stroke-width="${stroke.width}" stroke-linecap="${stroke.cap}" stroke-linejoin="${stroke.join}"`
    return `<path ${filled}${drawn} d="${path}"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('\n')}</svg>\n`,
  )
}

function rootOf(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(bytes).root
  } catch (error) {
    if (!(error instanceof RefusedXml)) throw error
    throw error.fault === 'doctype'
      ? new UnusableImage(
          'is an SVG with a document type declaration, which may define entities; remove <!DOCTYPE …>, or export it as plain SVG',
        )
      : new UnusableImage(`is neither a PNG nor a readable SVG: ${error.message}`)
  }
}

function sheetsIn(root: XmlElement): string {
  const found: string[] = []
  const left: XmlElement[] = [root]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.name === `${SVG}style`) found.push(next.stringValue)
    for (const child of next.children) left.push(child)
  }
  return found.join('\n')
}

class Reader {
  readonly shapes: Shape[] = []
  readonly #sheet: StyleSheet
  #pathData = 0

  constructor(sheet: StyleSheet) {
    this.#sheet = sheet
  }

  group(element: XmlElement, matrix: Matrix, inherited: Style): void {
    const style = this.#styleOf('svg', element, inherited)
    if (style['display'] !== 'none') this.#children(element, matrix, style)
  }

  #children(element: XmlElement, matrix: Matrix, inherited: Style): void {
    for (const child of element.children) {
      if (!child.name.startsWith(SVG)) continue
      const tag = child.name.slice(SVG.length)
      if (LEFT_OUT.has(tag)) continue
      const isGroup = tag === 'g' || tag === 'a'
      if (!isGroup && !SHAPES.has(tag))
        throw new UnusableImage(
          `is an SVG with the element ${cut(tag, 40, '…')}, which a logo may not contain; convert it to paths, or send a PNG`,
        )
      const style = this.#styleOf(tag, child, inherited)
      if (style['display'] === 'none') continue
      const own = combined(matrix, matrixOf(child.attribute('transform')))
      if (isGroup) this.#children(child, own, style)
      else this.#shape(tag, child, own, style)
    }
  }

  /** The style of an element: attributes, then the style sheet, then its own declarations. */
  #styleOf(tag: string, element: XmlElement, inherited: Style): Style {
    const style: Record<string, string> = {}
    for (const name of INHERITED) if (inherited[name] !== undefined) style[name] = inherited[name]
    const { attributes } = element
    for (let index = 0; index + 1 < attributes.length; index += 2) {
      const [name = '', value = ''] = attributes.slice(index, index + 2)
      if (PROPERTIES.has(name)) style[name] = value.trim()
    }
    const ruled = styleOf(this.#sheet, tag, element.attribute('class') ?? '', element.attribute('id'))
    const declared = declarations(element.attribute('style') ?? '')
    for (const [name, value] of [...Object.entries(ruled), ...Object.entries(declared)])
      if (PROPERTIES.has(name) && value !== 'inherit') style[name] = value
    for (const [name, none] of Object.entries(UNSUPPORTED)) {
      const value = style[name]
      if (value !== undefined && !none.includes(value) && !(name.endsWith('opacity') && Number(value) === 1))
        throw new UnusableImage(
          `is an SVG with ${name} ${shown(value)}, which is not drawn; flatten it to opaque outlines, or send a PNG`,
        )
    }
    return style
  }

  #shape(tag: string, element: XmlElement, matrix: Matrix, style: Style): void {
    if (style['visibility'] === 'hidden' || style['visibility'] === 'collapse') return
    const fill = tag === 'line' ? null : colourOf(style['fill'] ?? '#000000')
    const stroke = strokeOf(style, matrix)
    if (fill === null && stroke === null) return
    const path = this.#outline(pathOf(tag, element), matrix)
    if (path === '') return
    this.shapes.push({ path, fill, isEvenOdd: style['fill-rule'] === 'evenodd', stroke })
    if (this.shapes.length > MOST_SHAPES) throw tooLarge(`more than ${MOST_SHAPES} shapes`)
  }

  #outline(data: string, matrix: Matrix): string {
    this.#pathData += data.length
    if (this.#pathData > MOST_PATH_DATA) throw tooLarge(`more than ${MOST_PATH_DATA} characters of path data`)
    if (data.trim() === '') return ''
    const parsed = svgpath(data)
    const { err = '' } = parsed as typeof parsed & { readonly err?: string }
    if (err !== '') throw new UnusableImage(`is an SVG with a path that can't be read: ${shown(data)}`)
    const path = parsed
      .abs()
      .unshort()
      .unarc()
      .matrix([...matrix])
      .round(3)
      .toString()
    if (/[^MLHVCQZ\d\s.,-]/.test(path))
      throw new UnusableImage(`is an SVG with a path beyond every page: ${shown(data)}`)
    return path
  }
}

function strokeOf(style: Style, matrix: Matrix): Stroke | null {
  const colour = colourOf(style['stroke'] ?? 'none')
  const width = lengthOf(style['stroke-width'], 1)
  if (colour === null || width <= 0) return null
  const scale = scaleOf(matrix)
  if (scale === null)
    throw new UnusableImage('is an SVG with lines that a transformation distorts; convert strokes to paths')
  return {
    colour,
    width: Math.round(width * scale * 1_000) / 1_000,
    cap: oneOf(style['stroke-linecap'], ['butt', 'round', 'square']),
    join: oneOf(style['stroke-linejoin'], ['miter', 'round', 'bevel']),
  }
}

function oneOf<const Values extends readonly [string, ...string[]]>(value: string | undefined, values: Values) {
  return (values.find((each) => each === value) ?? values[0]) as Values[number]
}

/** The sixteen names that every version of HTML has; drawing programs write numbers otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  orange: '#ffa500',
  currentcolor: '#000000',
}

/** `#rrggbb`; null: nothing is painted. @throws UnusableImage */
function colourOf(text: string): string | null {
  const value = text.trim().toLowerCase()
  if (value === 'none' || value === 'transparent') return null
  if (/^#[0-9a-f]{6}$/.test(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return `#${[...value.slice(1)].map((digit) => digit + digit).join('')}`
  const channels = /^rgb\(([^()]*)\)$/.exec(value)?.[1]
  const numbers = channels === undefined || channels.includes('%') ? [] : numbersIn(channels)
  if (numbers.length === 3 && numbers.every((each) => each >= 0 && each <= 255))
    return `#${numbers.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`
  const named = Object.hasOwn(NAMES, value) ? NAMES[value] : undefined
  if (named !== undefined) return named
  throw new UnusableImage(
    `is an SVG with the colour ${shown(text)}, which is not drawn; use #rrggbb without gradients and patterns, or send a PNG`,
  )
}

function tooLarge(what: string): UnusableImage {
  return new UnusableImage(`is an SVG with ${what}; simplify it, or send a PNG`)
}
