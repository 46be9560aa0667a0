import type { CallBudget } from '../../../countries/gateway/gateway.js'
import type { Country } from '../../../countries/country.js'
import { COUNTRIES } from '../../../countries/registry.js'
import type { CountrySettings } from '../../../countries/settings.js'
import { ENVIRONMENTS } from '../../../domain/event.js'
import { each, html, type Html } from '../../html/html.js'
import { governmentOf } from '../../../processors/work/invoice-lanes.js'
import {
  type GateReport,
  type LaneReport,
  lastAnswers,
  listClosedGates,
  listLanes,
  listParked,
} from '../../../processors/work/work-report.js'
import { shareBar } from '../chart.js'
import type { ConsoleDeps } from '../deps.js'
import { glossary } from '../glossary.js'
import { badge, code, count, environmentBadge, said, table, time } from '../parts.js'
import { activeConnections, type ConnectionCount, countConnections } from '../queries/accounts.js'
import type { Site } from '../site.js'

/** A budget is highlighted when this share of it is used. */
const NEARLY = 0.9
const MOST_PARKED = 100
const MOST_CONNECTIONS = 100
const CODES = Object.values(COUNTRIES).map(({ code: country }) => country)

/**
 * GET /console/governments: which of them answer, what waits for them, and which calls are left.
 */
export function governmentRoutes(site: Site, deps: ConsoleDeps): void {
  site.page('/console/governments', async () => {
    const [gates, lanes, parked, budgets, connected, answers] = await Promise.all([
      listClosedGates(deps.pool),
      listLanes(deps.pool),
      listParked(deps.pool, MOST_PARKED),
      budgetsNow(deps),
      countConnections(deps.db),
      lastAnswers(deps.pool),
    ])
    const content = html`<h1>Governments</h1>
      ${glossary(['connection', 'waiting', 'due now', 'parked work'])}
      ${governmentTable(deps, { gates, lanes, connected, answers })}
      <h2>Remaining calls</h2>
      <p class="small">
        Governments limit how often they are called. This shows the first ${MOST_CONNECTIONS} active production
        connections at this moment.
      </p>
      ${table(
        'Remaining calls',
        [
          'Budget',
          'Company',
          'Share',
          { title: 'Used', numeric: true },
          { title: 'Of', numeric: true },
          { title: 'Left', numeric: true },
          'Resets at (UTC)',
        ],
        budgets.map(({ name, company, used, limit, until }) => [
          code(name),
          said(company),
          shareBar([{ series: used >= limit * NEARLY ? 'bad' : 'good', value: used }], limit),
          count(used),
          count(limit),
          count(Math.max(0, limit - used)),
          time(until),
        ]),
        { empty: 'No active connection has a budget.', hideCaption: true },
      )}
      <h2 id="parked">Parked work</h2>
      <p class="small">
        This work fails repeatedly because of a fault of the service, and cannot be abandoned because a government may
        have the document. It is retried at most once an hour; the log contains the reason.
      </p>
      ${table(
        'Parked work',
        ['Work', 'Account', { title: 'Failed', numeric: true }, 'Tried again at (UTC)'],
        parked.map(({ key, account, faults, dueAt }) => [workLink(key), code(account), count(faults), time(dueAt)]),
        { empty: 'None.', hideCaption: true },
      )}`
    return { title: 'Governments', place: 'console/governments', content }
  })
}

function workLink(key: string): Html {
  const [, id] = /^(?:live|test)Invoice-(inv_[0-9A-Za-z]{22})$/.exec(key) ?? []
  return id === undefined ? code(key) : html`<a href="/console/invoices/${id}">${code(key)}</a>`
}

/** What is known of all governments. */
interface Known {
  readonly gates: readonly GateReport[]
  readonly lanes: readonly LaneReport[]
  readonly connected: readonly ConnectionCount[]
  readonly answers: ReadonlyMap<string, Date>
}

