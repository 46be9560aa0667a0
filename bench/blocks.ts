import { readFileSync } from 'node:fs'

/**
 * Milliseconds by which the timers of the main thread were late, of each that was.
 * @param delays the file that `loop-delay.js` writes
 */
export function blocksBetween(delays: string, begun: number, ended: number): readonly number[] {
  return readFileSync(delays, 'utf8')
    .split('\n')
    .map((each) => each.split(' ').map(Number))
    .filter(([at = 0]) => at >= begun && at <= ended)
    .map(([, delay = 0]) => delay)
}

/**
 * Milliseconds that the share `part` of all requests waits at most, where requests arrive evenly:
 * one that arrives within a block waits until its end.
 */
export function waitOf(blocks: readonly number[], span: number, part: number): number {
  let [least, most] = [0, blocks.reduce((longest, each) => Math.max(longest, each), 0)]
  while (most - least > 0.5) {
    const middle = (least + most) / 2
    const longer = blocks.reduce((sum, block) => sum + Math.max(0, block - middle), 0) / span
    if (longer > 1 - part) least = middle
    else most = middle
  }
  return most
}
