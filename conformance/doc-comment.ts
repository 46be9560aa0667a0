/** The last column that a line of a comment may reach. */
const LAST_COLUMN = 99

/**
 * A doc comment for the top of a generated declaration, at the left margin. Its lines break
 * between words; it ends without a line feed.
 */
export function docComment(text: string): string {
  const single = `/** ${text} */`
  if (single.length <= LAST_COLUMN) return single
  const lines: string[] = []
  let line = ' *'
  for (const word of text.split(' ')) {
    if (`${line} ${word}`.length > LAST_COLUMN) {
      lines.push(line)
      line = ' *'
    }
    line += ` ${word}`
  }
  return ['/**', ...lines, line, ' */'].join('\n')
}
