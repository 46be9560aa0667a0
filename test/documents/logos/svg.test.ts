import t from 'tap'
import { cleanLogo } from '../../../src/documents/logos/clean-logo.js'
import { readSvg } from '../../../src/documents/logos/svg.js'

const svg = (inside: string, attributes = 'viewBox="0 0 40 20"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )
const SQUARE = '<path d="M0 0h10v10H0z"/>'
const cleaned = (inside: string, attributes?: string): string =>
  Buffer.from(cleanLogo(svg(inside, attributes)).bytes).toString()

t.test('an SVG is written again from its outlines alone', async (t) => {
  t.equal(
    cleaned(SQUARE),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path fill="#000000" d="M0 0H10V10H0Z"/></svg>\n',
  )
  const hostile = cleaned(
    '<script>alert(1)</script><metadata><x xmlns="urn:x">secret</x></metadata><title>T</title>' +
      '<defs><linearGradient id="g"/></defs><animate attributeName="d" to="x"/>' +
      '<y:thing xmlns:y="urn:y" onload="z()"/>' +
      `<a xlink:href="javascript:alert(1)" onclick="steal()"><path id="p" onload="x()" data-x="1" d="M0 0h10v10H0z"/></a>`,
    'viewBox="0 0 40 20" onload="alert(1)"',
  )
  t.equal(hostile, cleaned(SQUARE))
  t.same(cleanLogo(Buffer.from(hostile)).bytes, Buffer.from(hostile), 'a cleaned drawing stays as it is')
})

t.test('shapes, groups, transformations, style sheets and strokes are drawn', async (t) => {
  const shapes = (inside: string, attributes?: string) => readSvg(svg(inside, attributes)).shapes
  t.match(shapes('<rect x="1" y="2" width="3" height="4" fill="RED"/>'), [
    { path: 'M1 2H4V6H1Z', fill: '#ff0000', stroke: null },
  ])
  t.match(shapes('<g transform="translate(5,5) scale(2)" fill="#0b5"><path d="m1 1 1 0 0 1z"/></g>'), [
    { path: 'M7 7L9 7 9 9Z', fill: '#00bb55' },
  ])
  t.match(shapes('<path transform="rotate(90 5 5)" d="M5 0L10 5"/>')[0]?.path, 'M10 5L5 10')
  t.match(shapes('<path d="M12 12h2" stroke="#123456" stroke-width="2" fill="none" transform="scale(3)"/>'), [
    { fill: null, stroke: { colour: '#123456', width: 6, cap: 'butt', join: 'miter' } },
  ])
  t.match(
    shapes(
      '<style>/* x */ .a{fill:#111111} path{fill:#222222} #c{fill:#333333}</style>' +
        '<path class="a" d="M0 0h1v1z"/><path d="M0 0h1v1z"/><path id="c" class="a" style="fill: rgb(4, 5,6)" d="M0 0h1v1z"/>',
    ),
    [{ fill: '#111111' }, { fill: '#222222' }, { fill: '#040506' }],
  )
  for (const each of [
    '<circle cx="5" cy="5" r="4"/>',
    '<ellipse cx="5" cy="5" rx="4" ry="2"/>',
    '<rect width="9" height="9" rx="2"/>',
  ])
    t.match(shapes(each)[0]?.path, /^M.*C.*Z$/)
  t.match(shapes('<polygon points="0,0 4 0,4,4"/><polyline points="0 0 4 4"/><line x2="3" y2="3" stroke="black"/>'), [
    { path: 'M0 0L4 0 4 4Z' },
    { path: 'M0 0L4 4' },
    { path: 'M0 0L3 3', fill: null },
  ])
  t.match(shapes(SQUARE, 'viewBox="-5 -5 40 20"')[0]?.path, 'M5 5H15V15')
  t.match(readSvg(svg(SQUARE, 'width="30px" height="10"')), { width: 30, height: 10 })
  t.throws(
    () => shapes('<path display="none" d="M0 0h1v1z"/><g style="visibility:hidden"><path d="M0 0h1v1z"/></g>'),
    /draws nothing/,
  )
})

t.test('what would look different when it is left out is refused with the remedy', async (t) => {
  for (const [inside, message] of [
    ['<text>A</text>', /element text, which a logo may not contain; convert it to paths, or send a PNG/],
    ['<image xlink:href="http://127.0.0.1/x.png"/>', /element image/],
    ['<use xlink:href="file:///etc/passwd#x"/>', /element use/],
    ['<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>', /element foreignObject/],
    ['<svg/>', /element svg/],
    ['<path fill="url(#g)" d="M0 0h1v1z"/>', /colour "url\(#g\)"/],
    ['<path fill="url(http://example.com/x)" d="M0 0h1v1z"/>', /colour/],
    ['<path style="fill:rebeccapurple" d="M0 0h1v1z"/>', /colour "rebeccapurple"/],
    ['<g opacity=".5"><path d="M0 0h1v1z"/></g>', /opacity ".5"/],
    ['<path fill-opacity="0.2" d="M0 0h1v1z"/>', /fill-opacity/],
    ['<path clip-path="url(#c)" d="M0 0h1v1z"/>', /clip-path/],
    ['<path style="filter:url(#f)" d="M0 0h1v1z"/>', /filter/],
    ['<style>@import url(http://127.0.0.1/x.css);</style>' + SQUARE, /style sheet/],
    ['<style>g > path{fill:red}</style>' + SQUARE, /style sheet/],
    ['<path d="M0 0 Lx"/>', /path that can't be read/],
    ['<path d="M0 0 L1e300 1e300"/>', /beyond every page/],
    ['<path transform="matrix(1 2)" d="M0 0h1v1z"/>', /transformation that is not supported/],
    ['<path transform="scale(2 1)" stroke="red" d="M0 0h1v1z"/>', /lines that a transformation distorts/],
    ['<rect width="2cm" height="1"/>', /length that is no number: "2cm"/],
    ['', /draws nothing/],
  ] as const)
    t.throws(() => cleanLogo(svg(inside)), { name: 'UnusableImage', message }, inside)
  t.throws(() => cleanLogo(svg(SQUARE, '')), /give it a viewBox/)
  t.throws(() => cleanLogo(Buffer.from('<html/>')), /neither a PNG nor an SVG/)
})

t.test('entities, deep and large drawings are refused in time', async (t) => {
  const laughs = Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>&b;</title>${SQUARE}</svg>`,
  )
  t.throws(() => cleanLogo(laughs), /document type declaration/)
  const outside = Buffer.from(
    `<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg xmlns="http://www.w3.org/2000/svg">${SQUARE}</svg>`,
  )
  t.throws(() => cleanLogo(outside), /document type declaration/)
  t.throws(() => cleanLogo(svg('<g>'.repeat(150) + SQUARE + '</g>'.repeat(150))), /neither a PNG nor a readable SVG/)
  t.throws(() => cleanLogo(svg('<path d="M0 0h1v1z"/>'.repeat(6_000))), /more than 5000 shapes/)
  t.throws(() => cleanLogo(svg(`<path d="M0 0${'h1'.repeat(210_000)}"/>`)), /more than 400000 characters/)
  t.throws(() => cleanLogo(svg(`<path transform="${'rotate(1 '.repeat(2_000)}" d="M0 0h1"/>`)), /transformation/)
  for (const slow of [
    `<style>${'/*'.repeat(100_000)}</style>`,
    `<style>${'.a'.repeat(100_000)}</style>${SQUARE}`,
    `<path style="${';'.repeat(300_000)}" d="M0 0h1v1z"/>`,
    `<path transform="${' '.repeat(900)}x" d="M0 0h1v1z"/>`,
  ]) {
    const begun = performance.now()
    try {
      cleanLogo(svg(slow))
    } catch (error) {
      t.match(error, { name: 'UnusableImage' })
    }
    t.ok(performance.now() - begun < 2_000)
  }
})
