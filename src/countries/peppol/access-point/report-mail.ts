import { hash } from 'node:crypto'
import type { Scope } from '../../../domain/event.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { MessageHead } from '../../gateway/mailbox.js'
import { readReport, type SendingReport } from './report.js'

/** The mailbox's kind of a report. */
const KIND = 'sending report'

/**
 * Stores the report of a failure with the messages about the document: it contains the reason,
 * while a status does not.
 */
export async function keepReport(
  { mailbox, clock }: Pick<GatewayTools, 'mailbox' | 'clock'>,
  scope: Scope,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  await mailbox.put({
    channel: 'peppol',
    scope,
    messageId: `${KIND} ${hash('sha256', Buffer.concat([Buffer.from(id), bytes]))}`,
    references: [id],
    kind: KIND,
    receivedAt: clock.now(),
    bytes,
    mediaType: 'application/json',
  })
}

/** The newest report among messages; null: there is none. */
export async function reportAmong(
  { mailbox }: Pick<GatewayTools, 'mailbox'>,
  messages: readonly MessageHead[],
): Promise<{ readonly report: SendingReport; readonly bytes: Uint8Array } | null> {
  // Messages from the inbound endpoint have no scope, so only we can store one with a scope.
  const newest = messages.findLast(({ kind, scope }) => kind === KIND && scope !== null)
  const kept = newest && (await mailbox.whole(newest))
  if (kept === undefined || kept === null) return null
  const report = readReport(JSON.parse(Buffer.from(kept.bytes).toString('utf8')))
  return report === null ? null : { report, bytes: kept.bytes }
}
