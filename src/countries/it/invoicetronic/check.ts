import type { Access, CheckOutcome, NoAnswer } from '../../gateway/gateway.js'
import type { InvoicetronicApi } from './api.js'
import { senderOf } from './sender.js'

/** Queries the account's status, which sends nothing and is free. */
export async function check(api: InvoicetronicApi, access: Access): Promise<CheckOutcome> {
  const { key, fault } = senderOf(access, api.sendAddress)
  if (fault !== null) return { kind: 'refused', reason: `The API key ${fault}` }
  const status = await api.status(key)
  if (status.kind === 'unauthorized') return { kind: 'refused', reason: status.reason }
  if (status.kind !== 'status') return unknown(status)
  const { operationsLeft, signaturesLeft } = status
  if (operationsLeft !== null && operationsLeft <= 0 && !/^ik_test_/i.test(key))
    return { kind: 'refused', reason: 'The account has no operations left; buy more at the dashboard of Invoicetronic' }
  const left = [count(operationsLeft, 'operations'), count(signaturesLeft, 'signatures')].filter((one) => one !== null)
  const detail = `Invoicetronic accepts the API key${left.length === 0 ? '' : `; the account has ${left.join(' and ')} left`}`
  return { kind: 'works', detail }
}

function unknown({ reason }: Exclude<NoAnswer, { kind: 'unauthorized' }>): CheckOutcome {
  return { kind: 'unknown', reason }
}

function count(left: number | null, what: string): string | null {
  return left === null ? null : `${String(left)} ${what}`
}
