/** The framework prints a tree; each line with methods is a route. */
export function routesOf(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line)
    if (!match) return []
    const depth = (match[1] ?? '').length / 4
    path.splice(depth, path.length, match[2] ?? '')
    const methods = (match[3] ?? '').split(', ').filter((method) => method !== '' && method !== 'HEAD')
    return methods.map((method) => `${method} ${path.join('')}`)
  })
}
