import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { stringify } from 'yaml'
import { ROOT } from '../../countries/accepted-sample.js'
import { hasPromtool, promtool } from '../../support/promtool.js'
import { QUERIES, RULES, scraped, wholeRegistry } from './scraped.js'

const ALERTS = join(ROOT, 'deploy', 'prometheus', 'alerts.yml')

/** Series in promtool's notation, one value for each step of a test: `0+1x3` is 0 1 2 3. */
type Series = Readonly<Record<string, string>>

/** Longer than any test: two hours of minutes, or 27 hours of ten minutes. */
const STEPS = 165
const always = (value: number): string => `${value}x${STEPS}`
const growing = (perStep: number): string => `0+${perStep}x${STEPS}`
const REQUESTS = 'clearway_http_request_duration_seconds'
const OLDEST = 'clearway_work_oldest_due_seconds'
const ANAF = 'country="RO",environment="production"'

/** A deployment that works, with the troubles of any day. */
const CALM: Series = {
  'up{job="clearway",instance="api-1"}': always(1),
  'clearway_ready{instance="api-1"}': always(1),
  'clearway_deployment_figures_up{instance="api-1"}': always(1),
  [`${REQUESTS}_count{status="200"}`]: growing(600),
  [`${REQUESTS}_count{status="503"}`]: growing(6),
  [`${REQUESTS}_bucket{le="0.5"}`]: growing(600),
  [`${REQUESTS}_bucket{le="2.5"}`]: growing(604),
  [`${REQUESTS}_bucket{le="5"}`]: growing(606),
  [`${REQUESTS}_bucket{le="+Inf"}`]: growing(606),
  [`${OLDEST}{work="invoices",${ANAF},step="submit"}`]: always(20),
  [`${OLDEST}{work="invoices",country="",environment="",step="home"}`]: always(2),
  clearway_work_parked: always(0),
  'clearway_work_failures_total{work="invoices",cause="fault"}': '0x30 1x60 2x60',
  'clearway_work_failures_total{work="invoices",cause="outage"}': growing(10),
  'clearway_government_calls_total{country="RO",granted="true"}': growing(60),
  'clearway_government_calls_total{country="RO",granted="false"}': growing(3),
  'clearway_government_clock_offset_seconds{instance="api-1",government="RO"}': always(-0.4),
  [`clearway_connections{${ANAF},status="active"}`]: always(30),
  [`clearway_connections{${ANAF},status="expired"}`]: always(0),
  'clearway_connections{country="RO",environment="test",status="expired"}': always(2),
  'clearway_webhook_delivery_duration_seconds_count{outcome="succeeded"}': growing(50),
  'clearway_webhook_delivery_duration_seconds_count{outcome="5xx"}': growing(20),
  'clearway_projection_lag_seconds{projection="invoices"}': always(1),
  'clearway_projection_paused{projection="invoices"}': always(0),
  'clearway_projection_events_set_aside{projection="invoices"}': always(0),
  'clearway_inbound_messages_total{kind="peppol IMR",outcome="stored"}': growing(50),
  'clearway_inbound_messages_total{kind="peppol IMR",outcome="aside"}': always(0),
  'clearway_database_connections_wanted{instance="api-1",pool="api"}': `0 4 0 9x3 0 0 2 ${always(0)}`,
  'nodejs_eventloop_lag_p99_seconds{instance="api-1"}': always(0.03),
  clearway_erasure_records_refused_total: always(0),
  clearway_seal_trouble: always(0),
  clearway_seal_age_seconds: always(1_800),
  clearway_seal_events_waiting: always(12),
  clearway_event_store_head_position: growing(100),
  clearway_seal_read_position: growing(100),
}

/** Nothing happens at all, as at night: rates are 0, and 0/0 is nothing to alarm for. */
const ASLEEP: Series = Object.fromEntries(
  Object.entries(CALM).map(([series, values]) => [series, values.startsWith('0+') ? always(7) : values]),
)

interface Trouble {
  readonly alert: string
  /** What differs from a calm day; null: the series is not there. */
  readonly differs: Readonly<Record<string, string | null>>
  /** By then it fires. */
  readonly at: string
  /** Until then it waits, whether it goes away by itself. */
  readonly silentAt: string
  /** Of what fires, without `severity`. */
  readonly labels?: Readonly<Record<string, string>>
}

