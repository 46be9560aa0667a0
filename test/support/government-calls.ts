import type { Endpoints } from './deployment.js'
import { waitFor } from './wait-for.js'

/**
 * Waits until the metrics of the process show as many requests to a government as that has
 * heard: none of its calls is missing.
 */
export async function allCallsCounted(member: Endpoints, government: string, heard: () => number): Promise<void> {
  const count = new RegExp(
    `^clearway_government_call_duration_seconds_count\\{government="${government}".*\\} (\\d+)$`,
    'gm',
  )
  let counted = 0
  await waitFor(
    `each call is counted (${government})`,
    async () => {
      const figures = await (await fetch(`${member.ops}/metrics`)).text()
      counted = [...figures.matchAll(count)].reduce((sum, [, calls]) => sum + Number(calls), 0)
      return counted === heard()
    },
    20_000,
  )
}
