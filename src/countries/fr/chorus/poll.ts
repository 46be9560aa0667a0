import type { GovernmentDocument, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { isFields, isNoAnswer, quoted } from '../failures.js'
import { nextPollSeconds } from '../flow-service/waits.js'
import type { ChorusAnswer, ChorusPro } from './api.js'
import { listed } from './find.js'
import type { DepositKey } from './upload-id.js'

/** States from which a deposit continues automatically, or by hand at Chorus Pro. */
const UNDER_WAY: ReadonlySet<string> = new Set([
  'IN_RECU',
  'IN_TRAITE_SE_CPP',
  'IN_DEPOT_PORTAIL_EN_ATTENTE_TRAITEMENT_SE_CPP',
  'IN_EN_ATTENTE_TRAITEMENT_CPP',
  'IN_EN_COURS_TRAITEMENT_CPP',
  'IN_EN_ATTENTE_RETRAITEMENT_CPP',
])
/** Time in seconds during which a deposit that failed inside Chorus Pro may still recover. */
const INCIDENT_SECONDS = 24 * 3600
/** Words of a rejection as a duplicate. */
const DOUBLE =
  /doublon|existe d[ée]j[àa]|d[ée]j[àa] (?:[ée]t[ée] )?(?:transmis|d[ée]pos|enregistr|re[çc]u|int[ée]gr)|unicit[ée]/i

/** Queries the result of a deposit. */
export async function pollDeposit(
  chorus: ChorusPro,
  tools: GatewayTools,
  submission: Submission,
  access: ChorusAccess,
  key: DepositKey,
  submittedAt: Date,
): Promise<PollOutcome> {
  const { number } = submission.invoice
  // Chorus Pro lists what it has accepted.
  if ('invoiceId' in key)
    return { kind: 'accepted', govId: key.invoiceId, govMessage: `IN_INTEGRE : facture ${number}`, receipt: null }
  const { depositId } = key
  const answer = await chorus.report(access, depositId)
  if (answer.kind !== 'done') return chorus.noAnswer(`the status query for deposit ${depositId}`, answer)
  return judgedReport(chorus, tools, submission, access, depositId, answer, submittedAt)
}

/** The decision in the report on a deposit. */
export async function judgedReport(
  chorus: ChorusPro,
  tools: GatewayTools,
  submission: Submission,
  access: ChorusAccess,
  depositId: string,
  answer: Extract<ChorusAnswer, { kind: 'done' }>,
  submittedAt: Date,
): Promise<PollOutcome> {
  const { number } = submission.invoice
  const { etatCourantDepotFlux } = answer.json
  const state = typeof etatCourantDepotFlux === 'string' ? etatCourantDepotFlux : ''
  const document = { bytes: answer.bytes, mediaType: 'application/json' } as const
  const pending = { kind: 'pending', retryAfterSeconds: nextPollSeconds(submittedAt, tools) } as const
  const rejected = { kind: 'rejected', errorMessage: errorText(state, answer.json), document } as const
  switch (state) {
    case 'IN_INTEGRE':
      return accepted(depositId, number, document)
    case 'IN_REJETE':
      return DOUBLE.test(rejected.errorMessage) ? followed(chorus, submission, access, depositId, rejected) : rejected
    case 'IN_INTEGRE_PARTIEL': {
      // A deposit has one invoice: it is listed, or it was left out.
      const found = await chorus.invoices(access, { numeroFluxDepot: depositId })
      if (isNoAnswer(found)) return found
      return found.invoices.some((row) => row.number === number) ? accepted(depositId, number, document) : rejected
    }
    case 'IN_INCIDENTE': {
      const waited = (tools.clock.now().getTime() - submittedAt.getTime()) / 1000
      return waited > INCIDENT_SECONDS * tools.pace ? rejected : pending
    }
    default:
      if (!UNDER_WAY.has(state))
        tools.warn({ depositId, state: quoted(state) }, 'Chorus Pro reports an unknown state of a deposit')
      return pending
  }
}

function accepted(depositId: string, number: string, receipt: GovernmentDocument | null): PollOutcome {
  return { kind: 'accepted', govId: depositId, govMessage: `IN_INTEGRE : facture ${number}, ${depositId}`, receipt }
}

/**
 * A duplicate of our own deposit whose response was lost: its invoice is this one. Any other
 * duplicate remains rejected.
 */
async function followed(
  chorus: ChorusPro,
  submission: Submission,
  access: ChorusAccess,
  depositId: string,
  rejected: Extract<PollOutcome, { kind: 'rejected' }>,
): Promise<PollOutcome> {
  const found = await listed(chorus, submission, access, false)
  if (isNoAnswer(found)) return found
  const { key } = found
  if (key === null || !('depositId' in key) || key.depositId === depositId) return rejected
  return accepted(key.depositId, submission.invoice.number, null)
}

/** The state and every error of Chorus Pro, one per line. */
function errorText(state: string, json: Readonly<Record<string, unknown>>): string {
  const technical = rows(json['listeErreurTechnique']).map(({ codeErreur, libelleErreur }) =>
    words(codeErreur, libelleErreur),
  )
  const ofInvoices = rows(json['listeErreurDP']).map(({ numeroDP, libelleErreurDP }) =>
    words(numeroDP, libelleErreurDP),
  )
  return [state, ...technical, ...ofInvoices].filter((line) => line !== '').join('\n')
}

function rows(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function words(...values: readonly unknown[]): string {
  const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
  return quoted(texts.filter((text) => text !== '').join(' : '))
}
