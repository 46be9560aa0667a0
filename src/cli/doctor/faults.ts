import { fault, type Finding } from '../../host/observability/doctor/finding.js'
import { StartupError } from '../../storage/startup-error.js'
import { codeOf } from '../../domain/caught.js'

/** An error in one check becomes a finding; the other checks still run. */
export async function attempt(check: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [faultOf(check, error, 'See the log of the service.')]
  }
}

/** For unexpected errors it names only the kind of error: their messages may quote data. */
export function faultOf(check: string, error: unknown, remedy: string): Finding {
  if (error instanceof StartupError) return fault(check, error.message, 'Fix this first.')
  const kind = codeOf(error) || (error instanceof Error ? error.name : 'unknown')
  return fault(check, `The check failed (${kind}).`, remedy)
}
