import type { SdiError } from '../notifications.js'
import type { Notification } from './notification.js'
import { withoutEnd } from '../../../domain/text.js'

/** The result of the notifications about one IdentificativoSdI. */
export type NotificationOutcome<Notice extends Notification = Notification> =
  | { readonly kind: 'accepted'; readonly by: Notice; readonly govMessage: string }
  | { readonly kind: 'rejected'; readonly by: Notice; readonly errorMessage: string }
  /** SdI refuses the file as a repetition, so that the first one of it decides. */
  | { readonly kind: 'repetition'; readonly by: Notice; readonly errorMessage: string; readonly of: 'file' | 'invoice' }
  | { readonly kind: 'pending' }

const SAME_NAME = '00002'
const SAME_INVOICE = '00404'

/**
 * The first deciding notification in the order of arrival: later ones change nothing. Pure.
 * @param toAdministration the administration decides, not the delivery
 */
export function verdictOf<Notice extends Notification>(
  notices: readonly Notice[],
  toAdministration: boolean,
): NotificationOutcome<Notice> {
  let repetition: NotificationOutcome<Notice> | null = null
  let isTaken = false
  for (const by of notices) {
    const verdict = verdictIn(by, toAdministration)
    if (verdict.kind === 'repetition') repetition ??= verdict
    // What was delivered has passed all controls: a rejection after it contradicts SdI itself.
    else if (verdict.kind !== 'pending' && !(by.kind === 'NS' && isTaken)) return verdict
    isTaken ||= by.kind !== 'NS'
  }
  return repetition !== null && !isTaken ? repetition : { kind: 'pending' }
}

function verdictIn<Notice extends Notification>(by: Notice, toAdministration: boolean): NotificationOutcome<Notice> {
  switch (by.kind) {
    case 'RC':
      return toAdministration ? { kind: 'pending' } : { kind: 'accepted', by, govMessage: 'Ricevuta di consegna' }
    case 'MC':
      // SdI retries for ten days, then sends an attestation.
      return toAdministration
        ? { kind: 'pending' }
        : { kind: 'accepted', by, govMessage: 'Ricevuta di impossibilità di recapito' }
    case 'AT':
      return { kind: 'accepted', by, govMessage: 'Attestazione di avvenuta trasmissione con impossibilità di recapito' }
    case 'DT':
      return { kind: 'accepted', by, govMessage: 'Notifica di decorrenza termini' }
    case 'NE':
      return by.outcome === 'EC01'
        ? { kind: 'accepted', by, govMessage: 'Notifica di esito: EC01 (accettazione)' }
        : { kind: 'rejected', by, errorMessage: refusalIn(by) }
    case 'NS': {
      const errorMessage = errorsIn(by)
      const of = repetitionIn(by)
      return of === null ? { kind: 'rejected', by, errorMessage } : { kind: 'repetition', by, errorMessage, of }
    }
  }
}

function repetitionIn({ errors }: Notification): 'file' | 'invoice' | null {
  const codes = new Set(errors.map(({ code }) => code))
  if (codes.size === 0 || [...codes].some((code) => code !== SAME_NAME && code !== SAME_INVOICE)) return null
  return codes.has(SAME_NAME) ? 'file' : 'invoice'
}

/** One entry of the list per line, in the form of the simulator. */
function errorsIn({ errors }: Notification): string {
  return errors.length === 0 ? 'Notifica di scarto' : errors.map(inWords).join('\n')
}

/** Live texts repeat the code at the end: `File non integro (firma non valida) : 00102`. */
function inWords({ code, description }: SdiError): string {
  const text = description.endsWith(code) ? withoutEnd(description.slice(0, -code.length), ' :') : description
  return `${code}: ${text}`
}

function refusalIn({ description }: Notification): string {
  return `Esito: EC02 (rifiuto)${description === null ? '' : `: ${description}`}`
}
