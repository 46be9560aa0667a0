import { spawnSync } from 'node:child_process'

/** How a run of promtool ended, with all that it printed. */
interface PromtoolRun {
  readonly status: number | null
  readonly output: string
}

/**
 * Whether there is a promtool, Prometheus' own checker (Debian's package `prometheus`). Where
 * REQUIRE_PROMTOOL is set, its absence is an error.
 */
export function hasPromtool(): boolean {
  if (promtool(['--version']).status === 0) return true
  if (process.env['REQUIRE_PROMTOOL']) throw new Error('there is no promtool')
  return false
}

/** Runs promtool to its end. */
export function promtool(args: readonly string[], input = ''): PromtoolRun {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