const TROUBLES: readonly Trouble[] = [
  {
    alert: 'ClearwayDown',
    differs: { 'up{job="clearway",instance="api-1"}': always(0) },
    silentAt: '1m',
    at: '2m',
    labels: { job: 'clearway', instance: 'api-1' },
  },
  {
    alert: 'ClearwayDown',
    differs: { 'up{job="clearway",instance="api-1"}': null },
    silentAt: '1m',
    at: '2m',
    labels: { job: 'clearway' },
  },
  {
    alert: 'ClearwayNotReady',
    differs: { 'clearway_ready{instance="api-1"}': always(0) },
    silentAt: '1m',
    at: '2m',
    labels: { instance: 'api-1' },
  },
  {
    alert: 'ClearwayFiguresMissing',
    differs: { 'clearway_deployment_figures_up{instance="api-1"}': always(0) },
    silentAt: '4m',
    at: '5m',
  },
  {
    alert: 'ClearwayRequestsFail',
    differs: { [`${REQUESTS}_count{status="503"}`]: growing(40) },
    silentAt: '5m',
    at: '7m',
  },
  {
    alert: 'ClearwayRequestsSlow',
    differs: { [`${REQUESTS}_bucket{le="0.5"}`]: growing(500), [`${REQUESTS}_bucket{le="2.5"}`]: growing(560) },
    silentAt: '9m',
    at: '12m',
  },
  {
    alert: 'ClearwayWorkLate',
    differs: { [`${OLDEST}{work="invoices",country="",environment="",step="home"}`]: growing(60) },
    silentAt: '20m',
    at: '22m',
    labels: { work: 'invoices', step: 'home' },
  },
  { alert: 'ClearwayWorkParked', differs: { clearway_work_parked: always(1) }, silentAt: '4m', at: '5m' },
  {
    alert: 'ClearwayFaults',
    differs: { 'clearway_work_failures_total{work="invoices",cause="fault"}': `0 0 0 ${always(8)}` },
    silentAt: '2m',
    at: '5m',
    labels: { work: 'invoices' },
  },
  {
    alert: 'ClearwayGovernmentAway',
    differs: { [`clearway_government_closed{${ANAF},reason="no answer"}`]: always(1) },
    silentAt: '29m',
    at: '30m',
    labels: { country: 'RO', environment: 'production' },
  },
  {
    alert: 'ClearwayCallsUsedUp',
    differs: { 'clearway_government_calls_total{country="RO",granted="false"}': growing(30) },
    silentAt: '30m',
    at: '32m',
    labels: { country: 'RO' },
  },
  {
    alert: 'ClearwayGovernmentClock',
    differs: { 'clearway_government_clock_offset_seconds{instance="api-1",government="RO"}': always(-31) },
    silentAt: '14m',
    at: '15m',
    labels: { instance: 'api-1', government: 'RO' },
  },
  {
    alert: 'ClearwayConnectionsExpired',
    differs: { [`clearway_connections{${ANAF},status="expired"}`]: always(1) },
    silentAt: '59m',
    at: '1h',
    labels: { country: 'RO', environment: 'production' },
  },
  {
    alert: 'ClearwayConnectionsExpired',
    differs: { [`clearway_connections{${ANAF},status="error"}`]: always(1) },
    silentAt: '59m',
    at: '1h',
    labels: { country: 'RO', environment: 'production' },
  },
  {
    alert: 'ClearwayDeliveriesFail',
    differs: { 'clearway_webhook_delivery_duration_seconds_count{outcome="none"}': growing(60) },
    silentAt: '30m',
    at: '32m',
  },
  {
    alert: 'ClearwayReadModelBehind',
    differs: { 'clearway_projection_lag_seconds{projection="invoices"}': growing(60) },
    silentAt: '6m',
    at: '7m',
    labels: { projection: 'invoices' },
  },
  {
    alert: 'ClearwayReadModelPaused',
    differs: { 'clearway_projection_paused{projection="invoices"}': always(1) },
    silentAt: '59m',
    at: '1h',
    labels: { projection: 'invoices' },
  },
  {
    alert: 'ClearwayMessagesSetAside',
    differs: { 'clearway_inbound_messages_total{kind="peppol IMR",outcome="aside"}': '0x30 1x120' },
    silentAt: '30m',
    at: '32m',
    labels: { kind: 'peppol IMR' },
  },
  {
    alert: 'ClearwayReceivedWaits',
    differs: { 'clearway_received_total{country="BE",channel="peppol",outcome="postponed"}': '0x30 1x180' },
    silentAt: '30m',
    at: '32m',
    labels: { country: 'BE', channel: 'peppol' },
  },
  {
    alert: 'ClearwayReceivedOverdue',
    differs: { 'clearway_received_total{country="RO",channel="anaf",outcome="overdue"}': '0x30 1x180' },
    silentAt: '30m',
    at: '32m',
    labels: { country: 'RO', channel: 'anaf' },
  },
  {
    alert: 'ClearwayEventsSetAside',
    differs: { 'clearway_projection_events_set_aside{projection="invoices"}': always(1) },
    silentAt: '4m',
    at: '5m',
    labels: { projection: 'invoices' },
  },
  {
    alert: 'ClearwayPoolShort',
    differs: { 'clearway_database_connections_wanted{instance="api-1",pool="api"}': `0x5 ${always(3)}` },
    silentAt: '14m',
    at: '17m',
    labels: { instance: 'api-1', pool: 'api' },
  },
  {
    alert: 'ClearwayEventLoopLate',
    differs: { 'nodejs_eventloop_lag_p99_seconds{instance="api-1"}': always(0.8) },
    silentAt: '9m',
    at: '10m',
    labels: { instance: 'api-1' },
  },
  {
    alert: 'ClearwayErasureRefused',
    differs: { clearway_erasure_records_refused_total: '0x9 1x200' },
    silentAt: '10m',
    at: '12m',
  },
  { alert: 'ClearwaySealTrouble', differs: { clearway_seal_trouble: always(1) }, silentAt: '0m', at: '1m' },
]

