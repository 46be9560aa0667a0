/** Whether a text is absent, empty or white space. */
export function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text === '' || (isWhiteSpace(text.charCodeAt(0)) && /^[ \t\r\n]*$/.test(text))
}

/**
 * Trims white space as defined by XML Schema and XPath: four characters, while `trim()` removes
 * all of Unicode's.
 */
export function trimmed(text: string): string {
  // A regular expression for the end would scan every run of white space from each of its
  // positions.
  let [start, end] = [0, text.length]
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

/** XPath's normalize-space(): the official artefacts measure and compare texts so. */
export function normalised(text: string): string {
  if (text.length <= 16 && hasNoWhiteSpace(text)) return text
  return /^[ \t\r\n]|[ \t\r\n]$|[ \t\r\n][ \t\r\n]|[\t\r\n]/.test(text)
    ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
    : text
}

function hasNoWhiteSpace(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) <= 0x20) return false
  return true
}
