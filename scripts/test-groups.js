// Where each test file runs. `npm test` has five minutes: its files share some processes, each of
// which loads once what its files need. `npm run test:full` has the tests that take long; there
// each file has a process of its own. Paths are files, or folders with a slash at their end; of
// several that fit, the longest decides. `test/lint/test-groups.test.ts` holds the tables against
// the tree.

/** What `npm run test:full` runs, and why it does not run every time. */
export const FULL = {
  'test/torture/': 'torture',
  'test/simulation/': 'simulation, planted faults',
  'test/fuzz/': 'fuzzing',
  'test/foreign/': 'programs of others, from their registries',
  'test/http/api/fuzz.test.ts': 'fuzzing',
  'test/http/api/openapi-fuzz.test.ts': 'fuzzing',
  'test/packages/': 'packages',
  'test/clients/generated/': 'programs of others, from their registries',
  'test/clients/typescript-package.test.ts': 'packages',
  'test/lint/run-test-files.test.ts': 'kills',
  'test/lint/regular-expressions.test.ts': 'attacks each regular expression of src',
  'test/lint/rules.test.ts': 'our rules of lint load the types of the whole tree',
  'test/host/observability/promtool.test.ts': 'promtool',
  'test/http/docs/docs-browser.test.ts': 'a browser',
  'test/http/console/console-browser.test.ts': 'a browser',
  'test/einvoice/conformance.test.ts': 'comparison with the official judges',
  'test/einvoice/scaling/': 'measures the time of the processor',
  'test/countries/finding-texts.test.ts': 'tries wrong values in the fields of all samples',
  'test/eventstore/eventstoredb/shared.test.ts': 'a log with 200,000 events of others',
  'test/countries/judging/order-of-verdicts.test.ts': 'twenty processes',
  'test/einvoice/syntax/official-judge.test.ts': 'comparison with the official judges',
  'test/countries/be/official-judge.test.ts': 'comparison with the official judges',
  'test/countries/de/official-judge.test.ts': 'comparison with the official judges',
  'test/countries/de/zugferd-official-judge.test.ts': 'comparison with the official judges',
  'test/countries/fr/official-judge.test.ts': 'comparison with the official judges',
  'test/countries/it/official-judge.test.ts': 'comparison with the official judges',
  'test/countries/pl/official-judge.test.ts': 'comparison with the official judges',
  'test/countries/ro/official-judge.test.ts': 'comparison with the official judges',
  'test/audit/retention/interrupted.test.ts': 'kills',
  'test/cli/migrate-events.test.ts': 'kills',
  'test/processors/deliveries/killed-delivery.test.ts': 'kills',
  'test/processors/deliveries/webhook-service.test.ts': 'kills',
  'test/processors/receiving/killed-arrivals.test.ts': 'kills',
  'test/processors/work/killed-worker.test.ts': 'kills',
  'test/processors/work/paused-worker.test.ts': 'kills',
  'test/service/belgium-killed.test.ts': 'kills',
  'test/service/hostile-texts.test.ts': 'fuzzing',
  'test/service/killed-in-batch.test.ts': 'kills',
  'test/service/killed-under-load.test.ts': 'kills',
  'test/service/lost-database.test.ts': 'kills',
  'test/service/lost-event-store.test.ts': 'kills',
  'test/service/operator-accounts.test.ts': 'commands beside a busy deployment of many processes',
  'test/service/overload.test.ts': 'thousands of requests before a frozen database',
  'test/service/poland-killed.test.ts': 'kills',
  'test/service/received-france-killed.test.ts': 'kills',
  'test/service/received-italy-answers.test.ts': 'kills',
  'test/service/received-italy-killed.test.ts': 'kills',
  'test/service/received-romania-killed.test.ts': 'kills',
  'test/service/restored-store.test.ts': 'kills',
  'test/service/roles.test.ts': 'kills',
  'test/service/rolling-restart.test.ts': 'kills',
  'test/service/samples.test.ts': 'sends every sample, some of them through an outage',
  'test/service/stops.test.ts': 'waits for slow stops',
  'test/service/romania-killed.test.ts': 'kills',
  'test/storage/embedded-postgres/crash.test.ts': 'kills',
}

/** Files of `npm test` that share no process, and why. */
export const ALONE = {
  'test/eventstore/postgres/server.test.ts': 'measures the memory of its process, with a flag of V8',
}

/** The processes of `npm test`, those that take longest first: else the last would run alone. */
export const GROUPS = {
  service: ['test/service/'],
  'service-countries': [
    'test/service/belgium.test.ts',
    'test/service/france.test.ts',
    'test/service/poland.test.ts',
    'test/service/romania.test.ts',
    'test/service/startup-errors.test.ts',
  ],
  http: ['test/http/'],
  'http-api': ['test/http/api/'],
  cli: ['test/cli/', 'test/clients/'],
  countries: ['test/countries/'],
  france: ['test/countries/fr/', 'test/countries/be/', 'test/countries/de/', 'test/countries/peppol/'],
  'italy-poland': ['test/countries/it/', 'test/countries/pl/'],
  eventstore: ['test/eventstore/', 'test/standins/', 'test/storage/'],
  processors: ['test/processors/', 'test/projections/', 'test/commands/'],
  audit: ['test/audit/', 'test/host/', 'test/lint/', 'test/support/'],
  einvoice: ['test/einvoice/', 'test/domain/', 'test/documents/'],
}

/**
 * Whether a test file belongs to `npm run test:full`.
 *
 * @param {string} file
 */
export function isFull(file) {
  return longestFit(file, Object.keys(FULL)) !== null
}

/**
 * The files of each process: a group, or one file.
 *
 * @param {readonly string[]} files
 * @returns {readonly (readonly string[])[]}
 */
export function inProcesses(files) {
  const groups = new Map(Object.keys(GROUPS).map((name) => [name, []]))
  const alone = []
  for (const file of [...files].sort()) {
    const group = isFull(file) || file in ALONE ? null : groupOf(file)
    if (group === null) alone.push([file])
    else groups.get(group).push(file)
  }
  return [...groups.values(), ...alone.sort(longestFirst)].filter((group) => group.length > 0)
}

/** A file that no group names has a process of its own. */
function groupOf(file) {
  const path = longestFit(file, Object.values(GROUPS).flat())
  return Object.keys(GROUPS).find((name) => GROUPS[name].includes(path)) ?? null
}

function longestFit(file, paths) {
  const fitting = paths.filter((path) => file === path || (path.endsWith('/') && file.startsWith(path)))
  return fitting.sort((one, other) => other.length - one.length)[0] ?? null
}

/** Of `npm run test:full`: the folders whose files take longest. */
function longestFirst([one], [other]) {
  const rank = (file) =>
    ['torture', 'simulation', 'service'].findIndex((name) => file.startsWith(`test/${name}/`)) >>> 0
  return rank(one) - rank(other)
}
