import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits until the condition returns a value, asking repeatedly; fails after the
 * time limit.
 */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 20_000,
): Promise<T> {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await delay(10)) {
    const value = await condition()
    if (value !== null && value !== undefined && value !== false) return value
  }
  throw new Error(`waited ${limitMs} ms in vain: ${what}`)
}
