import qrcode from 'qrcode-generator'

/** A QR code as its dark modules, row by row, without the quiet zone. */
export interface QrCode {
  /** Modules of one side. */
  readonly size: number
  isDark(row: number, column: number): boolean
}

/**
 * The QR code (ISO/IEC 18004, error correction M) of a text in UTF-8, in the smallest version that
 * fits. Throws if none does: more than 2,331 bytes.
 */
export function qrCodeOf(text: string): QrCode {
  const code = qrcode(0, 'M')
  // The package uses the low byte of each character, so each character is a byte of UTF-8.
  code.addData(Buffer.from(text, 'utf8').toString('latin1'), 'Byte')
  code.make()
  return { size: code.getModuleCount(), isDark: (row, column) => code.isDark(row, column) }
}
