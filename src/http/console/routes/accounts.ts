import { issueAccountKey, revokeAccountKey } from '../../../commands/use-cases/operator.js'
import { PERMISSIONS } from '../../../domain/api-key.js'
import { ENVIRONMENTS } from '../../../domain/event.js'
import { isId } from '../../../domain/ids.js'
import { visible } from '../../../domain/text.js'
import { PLANS, planNamed } from '../../../domain/plans.js'
import { html, type Html, type Part } from '../../html/html.js'
import { type ListedApiKey, listApiKeys } from '../../../projections/api-keys.js'
import type { CompanyRow } from '../../../projections/companies.js'
import type { ConsoleDeps } from '../deps.js'
import { missing } from '../errors.js'
import { asOptions, choice, environmentIn, errorSummary, filterForm, formToken, input, UNFILLED } from '../forms.js'
import { listPage } from '../listing.js'
import { badge, code, confirmed, environmentBadge, facts, said, statusBadge, table, time } from '../parts.js'
import { companiesOf, connectionsOf, findAccount, listAccountsNewest } from '../queries/accounts.js'
import type { Session } from '../sessions.js'
import type { Site } from '../site.js'

const MOST_SHOWN = 500
const PAGE = '/console/accounts'

/** Accounts with their keys, companies and connections; operators create and revoke keys here. */
export function accountRoutes(site: Site, deps: ConsoleDeps): void {
  const { db, clock } = deps

  site.page(PAGE, async ({ fields }) => {
    const text = fields.text('q', 'The search text', 200)
    const { rows, pages } = await listPage(PAGE, fields, (after, limit) => listAccountsNewest(db, text, after, limit))
    const content = html`<h1>Accounts</h1>
      ${errorSummary(fields.faults)}
      ${filterForm(PAGE, 'Accounts', 'Search', input(fields, 'q', 'Name or id', { type: 'search' }))}
      ${table(
        'Accounts, newest first',
        ['Name', 'Id', 'Plan', 'Created (UTC)'],
        rows.map((row) => [
          html`<a href="${PAGE}/${row.id}">${said(row.name)}</a>`,
          code(row.id),
          row.plan,
          time(row.created_at),
        ]),
        { empty: 'No account has such a name or id.', hideCaption: true },
      )}
      ${pages}`
    return { title: 'Accounts', place: 'console/accounts', content }
  })

  site.page(`${PAGE}/:id`, async ({ params, session }) => {
    const id = params['id'] ?? ''
    const account = isId(id) ? await findAccount(db, id) : null
    if (account === null) throw missing('account')
    const [keys, companies, connections] = await Promise.all([
      listApiKeys(db, id, null, MOST_SHOWN),
      companiesOf(db, id, MOST_SHOWN),
      connectionsOf(db, id, MOST_SHOWN),
    ])
    const limits = planNamed(PLANS, account.plan)
    const content = html`<p class="crumb"><a href="${PAGE}">Accounts</a></p>
      <h1>${said(account.name)}</h1>
      ${facts([
        ['Id', code(account.id)],
        ['Plan', account.plan],
        ['Test invoices per month', limit(limits.monthlyInvoices.test)],
        ['Live invoices per month', limit(limits.monthlyInvoices.production)],
        ['Created (UTC)', time(account.created_at)],
      ])}
      <p><a href="/console/invoices?account=${account.id}">Its invoices</a></p>
      <h2>API keys</h2>
      ${keyTable(session, keys, clock.now())} ${session.user.role === 'operator' ? newKey(session, account.id) : null}
      <h2>Companies</h2>
      ${table(
        'Companies',
        ['Name', 'Number', 'Country', 'Environment', 'State', 'Number series', 'Created (UTC)'],
        companies.map((row) => [
          said(row.name),
          code(row.vat_number ?? row.tax_number ?? row.registration_number ?? ''),
          row.country,
          environmentBadge(row.environment),
          row.is_active ? badge('good', 'active') : badge('quiet', 'inactive'),
          patternsOf(row),
          time(row.created_at),
        ]),
        { empty: 'It has none.', hideCaption: true },
      )}
      <h2>Connections</h2>
      ${table(
        'Connections to governments',
        ['Company', 'Country', 'Environment', 'Status', 'Authorised until (UTC)', 'Last error'],
        connections.map((row) => [
          said(row.company),
          row.country_code,
          environmentBadge(row.environment),
          statusBadge(row.status),
          time(row.token_expires_at),
          said(row.last_error_message),
        ]),
        { empty: 'It has none.', hideCaption: true },
      )}`
    return { title: visible(account.name), place: 'console/accounts', content }
  })

  const backTo = (params: Readonly<Record<string, string>>): string => `${PAGE}/${params['id'] ?? ''}`

  site.act(`${PAGE}/:id/keys`, backTo, async ({ params, fields, doing }) => {
    const account = await accountNamed(params)
    const environment = environmentIn(fields)
    const permission = fields.oneOf('permission', 'The permission', PERMISSIONS)
    const name = fields.text('name', 'The name', 100)
    if (environment === null || name === null || permission === null) {
      const why = fields.faults.map(({ message }) => message).join(' ')
      return { to: backTo(params), failed: why || 'A new key needs a name, an environment and a permission.' }
    }
    const wanted = { name, environment, permissions: [permission], expiresAt: undefined }
    const { key, loaded } = await doing(
      { action: 'keys create', target: account, details: { environment, name, permission } },
      () => issueAccountKey(deps, account, wanted),
    )
    await deps.freshness.waitFor(loaded.position, ['api_keys'])
    return {
      to: backTo(params),
      done: 'The key was created. It is shown only once: hand it over, and store it nowhere else.',
      secret: key,
    }
  })

  site.act(`${PAGE}/:id/keys/:key/revoke`, backTo, async ({ params, doing }) => {
    const account = await accountNamed(params)
    const keys = await listApiKeys(db, account, null, MOST_SHOWN)
    const key = keys.find(({ id }) => id === params['key'])
    if (key === undefined) throw missing('key')
    await doing({ action: 'keys revoke', target: key.id, details: { account } }, () => revokeAccountKey(deps, key.id))
    return { to: backTo(params), done: `The key ${key.id} is revoked. Every process rejects it within a second.` }
  })

  async function accountNamed({ id = '' }: Readonly<Record<string, string>>): Promise<string> {
    if (!isId(id) || (await findAccount(db, id)) === null) throw missing('account')
    return id
  }
}

