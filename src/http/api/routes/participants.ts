import { Type } from '@sinclair/typebox'
import {
  MOST_CHARACTERS,
  PARTICIPANT,
  ParticipantUnknown,
  Participants,
} from '../../../commands/use-cases/find-participant.js'
import { COUNTRY_CODES } from '../../../countries/registry.js'
import { time } from '../../../documents/intake/schemas/fields.js'
import { activeConnections } from '../../../projections/connections.js'
import { unanswered } from '../../errors.js'
import { enveloped, responses } from '../schemas/responses.js'
import type { App, RouteDeps } from '../../route.js'

const Participant = enveloped(
  Type.Object(
    {
      id: Type.String({ description: 'Scheme and value', examples: ['0208:0403170701'] }),
      registered: Type.Boolean({ description: 'Whether it is registered in the network', examples: [true] }),
      documentTypes: Type.Array(Type.String(), {
        description: 'Identifiers of the document types that it receives; empty: it is not registered',
        examples: [
          [
            'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
          ],
        ],
      }),
      checkedAt: time('When the network was queried'),
    },
    { title: 'Participant' },
  ),
  "The participant's registration in the network",
)

const ParticipantParams = Type.Object({
  participantId: Type.String({
    description:
      'Scheme and value of a Peppol participant, with or without `iso6523-actorid-upis::`. In the test ' +
      'environment every participant is registered, unless its value contains `SIM-UNREGISTERED`, and receives UBL and ' +
      'CII, unless it contains `SIM-UBL-ONLY` or `SIM-CII-ONLY`; the profiles of ZUGFeRD only if it contains ' +
      '`SIM-ZUGFERD`. The scheme is four digits, the value 1 to 50 letters, digits, `.`, `_`, `~` and `-`; any other ' +
      'is a 400',
    maxLength: MOST_CHARACTERS,
    pattern: PARTICIPANT.source,
    examples: ['0208:0403170701'],
  }),
})

/**
 * GET /v1/participants/:participantId: whether a buyer receives documents over Peppol, and which.
 */
export function participantRoute(app: App, deps: RouteDeps): void {
  const participants = new Participants({
    ...deps,
    countrySettings: deps.config.countrySettings,
    countries: COUNTRY_CODES,
    connectionsTo: (scope, { code }) => activeConnections(deps.db, scope, code),
  })
  app.get(
    '/v1/participants/:participantId',
    {
      config: { access: 'read', changes: { of: 'participants', counts: 'look-ups', perMinute: 60 } },
      schema: {
        operationId: 'getParticipant',
        summary: 'Look a Peppol participant up',
        description:
          'Whether a buyer is registered in the Peppol network, and which documents it receives. While the ' +
          'network does not answer, the request is a 503 that states when to ask again. Answers are cached for ' +
          'five minutes. At most 60 times a minute.',
        tags: ['Participants'],
        params: ParticipantParams,
        response: responses({ 200: Participant }, 400, 409),
      },
    },
    async (request) => {
      try {
        const found = await participants.find(request.scope, request.params.participantId)
        const { documentTypes, checkedAt } = found
        return { data: { ...found, documentTypes: [...documentTypes], checkedAt: checkedAt.toISOString() } }
      } catch (error) {
        if (error instanceof ParticipantUnknown) throw unanswered(error.message, error.retryAfterSeconds)
        throw error
      }
    },
  )
}
