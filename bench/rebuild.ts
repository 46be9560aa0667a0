/**
 * `npm run bench:rebuild`: how fast all read models are built from 1,000,000 events, beside the
 * rate at which PostgreSQL copies their rows into empty tables with the same indexes. `--
 * --events N` uses fewer, `-- --each` also builds each read model alone.
 */
import { PROJECTIONS } from '../src/projections/registry.js'
import { measureRebuild } from './rebuild/measure.js'

const asked = process.argv.indexOf('--events')
await measureRebuild({
  events: asked < 0 ? 1_000_000 : Number(process.argv[asked + 1]),
  kind: 'lives of many accounts',
  projections: PROJECTIONS,
  each: process.argv.includes('--each'),
})
