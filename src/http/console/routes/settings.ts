import type { FastifyInstance } from 'fastify'
import { type ConsoleUser, holderOf } from '../access.js'
import type { ConsoleDeps } from '../deps.js'
import type { FailedTries } from '../sessions.js'

/** Why a request for the settings is refused, in JSON. */
interface Refused {
  readonly status: number
  readonly error: string
}

/**
 * GET /console/settings: the settings of this process as JSON, for `clearway doctor --url`; secret
 * ones by their names alone. It wants the token of an operator, `Authorization: Bearer`, and
 * accepts no session, so that no page of another site can make a browser ask for it.
 */
export function settingsRoute(app: FastifyInstance, deps: ConsoleDeps, tries: FailedTries): void {
  const { access, clock, log, settings } = deps

  app.get('/console/settings', async (request, reply) => {
    const asked = operatorIn(request.headers.authorization, request.ip)
    if ('error' in asked) {
      if (asked.status === 401) void reply.header('www-authenticate', 'Bearer')
      return reply.code(asked.status).send({ error: asked.error })
    }
    if (settings === null) return reply.code(404).send({ error: 'This process does not know its settings.' })
    log.info({ operator: asked.name }, 'an operator asked for the settings')
    return reply.send(settings)
  })

  function operatorIn(header: string | undefined, address: string): ConsoleUser | Refused {
    if (access.kind !== 'tokens') {
      const error =
        'A proxy signs the users of this console in, so it accepts no token. Run the command on the machine.'
      return { status: 403, error }
    }
    const now = clock.now().getTime()
    const wait = tries.waitFor(address, now)
    if (wait > 0) return { status: 429, error: `Too many attempts. Wait ${wait} seconds, then try again.` }
    const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '') ?? []
    if (token === undefined) return { status: 401, error: 'Send the token of an operator: Authorization: Bearer …' }
    const user = holderOf(access, token)
    if (user === null) {
      tries.note(address, now)
      log.warn({ address }, 'a token for the settings is unknown')
      return { status: 401, error: 'This token is unknown.' }
    }
    return user.role === 'operator'
      ? user
      : { status: 403, error: 'This is the token of an auditor; use an operator’s.' }
  }
}
