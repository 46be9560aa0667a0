import { completeAuthorization } from '../../../commands/use-cases/authorization.js'
import { COUNTRIES } from '../../../countries/registry.js'
import { connections } from '../../../projections/connections.js'
import { redirectUri } from '../connection-setup.js'
import { authorizationPage } from '../authorization-page.js'
import type { App, RouteDeps } from '../../route.js'
import { fieldsOf } from '../../../domain/json.js'

/** The page loads nothing: its address contains the code, which no other site may see. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
/** Codes are some dozens of characters long. */
const LONGEST = 4_000

/**
 * GET /v1/oauth/:country/callback: governments redirect the browsers of users here after an
 * authorisation. Returns a page for people.
 */
export function authorizationRoutes(app: App, deps: RouteDeps): void {
  for (const country of Object.values(COUNTRIES)) {
    if (country.setup.kind !== 'oauth') continue
    app.get(
      `/v1/oauth/${country.code.toLowerCase()}/callback`,
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const given = fieldsOf(request.query)
        const one = (name: string): string | undefined => {
          const value = given[name]
          return typeof value === 'string' && value.length <= LONGEST ? value : undefined
        }
        const outcome = await completeAuthorization(
          deps,
          deps.countryOf(country.code),
          { state: one('state'), code: one('code'), error: one('error') },
          { redirectUri: redirectUri(country.code, deps.config), correlationId: request.id },
        )
        if (outcome.position !== null) await deps.freshness.waitFor(outcome.position, [connections.name])
        const page =
          outcome.kind === 'connected'
            ? authorizationPage(`Connected to ${country.name}`, 'The connection is active. You can close this window.')
            : authorizationPage(`Not connected to ${country.name}`, outcome.message)
        return reply
          .code(outcome.kind === 'connected' ? 200 : 400)
          .headers(HEADERS)
          .type('text/html; charset=utf-8')
          .send(page)
      },
    )
  }
}
