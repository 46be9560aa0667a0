import { UnusableImage } from './unusable-image.js'

/** Presentation properties by their names, lower case. */
export type Style = Readonly<Record<string, string>>

/** A style sheet: what it says of a tag, a class and an id. */
export type StyleSheet = ReadonlyMap<string, Style>

/**
 * The rules of style sheets whose selectors are tags, classes or ids, as drawing programs write
 * them. Linear in their length.
 * @throws UnusableImage for other rules
 */
export function styleSheet(text: string): StyleSheet {
  const found = new Map<string, Style>()
  for (const rule of withoutComments(text).split('}')) {
    if (rule.trim() === '') continue
    const brace = rule.indexOf('{')
    const selectors = rule.slice(0, Math.max(brace, 0)).split(',')
    if (brace < 0 || rule.includes('@')) throw tooComplex()
    const style = declarations(rule.slice(brace + 1))
    for (const selector of selectors) {
      const name = selector.trim()
      if (!/^[.#]?[A-Za-z_][\w-]*$/.test(name)) throw tooComplex()
      found.set(name, { ...found.get(name), ...style })
    }
  }
  return found
}

/** Declarations, as in the attribute `style`; of several of a property the last counts. */
export function declarations(text: string): Style {
  return Object.fromEntries(
    withoutComments(text)
      .split(';')
      .flatMap((declaration) => {
        const colon = declaration.indexOf(':')
        const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
        const value = declaration.slice(colon + 1).replace('!important', '')
        return name === '' ? [] : [[name, value.trim()] as const]
      }),
  )
}

/** What the sheet says of an element: by its tag, then its classes, then its id. */
export function styleOf(sheet: StyleSheet, tag: string, classes: string, id: string | undefined): Style {
  if (sheet.size === 0) return {}
  const named = classes.split(/\s/).filter((name) => name !== '')
  const selectors = [tag, ...named.map((name) => `.${name}`), ...(id === undefined ? [] : [`#${id}`])]
  const style: Record<string, string> = {}
  for (const selector of selectors) Object.assign(style, sheet.get(selector))
  return style
}

function withoutComments(text: string): string {
  const kept: string[] = []
  let at = 0
  for (let open = text.indexOf('/*'); open >= 0; open = text.indexOf('/*', at)) {
    kept.push(text.slice(at, open))
    const close = text.indexOf('*/', open + 2)
    at = close < 0 ? text.length : close + 2
  }
  kept.push(text.slice(at))
  return kept.join(' ')
}

function tooComplex(): UnusableImage {
  return new UnusableImage(
    'is an SVG whose style sheet has rules other than for tags, classes and ids; export it with presentation attributes',
  )
}