function limit(invoices: number | null): string {
  return invoices === null ? 'without limit' : String(invoices)
}

/** The patterns by which a company's invoices and credit notes are numbered. */
function patternsOf({ numbering }: CompanyRow): Part {
  if (numbering === null) return ''
  const { pattern, creditNotePattern } = numbering
  return code(creditNotePattern === undefined ? pattern : `${pattern}, ${creditNotePattern}`)
}

function keyTable(session: Session, keys: readonly ListedApiKey[], now: Date): Html {
  return table(
    'API keys',
    ['Name', 'Begins with', 'Environment', 'Permissions', 'State', 'Last used (UTC)', 'Created (UTC)', 'Revoke'],
    keys.map((key) => [
      said(key.name),
      html`<code>${key.key_prefix}…</code>`,
      environmentBadge(key.environment),
      (key.permissions ?? ['full']).join(', '),
      stateOf(key, now),
      time(key.last_used_at),
      time(key.created_at),
      revoking(session, key),
    ]),
    { empty: 'It has none.', hideCaption: true },
  )
}

function stateOf({ revoked_at, expires_at }: ListedApiKey, now: Date): Html {
  if (revoked_at !== null) return html`${badge('quiet', 'revoked')} ${time(revoked_at)}`
  if (expires_at !== null && new Date(expires_at) <= now) return html`${badge('bad', 'expired')} ${time(expires_at)}`
  return expires_at === null ? badge('good', 'active') : html`${badge('good', 'active')} until ${time(expires_at)}`
}

function revoking(session: Session, { id, account, name, revoked_at }: ListedApiKey): Part {
  if (revoked_at !== null) return html`<span class="none">–</span>`
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  return confirmed(
    session,
    { label: 'Revoke', about: `${name}, ${id}`, action: `${PAGE}/${account}/keys/${id}/revoke`, yes: 'Yes, revoke it' },
    'This is final: every request with this key is rejected from then on.',
  )
}

function newKey(session: Session, account: string): Html {
  return html`<details class="confirm">
    <summary>Create a key</summary>
    <form method="post" action="${PAGE}/${account}/keys" class="filters">
      ${formToken(session)}
      ${input(UNFILLED, 'name', 'Name', { value: 'Made by the operator', required: true, most: 100 })}
      ${choice(UNFILLED, 'environment', 'Environment', asOptions(ENVIRONMENTS), { value: 'test' })}
      ${choice(UNFILLED, 'permission', 'Permission', asOptions(PERMISSIONS), { value: 'full' })}
      <button>Create the key</button>
    </form>
  </details>`
}
