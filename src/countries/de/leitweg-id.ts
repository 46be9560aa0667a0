/**
 * A Leitweg-ID: two to twelve digits for the authority, up to thirty letters or digits chosen by
 * it, and two check digits by ISO/IEC 7064 MOD 97-10 over all characters, a letter counting as 10
 * to 35 (KoSIT, "Leitweg-ID-Formatspezifikation").
 */
export function isLeitwegId(id: string): boolean {
  if (!/^[0-9]{2,12}(?:-[0-9A-Z]{0,30})?-[0-9]{2}$/.test(id)) return false
  let remainder = 0
  for (const character of id.replaceAll('-', '')) {
    const value = parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
