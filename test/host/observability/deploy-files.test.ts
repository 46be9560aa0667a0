import type pg from 'pg'
import { Registry } from 'prom-client'
import t from 'tap'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { DeploymentFigures } from '../../../src/host/observability/deployment-figures.js'
import { QUERIES, RULES, scraped, textOf } from './scraped.js'

/** What stands in an expression besides functions and keywords: metrics and labels. */
function wordsOf(expr: string): { readonly metrics: readonly string[]; readonly labels: readonly string[] } {
  const bare = expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '')
  const labels = [
    ...[...bare.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',')),
    ...[...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((pair) => /^\w+/.exec(pair.trim())?.[0] ?? ''),
    ),
  ].map((label) => label.trim())
  const metrics = bare
    .replace(/\b(?:by|on)\s*\([^)]*\)/g, ' ')
    .replace(/\{[^}]*\}/g, '')
    .match(/[a-z_]\w*(?!\w*\s*\()/g)
  const keywords = ['unless', 'and', 'or']
  return {
    metrics: (metrics ?? []).filter((word) => !keywords.includes(word)),
    labels: labels.filter((label) => label !== ''),
  }
}

t.test('every figure that alerts and dashboard name is there, with its labels', async (t) => {
  const names = await scraped()
  const expressions = [...RULES.map(({ alert, expr }) => ({ where: alert, expr })), ...QUERIES]
  t.ok(expressions.length > 50)
  const used = new Set<string>()
  for (const { where, expr } of expressions) {
    const { metrics, labels } = wordsOf(expr)
    t.ok(metrics.length > 0, `${where} names a figure`)
    for (const metric of metrics) {
      used.add(metric)
      t.ok(names.has(metric), `${where}: ${metric}`)
    }
    for (const label of labels)
      t.ok(
        metrics.some((metric) => names.get(metric)?.has(label)),
        `${where}: ${label}`,
      )
    for (const [open, close] of ['()', '{}', '[]']) {
      t.equal(expr.split(open ?? '').length, expr.split(close ?? '').length, `${where}: ${expr}`)
    }
  }
  const ours = [...names.keys()].filter((name) => name.startsWith('clearway_') && !/_(bucket|sum)$/.test(name))
  t.strictSame(
    ours.filter((name) => !used.has(name) && !used.has(name.replace(/_count$/, '_bucket'))),
    [],
    'each is shown',
  )
})

t.test('each alert says in words what is wrong, and where it stands what to do', (t) => {
  const headings = new Set(
    [...textOf('docs/operations.md').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  for (const { alert, labels, annotations, ...rule } of RULES) {
    t.match(alert, /^Clearway[A-Z]\w+$/)
    t.match(rule.for, /^\d+[mh]$/)
    t.match(labels.severity, /^(warning|critical)$/)
    t.match(annotations.summary, /^[A-Z].*\.$/, alert)
    const [file, heading = ''] = annotations.runbook_url.split('#')
    t.equal(file, 'docs/operations.md')
    t.ok(headings.has(heading), `${alert}: docs/operations.md has "${heading}"`)
  }
  t.equal(new Set(RULES.map(({ alert }) => alert)).size, RULES.length)
  t.end()
})

t.test('figures that can not be read are missing, and not 0', async (t) => {
  const registry = new Registry()
  const figures = new DeploymentFigures(registry, { pool: {} as pg.Pool, store: new MemoryEventStore() })
  await figures.refresh()
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  t.strictSame(lines, ['clearway_deployment_figures_up 0'])
})
