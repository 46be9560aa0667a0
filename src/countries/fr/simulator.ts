import type { GovernmentDocument } from '../gateway/gateway.js'
import type { LedgerEntry } from '../simulation/ledger.js'
import { elementsOf, quotedInvoice } from '../simulation/quoted-invoice.js'
import { type SimulatedGovernment, simulatorOf } from '../simulation/simulated-government.js'
import { lifeCycleMessage, type StatusReason } from './cdar.js'
import { rejectionsByChorus } from './chorus/judgement.js'
import { isByChorusPro } from './parties.js'
import { FRENCH_REJECTIONS } from './rejections.js'
import { REASONS } from './rejections/reasons.js'
import { statusIn, statusText } from './status-text.js'

/**
 * A platform's flow ids are UUIDs. The last group of the simulated ones is the ledger's number,
 * scattered by an odd factor modulo 2^48.
 */
const FLOW_ID = 'c1ea57a7-f10e-4c2b-9d60-'
const SPACE = 1n << 48n
const FACTOR = 0x9e3779b97f4bn
const INVERSE = inverseOf(FACTOR)

/**
 * The simulator of an approved platform (plateforme agréée), interface AFNOR XP Z12-013, and of
 * Chorus Pro.
 */
const PLATFORM: SimulatedGovernment = {
  country: 'FR',
  govEndpoint: ({ invoice }) =>
    isByChorusPro(invoice)
      ? 'https://api.piste.gouv.fr/cpro/factures/v1/deposer/flux'
      : 'https://plateforme-agreee.example/flow-service/v1/flows',
  uploadId: (ledgerId) => FLOW_ID + ((BigInt(ledgerId) * FACTOR) % SPACE).toString(16).padStart(12, '0'),
  ledgerId(uploadId) {
    if (!uploadId.startsWith(FLOW_ID) || !/^[0-9a-f]{12}$/.test(uploadId.slice(FLOW_ID.length))) return null
    const number = (BigInt(`0x${uploadId.slice(FLOW_ID.length)}`) * INVERSE) % SPACE
    return number > 0n ? String(number) : null
  },
  offeredCodes: ['DEST_INC', 'DOUBLON', 'ADR_ERR', 'REJ_SEMAN'],
  rejectionText: (code, quoted) => FRENCH_REJECTIONS.rejectionText(code, quoted),
  quoted: ({ submission }) => quotedInvoice(submission, elementsOf(submission.invoice)),
  // BR-FR-CO-02: number, year and SIREN of the seller.
  uniqueNumber: ({ number, issueDate }) => `${number} ${issueDate.slice(0, 4)}`,
  // An invoice refused by the customer was issued (XP Z12-012, 5.3); one rejected by a platform
  // was not, and may be corrected under its number.
  keepsNumber: (errorMessage) => statusIn(errorMessage)?.status === '210',
  duplicateText: () => FRENCH_REJECTIONS.rejectionText('DOUBLON') ?? 'DOUBLON',
  contentText({ invoice, xml }) {
    if (!isByChorusPro(invoice)) return null
    const errors = rejectionsByChorus(xml, invoice.issueDate)
    return errors.length === 0 ? null : ['IN_REJETE', ...errors].join('\n')
  },
  unknownUploadText: (uploadId) => `{"errorCode":"MISSING_RESOURCE","errorMessage":"Flow ${uploadId} not found"}`,
  takesPaymentReports: true,
  accepted(entry, { invoice }) {
    if (isByChorusPro(invoice)) {
      const govId = depositNumber(entry)
      const receipt = depositReport(entry, 'IN_INTEGRE', [])
      return { govId, govMessage: `IN_INTEGRE : facture ${invoice.number}, ${govId}`, receipt }
    }
    return {
      govId: PLATFORM.uploadId(entry.uploadId),
      govMessage: `${statusText('200', null)} : facture ${invoice.number} du ${invoice.issueDate}`,
      receipt: xml(lifeCycleMessage(invoice, '200', null, entry.receivedAt)),
    }
  },
  rejection(entry, { invoice }, errorMessage) {
    if (isByChorusPro(invoice)) {
      const [state = '', ...errors] = errorMessage.split('\n')
      return depositReport(entry, state, errors)
    }
    const found = statusIn(errorMessage)
    const reason = found?.reason ?? REASONS_OF_BARE.get(found?.status ?? '') ?? null
    return found === null
      ? acknowledgement(entry, errorMessage)
      : xml(lifeCycleMessage(invoice, found.status, reason, entry.receivedAt))
  },
}

/** Statuses that require a reason (BR-FR-CDV-15) get the most general one. */
const REASONS_OF_BARE: ReadonlyMap<string, StatusReason> = new Map(
  (
    [
      ['206', 'AUTRE'],
      ['207', 'AUTRE'],
      ['208', 'JUSTIF_ABS'],
      ['210', 'NON_CONFORME'],
      ['213', 'REJ_SEMAN'],
      ['501', 'IRR_SYNTAX'],
    ] as const
  ).map(([status, code]) => [status, { code, label: REASONS.find((each) => each.code === code)?.label ?? code }]),
)

/** The simulated platform of the test environment. */
export const platformSimulator = simulatorOf(PLATFORM)

/** The number of a deposit at Chorus Pro. */
function depositNumber({ uploadId }: LedgerEntry): string {
  return `CPP${uploadId.padStart(22, '0')}`
}

/** Chorus Pro's report on a deposit (consulterCRDetaille). */
function depositReport(entry: LedgerEntry, state: string, errors: readonly string[]): GovernmentDocument {
  const report = {
    codeRetour: 0,
    libelle: 'TRA_MSG_00.000',
    numeroFluxDepot: depositNumber(entry),
    etatCourantDepotFlux: state,
    ...(errors.length > 0 && {
      listeErreurDP: errors.map((libelleErreurDP) => ({ numeroDP: entry.number, libelleErreurDP })),
    }),
  }
  return { bytes: new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`), mediaType: 'application/json' }
}

/** The response of POST /v1/flows/search for a submission that was refused at once. */
function acknowledgement(entry: LedgerEntry, errorMessage: string): GovernmentDocument {
  const [reasonCode] = /^[A-Za-z]+/.exec(errorMessage) ?? ['OtherTechnicalError']
  const flow = {
    flowId: PLATFORM.uploadId(entry.uploadId),
    trackingId: entry.attemptId,
    acknowledgement: {
      status: 'Error',
      details: [{ level: 'Error', item: entry.number, reasonCode, reasonMessage: errorMessage }],
    },
  }
  return { bytes: new TextEncoder().encode(`${JSON.stringify(flow, null, 2)}\n`), mediaType: 'application/json' }
}

function xml(text: string): GovernmentDocument {
  return { bytes: new TextEncoder().encode(text), mediaType: 'application/xml' }
}

/**
 * The inverse of an odd number modulo 2^48, by Newton's iteration: each step doubles the correct
 * bits.
 */
function inverseOf(odd: bigint): bigint {
  let inverse = odd
  for (let step = 0; step < 6; step += 1) inverse = BigInt.asUintN(48, inverse * (2n - odd * inverse))
  return inverse
}
