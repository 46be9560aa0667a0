import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import t from 'tap'
import { parse } from 'yaml'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { DeploymentFigures } from '../../src/observability/deployment-figures.js'
import { createMetrics } from '../../src/observability/metrics.js'
import { addProcessFigures } from '../../src/observability/process-figures.js'
import { ROOT } from '../countries/accepted-sample.js'

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly for: string
      readonly labels: { readonly severity: string }
      readonly annotations: { readonly summary: string; readonly runbook_url: string }
    }[]
  }[]
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[]
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const rules = (parse(textOf('deploy/prometheus/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(textOf('deploy/grafana/clearway.json')) as Dashboard

/** Each metric that there is, by the names under which it is scraped, with its labels. */
async function scraped(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { registry } = createMetrics()
  addProcessFigures(registry, { pools: () => new Map(), ready: () => ({ status: 'ok', checks: {} }) })
  new DeploymentFigures(registry, { pool: {} as pg.Pool, store: new MemoryEventStore() })
  const names = new Map<string, ReadonlySet<string>>()
  for (const metric of registry.getMetricsAsArray()) {
    const { name, type } = (await registry.getSingleMetric(metric.name)?.get()) ?? { name: metric.name, type: '' }
    const labels = (metric as unknown as { readonly labelNames?: readonly string[] }).labelNames ?? []
    const ends = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const end of ends) names.set(name + end, new Set([...labels, 'le', 'instance', 'job']))
  }
  return names.set('up', new Set(['job', 'instance']))
}

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
  const expressions = [
    ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ]
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
  for (const { alert, labels, annotations, ...rule } of rules) {
    t.match(alert, /^Clearway[A-Z]\w+$/)
    t.match(rule.for, /^\d+[mh]$/)
    t.match(labels.severity, /^(warning|critical)$/)
    t.match(annotations.summary, /^[A-Z].*\.$/, alert)
    const [file, heading = ''] = annotations.runbook_url.split('#')
    t.equal(file, 'docs/operations.md')
    t.ok(headings.has(heading), `${alert}: docs/operations.md has "${heading}"`)
  }
  t.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  t.end()
})
