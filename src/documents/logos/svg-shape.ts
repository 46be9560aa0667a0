import type { XmlElement } from '../../einvoice/xml/element.js'
import { cut } from '../../domain/text.js'
import { UnusableImage } from './unusable-image.js'

/** A number, with `px` or without a unit. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** A length in user units. @throws UnusableImage for another unit */
export function lengthOf(text: string | undefined, standard: number): number {
  if (text === undefined) return standard
  const value = text.trim().replace(/px$/, '')
  if (!NUMBER.test(value)) throw new UnusableImage(`is an SVG with a length that is no number: ${shown(text)}`)
  return Number(value)
}

/** Numbers separated by white space or commas. @throws UnusableImage */
export function numbersIn(text: string): readonly number[] {
  return text
    .trim()
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => lengthOf(each, 0))
}

/** The outline of a shape as path data (SVG 1.1, chapter 9); empty: it has none. */
export function pathOf(tag: string, element: XmlElement): string {
  const size = (name: string): number => lengthOf(element.attribute(name), 0)
  switch (tag) {
    case 'path':
      return element.attribute('d') ?? ''
    case 'rect':
      return rectangle(element)
    case 'circle':
      return ellipse(size('cx'), size('cy'), size('r'), size('r'))
    case 'ellipse':
      return ellipse(size('cx'), size('cy'), size('rx'), size('ry'))
    case 'line':
      return `M${size('x1')} ${size('y1')}L${size('x2')} ${size('y2')}`
    case 'polyline':
      return polygon(element.attribute('points') ?? '', '')
    default:
      return polygon(element.attribute('points') ?? '', 'Z')
  }
}

function rectangle(element: XmlElement): string {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => lengthOf(element.attribute(name), 0))
  const [given, across] = [element.attribute('rx'), element.attribute('ry')]
  if (x === undefined || y === undefined || width === undefined || height === undefined) return ''
  if (width <= 0 || height <= 0) return ''
  const rx = Math.min(lengthOf(given ?? across, 0), width / 2)
  const ry = Math.min(lengthOf(across ?? given, 0), height / 2)
  if (rx <= 0 || ry <= 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const arc = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
  const [inner, down] = [width - 2 * rx, height - 2 * ry]
  return (
    `M${x + rx} ${y}h${inner}${arc(rx, ry)}v${down}${arc(-rx, ry)}` +
    `h${-inner}${arc(-rx, -ry)}v${-down}${arc(rx, -ry)}Z`
  )
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  if (rx <= 0 || ry <= 0) return ''
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

function polygon(points: string, end: string): string {
  const numbers = numbersIn(points)
  const pairs = Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) =>
    [numbers[2 * index], numbers[2 * index + 1]].join(' '),
  )
  return pairs.length < 2 ? '' : `M${pairs.join('L')}${end}`
}

/** A foreign text, short and printable. */
export function shown(text: string): string {
  return `"${cut(text, 40, '…').replaceAll(/[^\x20-\x7e…]/g, '?')}"`
}
