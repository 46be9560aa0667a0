import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ICON } from '../html/icon.js'
import { builtFile } from '../html/built-file.js'
import type { OpsRoutes } from '../ops/server.js'
import { HOW_TO_SWITCH_ON } from './access.js'
import type { ConsoleDeps } from './deps.js'
import { missing } from './errors.js'
import { Counted } from './counted.js'
import { Guard, protect } from './guard.js'
import { countDead } from './queries/deliveries.js'
import { RebuildDesk } from './rebuilds.js'
import { accountRoutes } from './routes/accounts.js'
import { actionRoutes } from './routes/actions.js'
import { deliveryRoutes } from './routes/deliveries.js'
import { governmentRoutes } from './routes/governments.js'
import { invoiceRoutes } from './routes/invoice.js'
import { invoiceListRoutes } from './routes/invoices.js'
import { overviewRoutes } from './routes/overview.js'
import { projectionRoutes } from './routes/projections.js'
import { receivedRoutes } from './routes/received-invoice.js'
import { receivedListRoutes } from './routes/received-invoices.js'
import { retentionRoutes } from './routes/retention.js'
import { sealRoutes } from './routes/seals.js'
import { settingsRoute } from './routes/settings.js'
import { signInRoutes } from './routes/sign-in.js'
import { FailedTries } from './sessions.js'
import { Site } from './site.js'

/** Files that pages load, the same for everyone. */
const NO_PAGES = /^\/console\/(?:assets\/|icon\.svg$)/

/** The pages for operators and auditors, below /console of the operator's port. */
export function consoleRoutes(deps: ConsoleDeps): OpsRoutes {
  return (app: FastifyInstance) => {
    const style = builtFile('console.css')
    const name = `${createHash('sha256').update(style).digest('hex').slice(0, 16)}.css`
    const guard = new Guard(deps)
    const site = new Site(app, deps, guard, {
      style: `console/assets/${name}`,
      behindProxy: deps.access.kind === 'proxy',
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)))
    })
    app.addHook('onRequest', async (request, reply) => {
      protect(reply)
      guard.checkHost(request)
      if (!NO_PAGES.test(request.url)) await guard.learn(request)
    })
    app.setErrorHandler((error, request, reply) => site.fail(error, request, reply))

    app.get('/', async (_request, reply) => reply.redirect('/console', 302))
    app.get('/console/', async (_request, reply) => reply.redirect('/console', 302))
    app.get(`/console/assets/${name}`, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(style),
    )
    app.get('/console/icon.svg', async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(ICON),
    )
    const tries = new FailedTries()
    signInRoutes(app, site, guard, deps, tries)
    settingsRoute(app, deps, tries)
    const dead = deadDeliveries(deps)
    overviewRoutes(site, deps, dead)
    invoiceListRoutes(site, deps)
    invoiceRoutes(site, deps)
    receivedListRoutes(site, deps)
    receivedRoutes(site, deps)
    deliveryRoutes(site, deps, dead)
    projectionRoutes(site, deps, new RebuildDesk(deps))
    governmentRoutes(site, deps)
    accountRoutes(site, deps)
    retentionRoutes(site, deps)
    sealRoutes(site, deps)
    actionRoutes(site, deps)
    site.page('/console/*', async () => {
      throw missing('page')
    })
  }
}

/** Counted in the background: with many accounts it takes seconds. */
function deadDeliveries({ slowPool, log }: ConsoleDeps) {
  const onError = (error: unknown): void => log.warn({ err: error }, 'dead deliveries could not be counted')
  return new Counted(() => countDead(slowPool), onError)
}

/** If the console is off, its addresses answer with how to enable it. */
export function consoleOff(app: FastifyInstance): void {
  for (const path of ['/', '/console', '/console/*']) {
    app.get(path, async (_request, reply) =>
      reply.code(404).type('text/plain; charset=utf-8').send(`${HOW_TO_SWITCH_ON}\n`),
    )
  }
}
