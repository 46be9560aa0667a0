import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { ICON, PAGE_SCRIPT, PAGE_STYLE, pageHtml } from '../docs/page.js'
import type { App } from './route.js'

/**
 * For the page alone: its own scripts, styles and requests to this service, nothing from
 * elsewhere. Icons are data.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const require = createRequire(import.meta.url)
/** Swagger UI in one script and one style sheet, as this package brings them. */
const ASSETS = join(dirname(require.resolve('@fastify/swagger-ui')), 'static')
const { version } = require('@fastify/swagger-ui/package.json') as { readonly version: string }

/**
 * GET /docs: the API reference, which works without the internet and lets a developer send
 * requests.
 */
export function docsRoutes(app: App): void {
  const serve = (path: string, mediaType: string, load: () => Promise<string | Buffer>, caching: string): void => {
    app.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply: FastifyReply) =>
      reply
        .headers({ 'content-security-policy': POLICY, 'cache-control': caching })
        .type(mediaType)
        .send(await load()),
    )
  }
  const ours = (path: string, mediaType: string, content: string): void => {
    serve(path, `${mediaType}; charset=utf-8`, () => Promise.resolve(content), 'no-cache')
  }
  /** Asked for with its version. */
  const theirs = (name: string, mediaType: string): void => {
    const load = (): Promise<Buffer> => readFile(join(ASSETS, name))
    serve(`/docs/${name}`, `${mediaType}; charset=utf-8`, load, 'public, max-age=31536000, immutable')
  }
  ours('/docs', 'text/html', pageHtml(version))
  app.get('/docs/', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.redirect('../docs'),
  )
  ours('/docs/page.js', 'text/javascript', PAGE_SCRIPT)
  ours('/docs/page.css', 'text/css', PAGE_STYLE)
  ours('/docs/icon.svg', 'image/svg+xml', ICON)
  theirs('swagger-ui-bundle.js', 'text/javascript')
  theirs('swagger-ui.css', 'text/css')
}
