/** IdentificativoSdI, one to twelve digits, without leading zeros; null: the text is none. */
export function sdiNumber(text: string): string | null {
  return /^[0-9]{1,12}$/.test(text) ? String(BigInt(text)) : null
}

/** Whether a text is in the form of the names of SdI's files (`nomeFile_Type` of its services). */
export function isSdiFileName(text: string): boolean {
  return /^[a-zA-Z0-9_.]{9,50}$/.test(text)
}
