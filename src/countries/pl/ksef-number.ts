/**
 * CRC-8 with the polynomial x^8 + x^2 + x + 1 (0x07), from zero, as at the end of KSeF's numbers.
 */
export function crc8(text: string): number {
  let crc = 0
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ ((crc & 0x80) === 0 ? 0 : 0x07)) & 0xff
  }
  return crc
}

/** The text with its checksum: a dash and two hexadecimal digits. */
export function checked(text: string): string {
  return `${text}-${hex(BigInt(crc8(text)), 2)}`
}

/**
 * The number of an invoice in KSeF: NIP of the seller, day of acceptance, 12 hexadecimal digits
 * and the checksum.
 * @param day `YYYY-MM-DD`
 * @param serial below 2^48
 */
export function ksefNumber(nip: string, day: string, serial: bigint): string {
  return checked(`${nip}-${day.replaceAll('-', '')}-${hex(serial, 12)}`)
}

/** A fixed number of upper-case hexadecimal digits. */
export function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0')
}