/** What looks like trouble, and is none, or has an alert of its own. */
const EXCUSED: readonly Omit<Trouble, 'labels' | 'silentAt'>[] = [
  {
    alert: 'ClearwayWorkLate',
    differs: {
      [`${OLDEST}{work="invoices",${ANAF},step="submit"}`]: growing(60),
      [`clearway_government_closed{${ANAF},reason="no answer"}`]: always(1),
    },
    at: '2h',
  },
  {
    alert: 'ClearwayReadModelBehind',
    differs: {
      'clearway_projection_lag_seconds{projection="invoices"}': growing(60),
      'clearway_projection_paused{projection="invoices"}': always(1),
    },
    at: '2h',
  },
  {
    alert: 'ClearwayGovernmentAway',
    differs: { [`clearway_government_closed{${ANAF},reason="calls used up"}`]: always(1) },
    at: '2h',
  },
]

/** A day with one value every ten minutes. Events of the test environment are not sealed. */
const DAY: Series = {
  clearway_seal_age_seconds: growing(600),
  clearway_seal_events_waiting: always(0),
  clearway_event_store_head_position: growing(100),
  clearway_seal_read_position: growing(100),
}
const SEALS = ['ClearwaySealOld', 'ClearwayNoSeals']
/** After these nothing is appended any more. */
const ENDED = `0 5 10 ${always(20)}`

const inputOf = (series: Readonly<Record<string, string | null>>) =>
  Object.entries(series).flatMap(([name, values]) => (values === null ? [] : [{ series: name, values }]))

const silent = (alert: string, at: string) => ({ eval_time: at, alertname: alert, exp_alerts: [] })

function fires(alert: string, at: string, labels: Readonly<Record<string, string>> = {}) {
  const rule = RULES.find((each) => each.alert === alert)
  const expected = { exp_labels: { ...labels, ...rule?.labels }, exp_annotations: { ...rule?.annotations } }
  return { eval_time: at, alertname: alert, exp_alerts: [expected] }
}

/** Promtool's verdict on unit tests of the alerts, and of any expressions. */
function testRules(
  t: Test,
  interval: '1m' | '10m',
  tests: readonly object[],
): { readonly status: number | null; readonly output: string } {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-promtool-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'tests.yml')
  const whole = {
    rule_files: [ALERTS],
    evaluation_interval: interval,
    tests: tests.map((test) => ({ interval, ...test })),
  }
  writeFileSync(file, stringify(whole, { aliasDuplicateObjects: false }))
  return promtool(['test', 'rules', file])
}

