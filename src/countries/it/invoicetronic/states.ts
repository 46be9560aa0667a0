import { withoutEnd } from '../../../domain/text.js'

/** Invoicetronic's states of a sent invoice, by their names and, in older versions, numbers. */
const STATES = {
  Inviato: 2,
  Consegnato: 5,
  NonConsegnato: 6,
  Scartato: 7,
  AccettatoDalDestinatario: 8,
  RifiutatoDalDestinatario: 9,
  ImpossibilitaDiRecapito: 10,
  DecorrenzaTermini: 11,
  AttestazioneTrasmissioneFattura: 12,
} as const

/** The name of a state. */
export type State = keyof typeof STATES

/** The fields used of an update from `GET /update`. */
export interface Update {
  readonly id: number
  readonly sendId: number
  /** Null: a state that is unknown to this release. */
  readonly state: State | null
  /** The original text. */
  readonly stateText: string
  /** SdI's time; null: unknown. */
  readonly at: Date | null
  readonly description: string | null
  readonly errors: readonly { readonly code: string | null; readonly description: string | null }[]
  /** IdentificativoSdI. */
  readonly identifier: string | null
  /** Our attempt that sent the invoice. */
  readonly attemptId: string | null
}

/** The result of the updates of one sent invoice. */
export type UpdateOutcome =
  | { readonly kind: 'accepted'; readonly by: Update; readonly govMessage: string }
  | { readonly kind: 'rejected'; readonly by: Update; readonly errorMessage: string }
  /** SdI had the file or the invoice before: the first one of it decides, where it is ours. */
  | { readonly kind: 'repetition'; readonly by: Update; readonly errorMessage: string }
  | { readonly kind: 'pending' }

const PENDING: UpdateOutcome = { kind: 'pending' }
/** The file name was already used; the invoice was already sent; it is in the file twice. */
const REPETITIONS: ReadonlySet<string> = new Set(['00002', '00404', '00409'])

/** A state by its name or number, ignoring case; null: unknown. */
export function stateOf(value: unknown): State | null {
  const text = String(value).trim().toLowerCase()
  const found = Object.entries(STATES).find(([name, number]) => name.toLowerCase() === text || String(number) === text)
  return found === undefined ? null : (found[0] as State)
}

/**
 * The first deciding update by SdI's time: later ones change nothing. Updates may be repeated and
 * out of order. Pure.
 * @param toAdministration the administration decides, not the delivery
 */
export function verdictOf(updates: readonly Update[], toAdministration: boolean): UpdateOutcome {
  const inOrder = updates.toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0) || a.id - b.id)
  let hasPassed = false
  for (const update of inOrder) {
    // A delivered invoice has passed all controls: a later rejection contradicts SdI itself.
    if (hasPassed && update.state === 'Scartato') continue
    const verdict = verdictBy(update, toAdministration)
    if (verdict.kind !== 'pending') return verdict
    hasPassed ||= update.state === 'Consegnato' || update.state === 'NonConsegnato'
  }
  return PENDING
}

function verdictBy(by: Update, toAdministration: boolean): UpdateOutcome {
  const accepted = (govMessage: string): UpdateOutcome => ({ kind: 'accepted', by, govMessage })
  switch (by.state) {
    case null:
    case 'Inviato':
      return PENDING
    case 'Consegnato':
      return toAdministration ? PENDING : accepted('Ricevuta di consegna')
    case 'NonConsegnato':
      // For an administration SdI retries for ten days, then sends an attestation.
      return toAdministration ? PENDING : accepted('Ricevuta di impossibilità di recapito')
    case 'ImpossibilitaDiRecapito':
      return accepted('Ricevuta di impossibilità di recapito')
    case 'AttestazioneTrasmissioneFattura':
      return accepted('Attestazione di avvenuta trasmissione con impossibilità di recapito')
    case 'DecorrenzaTermini':
      return accepted('Notifica di decorrenza termini')
    case 'AccettatoDalDestinatario':
      return accepted('Notifica di esito: EC01 (accettazione)')
    case 'RifiutatoDalDestinatario':
      return { kind: 'rejected', by, errorMessage: `Esito: EC02 (rifiuto)${reasonIn(by)}` }
    case 'Scartato': {
      const codes = by.errors.map(({ code }) => code ?? '')
      const isRepetition = codes.length > 0 && codes.every((code) => REPETITIONS.has(code))
      return { kind: isRepetition ? 'repetition' : 'rejected', by, errorMessage: errorsIn(by) }
    }
  }
}

function reasonIn({ description }: Update): string {
  return description === null ? '' : `: ${description}`
}

/** SdI's list of errors, one entry per line, `<Codice>: <Descrizione>`. */
function errorsIn({ errors, description }: Update): string {
  const lines = errors.map((error) => inWords(error)).filter((line) => line !== '')
  return lines.length > 0 ? lines.join('\n') : (description ?? 'Notifica di scarto')
}

/** Live texts repeat the code at the end: `File non integro (firma non valida) : 00102`. */
function inWords({ code, description }: Update['errors'][number]): string {
  const text = description?.trim() ?? ''
  if (code === null) return text
  const alone = text.endsWith(code) ? withoutEnd(text.slice(0, -code.length), ' :') : text
  return alone === '' ? code : `${code}: ${alone}`
}
