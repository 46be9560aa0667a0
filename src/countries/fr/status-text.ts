import { STATUSES, type Status, type StatusReason } from './cdar.js'

/**
 * A status as text of the service, from the life-cycle message: `213 Rejetée : DOUBLON - Facture
 * en doublon (déjà émise / réçue)`.
 */
export function statusText(status: Status, reason: StatusReason | null): string {
  const { label } = STATUSES[status]
  return reason === null ? `${status} ${label}` : `${status} ${label} : ${reason.code} - ${reason.label}`
}

/** Whether a code is that of a status. */
export function isStatus(code: string): code is Status {
  return Object.hasOwn(STATUSES, code)
}

/**
 * The status and reason in a text of `statusText`; null: the text does not belong to the life
 * cycle.
 */
export function statusIn(rawText: string): { readonly status: Status; readonly reason: StatusReason | null } | null {
  const [, code, reasonCode, label = ''] = /^(\d{3}) [^:]+(?: : ([A-Z0-9_]+) - (.*))?$/s.exec(rawText) ?? []
  if (code === undefined || !isStatus(code)) return null
  return { status: code, reason: reasonCode === undefined ? null : { code: reasonCode, label } }
}