function governmentTable(
  { gatewayFor, countrySettings }: ConsoleDeps,
  { gates, lanes, connected, answers }: Known,
): Html {
  const rows = CODES.flatMap((country) =>
    ENVIRONMENTS.map((environment) => {
      const government = governmentOf(country, environment)
      const own = lanes.filter(({ lane }) => lane === government || lane.startsWith(`${government} `))
      const gate = gates.find(({ name }) => name === government)
      const usedUp = gates.filter(({ name, failures }) => name.startsWith(`${government} `) && failures === 0)
      const of = connected.filter((each) => each.country === country && each.environment === environment)
      const active = of.find(({ status }) => status === 'active')?.connections ?? 0
      const has = gatewayFor(environment, COUNTRIES[country]) !== null
      const sum = (of: (lane: LaneReport) => number): number => own.reduce((total, lane) => total + of(lane), 0)
      return [
        COUNTRIES[country].name,
        environmentBadge(environment),
        has ? stateOf(gate, usedUp, active === 0, answers.has(government)) : badge('quiet', 'not set up'),
        answers.has(government) ? time(answers.get(government) ?? null) : html`<span class="none">never</span>`,
        environment === 'test' ? 'simulator' : configured(COUNTRIES[country], countrySettings, has),
        of.length === 0
          ? html`<span class="none">none</span>`
          : of.map(({ status, connections }) => `${count(connections)} ${status}`).join(', '),
        waitingOf(
          sum(({ waiting }) => waiting),
          sum(({ forConnection }) => forConnection),
        ),
        count(sum(({ due }) => due)),
      ]
    }),
  )
  return table(
    'Governments',
    [
      'Country',
      'Environment',
      'State',
      'Last answer (UTC)',
      'Set up with',
      'Connections',
      { title: 'Waiting', numeric: true },
      { title: 'Due now', numeric: true },
    ],
    rows,
    { hideCaption: true },
  )
}

function waitingOf(waiting: number, forConnection: number): string {
  return forConnection === 0 ? count(waiting) : `${count(waiting)}, ${count(forConnection)} of them for a connection`
}

/** The settings of the operator for the production environment; never their values. */
function configured({ settings = {} }: Country, values: CountrySettings, hasGateway: boolean): Html {
  const own = Object.entries(settings).flatMap(([name, setting]) => {
    const value = values[name]
    return value === undefined || (setting.kind === 'address' && value === setting.default) ? [] : [name]
  })
  if (own.length === 0) return html`${hasGateway ? 'access of companies' : 'nothing yet'}`
  return html`${each(own, (name) => html`${code(name)} `)}`
}

/**
 * @param isUnused no company has an active connection, so nothing is known of the government
 * @param isHeard it has answered at least once
 */
function stateOf(
  gate: GateReport | undefined,
  usedUp: readonly GateReport[],
  isUnused: boolean,
  isHeard: boolean,
): Html {
  if (gate !== undefined && gate.failures > 0) {
    const until = gate.closedUntil === null ? null : html`, not called until ${time(gate.closedUntil)}`
    return html`${badge('bad', 'no answer')} ${count(gate.failures)} times in a row${until}`
  }
  const [first] = usedUp
  if (first !== undefined) return html`${badge('warn', 'calls used up')} until ${time(first.closedUntil)}`
  if (isUnused) return badge('quiet', 'not in use')
  return isHeard ? badge('good', 'open') : badge('quiet', 'not called yet')
}

interface BudgetNow {
  readonly name: string
  readonly company: string
  readonly limit: number
  readonly used: number
  readonly until: Date
}

async function budgetsNow({ db, gatewayFor, budgets, clock }: ConsoleDeps): Promise<readonly BudgetNow[]> {
  const now = clock.now()
  const counting = CODES.filter((country) => gatewayFor('production', COUNTRIES[country])?.budgets !== undefined)
  if (counting.length === 0) return []
  const connections = await activeConnections(db, counting, MOST_CONNECTIONS)
  const found = new Map<string, CallBudget & { readonly company: string }>()
  for (const { country_code: country, vat_number: vat, company } of connections) {
    const ofCompany = (await gatewayFor('production', COUNTRIES[country])?.budgets?.(vat, now)) ?? []
    for (const budget of ofCompany) found.set(budget.name, { ...budget, company })
  }
  const all = [...found.values()]
  const used = await budgets.used(all)
  return all.map((budget, index) => ({ ...budget, used: used[index] ?? 0 }))
}
