import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Html } from '../../html/html.js'
import { holderOf } from '../access.js'
import type { ConsoleDeps } from '../deps.js'
import { ConsoleError } from '../errors.js'
import type { Guard } from '../guard.js'
import { Fields } from '../fields.js'
import { errorSummary, input } from '../forms.js'
import type { FailedTries } from '../sessions.js'
import { formOf, type Site } from '../site.js'

/** Signing in with a token, and out; behind a proxy that signs people in, no token is accepted. */
export function signInRoutes(
  app: FastifyInstance,
  site: Site,
  guard: Guard,
  deps: ConsoleDeps,
  tries: FailedTries,
): void {
  const { access, clock } = deps

  app.post('/console/sign-out', async (request, reply) => {
    guard.checkOrigin(request)
    const session = guard.enter(request, reply)
    if (session !== null) guard.checkForm(session, formOf(request))
    await guard.end(request, reply)
    return reply.redirect('/console/sign-in', 303)
  })

  app.get<{ Querystring: { next?: unknown } }>('/console/sign-in', async (request, reply) => {
    const next = ownPath(request.query.next)
    if (guard.enter(request, reply) !== null) return reply.redirect(next, 303)
    return show(reply, next, null)
  })
  if (access.kind !== 'tokens') return

  app.post('/console/sign-in', async (request, reply) => {
    guard.checkOrigin(request)
    const form = formOf(request)
    const next = ownPath(form.get('next'))
    const now = clock.now().getTime()
    const wait = tries.waitFor(request.ip, now)
    if (wait > 0) {
      void reply.header('retry-after', wait)
      throw new ConsoleError(429, 'Too many attempts', `Wait ${wait} seconds, then try again.`)
    }
    const user = holderOf(access, (form.get('token') ?? '').trim())
    if (user === null) {
      tries.note(request.ip, now)
      deps.log.warn({ address: request.ip }, 'a sign-in to the console failed')
      return show(
        reply.code(401),
        next,
        'This token is unknown. Enter it exactly as the operator of the service gave it to you.',
      )
    }
    // A session that someone planted in this browser does not continue as the new one.
    await guard.forget(request)
    guard.begin(reply, user)
    deps.log.info({ operator: user.name, role: user.role }, 'a user signed in to the console')
    return reply.redirect(next, 303)
  })

  function show(reply: FastifyReply, next: string, fault: string | null): Promise<FastifyReply> {
    const title = fault === null ? 'Sign in' : 'Error: sign in'
    return site.send(reply, { title, place: '', content: signInForm(next, fault) }, null)
  }
}

function signInForm(next: string, fault: string | null): Html {
  // The token is secret, so it is not shown again.
  const fields = new Fields(new URLSearchParams())
  if (fault !== null) fields.note('token', fault)
  return html`<h1>Sign in</h1>
    ${errorSummary(fields.faults)}
    <form method="post" action="/console/sign-in" class="sign-in">
      <input type="hidden" name="next" value="${next}" />
      ${input(fields, 'token', 'Your token', { type: 'password', autocomplete: 'current-password', required: true, most: 1_000 })}
      <button>Sign in</button>
    </form>
    <p class="small">
      Each operator and auditor has their own token. You are signed out after an hour without a click, or after eight
      hours in total.
    </p>`
}

/** A path of the console; any other becomes `/console`. */
function ownPath(next: unknown): string {
  const isOwn = typeof next === 'string' && /^\/console(?:[/?][\x21-\x7e]*)?$/.test(next) && !next.includes('\\')
  return isOwn && !next.startsWith('/console/sign-') ? next : '/console'
}
