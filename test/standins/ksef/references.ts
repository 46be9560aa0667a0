import { checked, hex } from '../../../src/countries/pl/ksef-number.js'

let last = 0n

/** A reference number of KSeF that was never given before; 36 characters. */
export function reference(kind: 'CR' | 'AU' | 'SO' | 'SB' | 'EE' | 'EC' | 'EH' | 'EU', now: Date): string {
  last += 1n
  return checked(
    `${now.toISOString().slice(0, 10).replaceAll('-', '')}-${kind}-${hex(0xc1ea57a700n, 10)}-${hex(last, 10)}`,
  )
}

/** A number that was never given before. */
export function serial(): bigint {
  last += 1n
  return last
}