if (!hasPromtool()) t.pass('left out: alerts and queries in PromQL, because there is no promtool')
else {
  t.test('rules, the sample of settings and the names of figures are as Prometheus wants them', async (t) => {
    for (const [kind, file] of [
      ['rules', ALERTS],
      ['config', join(ROOT, 'deploy', 'prometheus', 'prometheus.yml')],
    ] as const) {
      const { status, output } = promtool(['check', kind, file])
      t.equal(status, 0, output)
    }
    const { status, output } = promtool(['check', 'metrics'], await wholeRegistry().metrics())
    t.equal(status, 0, output)
    t.equal(output, '', 'and nothing is remarked')
  })

  t.test('each alert fires on what it is for, and on nothing else', (t) => {
    t.strictSame(
      [...new Set([...TROUBLES.map(({ alert }) => alert), ...SEALS])].sort(),
      RULES.map(({ alert }) => alert).sort(),
    )
    const quiet = Object.entries({ CALM, ASLEEP }).map(([name, series]) => ({
      name,
      input_series: inputOf(series),
      alert_rule_test: RULES.flatMap(({ alert }) => ['3m', '40m', '2h'].map((at) => silent(alert, at))),
    }))
    const excused = EXCUSED.map(({ alert, differs, at }) => ({
      name: `${alert} is silent`,
      input_series: inputOf({ ...CALM, ...differs }),
      alert_rule_test: [silent(alert, at)],
    }))
    const loud = TROUBLES.map(({ alert, differs, at, silentAt, labels = {} }) => {
      return {
        name: alert,
        input_series: inputOf({ ...CALM, ...differs }),
        alert_rule_test: [silent(alert, silentAt), fires(alert, at, labels)],
      }
    })
    const { status, output } = testRules(t, '1m', [...quiet, ...excused, ...loud])
    t.equal(status, 0, output)
    t.end()
  })

  t.test('an old seal raises an alert where events wait for the next, and so does the absence of sealing', (t) => {
    const { status, output } = testRules(t, '10m', [
      {
        name: 'no event is to be sealed',
        input_series: inputOf(DAY),
        alert_rule_test: SEALS.map((alert) => silent(alert, '26h')),
      },
      {
        name: 'events wait',
        input_series: inputOf({ ...DAY, clearway_seal_events_waiting: always(1) }),
        alert_rule_test: [silent('ClearwaySealOld', '25h'), fires('ClearwaySealOld', '25h10m')],
      },
      {
        name: 'no process reads events',
        input_series: inputOf({ ...DAY, clearway_seal_read_position: always(5) }),
        alert_rule_test: [silent('ClearwayNoSeals', '1h'), fires('ClearwayNoSeals', '1h10m')],
      },
      {
        name: 'nothing happens any more',
        input_series: inputOf({
          ...DAY,
          clearway_event_store_head_position: ENDED,
          clearway_seal_read_position: `0 0 ${ENDED}`,
        }),
        alert_rule_test: ['2h', '24h', '24h30m', '26h'].map((at) => silent('ClearwayNoSeals', at)),
      },
    ])
    t.equal(status, 0, output)
    t.end()
  })

  t.test('each query of the dashboard gives something once there are figures', async (t) => {
    const chosen: Readonly<Record<string, string>> = { state: 'used', status: '500', job: 'clearway' }
    const series = [...(await scraped())].flatMap(([name, labels]) => {
      const pairs = [...labels].filter((label) => label !== 'le').map((label) => `${label}="${chosen[label] ?? 'x'}"`)
      const upTo = name.endsWith('_bucket') ? ['0.5', '+Inf'].map((le) => [...pairs, `le="${le}"`]) : [pairs]
      return upTo.map((all) => ({ series: `${name}{${all.join(',')}}`, values: '0+1x60' }))
    })
    const { status, output } = testRules(t, '1m', [
      {
        input_series: series,
        promql_expr_test: QUERIES.map(({ expr }) => ({
          expr: `count(${expr}) > bool 0`,
          eval_time: '30m',
          exp_samples: [{ labels: '{}', value: 1 }],
        })),
      },
    ])
    t.equal(status, 0, output)
  })
}
