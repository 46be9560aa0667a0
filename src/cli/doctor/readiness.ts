import type { Config } from '../../host/settings/config.js'
import { fault, type Finding, ok, warning } from '../../host/observability/doctor/finding.js'
import { fieldsOf } from '../../domain/json.js'

const ANSWER_MS = 5_000

/** Checks whether a process answers at the address in the settings. */
export async function ports({ HOST, PORT, OPS_PORT, ROLES }: Config): Promise<readonly Finding[]> {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  const [port, setting] = OPS_PORT !== undefined && OPS_PORT > 0 ? [OPS_PORT, 'OPS_PORT'] : [PORT, 'PORT']
  if (port === 0 || (setting === 'PORT' && !ROLES.includes('api'))) return []
  const finding = await readinessAt(`http://${host}:${port}`, `${setting} (${port})`).catch(() => null)
  if (finding !== null) return [finding]
  const remedy = `Start the service, or run this command on its machine with the same HOST and ${setting}.`
  return [warning('service', `No service answers at ${setting} (${port}) of ${host}.`, remedy)]
}

/**
 * Whether the process at an address is ready. Throws where none answers.
 * @param named the address in words
 */
export async function readinessAt(url: string, named: string): Promise<Finding> {
  const answer = await fetch(`${url}/ready`, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
  const { status, checks } = fieldsOf(await answer.json())
  const failing = Object.entries(fieldsOf(checks)).filter(([, state]) => state !== 'ok')
  const names = failing.map(([name]) => name).join(', ')
  if (status === 'ok') return ok('service', `The process at ${named} is ready.`)
  const finding = status === 'degraded' ? warning : fault
  return finding('service', `The process at ${named} is not ready: ${names}.`, 'See its GET /ready for remedies.')
}
