import type { Body } from './json-sample.js'
import type { JsonRecipe } from './recipe.js'

const LONGEST_TEXT = 90

/**
 * The field at a path with its surroundings, as in the API's JSON; where it is missing, its
 * neighbours.
 */
export function jsonSnippet(body: Body, path: JsonRecipe['path']): string {
  return lines(body, path, 0).join('\n')
}

function lines(value: unknown, path: JsonRecipe['path'], level: number): readonly string[] {
  const [step, ...others] = path
  if (step === undefined || typeof value !== 'object' || value === null) return shown(value, level)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const indent = '  '.repeat(level + 1)
  const entries = Object.entries(value)
  const place = entries.findIndex(([name]) => name === String(step))
  const inside: string[] = []
  if (place === -1) inside.push(`${indent}…`)
  else {
    const inner = lines((value as Record<string | number, unknown>)[step], others, level + 1)
    const label = isList ? '' : `${JSON.stringify(step)}: `
    if (place > 0) inside.push(`${indent}…`)
    inside.push(`${indent}${label}${inner[0] ?? ''}`, ...inner.slice(1))
    if (place < entries.length - 1) inside.push(`${indent}…`)
  }
  return [open, ...inside, `${'  '.repeat(level)}${close}`]
}

function shown(value: unknown, level: number): readonly string[] {
  return JSON.stringify(cut(value), null, 2)
    .replaceAll('`', '\\u0060')
    .split('\n')
    .map((line, index) => (index === 0 ? line : '  '.repeat(level) + line))
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    const characters = [...value]
    return characters.length <= LONGEST_TEXT
      ? value
      : `${characters.slice(0, 40).join('')} … ${characters.slice(-10).join('')}`
  }
  if (Array.isArray(value)) return value.map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]))
}
