import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import { parse } from 'yaml'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { DeploymentFigures } from '../../../src/host/observability/deployment-figures.js'
import { createMetrics } from '../../../src/host/observability/metrics.js'
import { addProcessFigures } from '../../../src/host/observability/process-figures.js'
import { ROOT } from '../../countries/accepted-sample.js'

interface Rules {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[]
}

/** An alert of deploy/prometheus/alerts.yml. */
interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[]
}

/** A file of the repository, by its path. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Every alert that there is. */
export const RULES = (parse(textOf('deploy/prometheus/alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)

/** Every query of the dashboard, with the title of its panel. */
export const QUERIES = (JSON.parse(textOf('deploy/grafana/clearway.json')) as Dashboard).panels.flatMap(
  ({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr })),
)

/** A registry with all metrics of a process with every role. */
export function wholeRegistry(): Registry {
  const { registry } = createMetrics()
  addProcessFigures(registry, { pools: () => new Map(), ready: () => ({ status: 'ok', checks: {} }) })
  new DeploymentFigures(registry, { pool: {} as pg.Pool, store: new MemoryEventStore() })
  return registry
}

/** Each metric that there is, by the names under which it is scraped, with its labels. */
export async function scraped(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const registry = wholeRegistry()
  const names = new Map<string, ReadonlySet<string>>()
  for (const metric of registry.getMetricsAsArray()) {
    const { name, type } = (await registry.getSingleMetric(metric.name)?.get()) ?? { name: metric.name, type: '' }
    const labels = (metric as unknown as { readonly labelNames?: readonly string[] }).labelNames ?? []
    const ends = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const end of ends) names.set(name + end, new Set([...labels, 'le', 'instance', 'job']))
  }
  return names.set('up', new Set(['job', 'instance']))
}
