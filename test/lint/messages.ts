import type { ESLint, Linter } from 'eslint'

/**
 * What the linter reports of these lines, judged in the place of that file. A text that it cannot
 * judge (a fault of syntax, a file that does not exist and so has no types) is an error: else a
 * test would take it for a text without a fault.
 */
export async function messagesOf(
  eslint: ESLint,
  filePath: string,
  ...lines: readonly string[]
): Promise<readonly Linter.LintMessage[]> {
  const [result] = await eslint.lintText(lines.join('\n'), { filePath })
  if (result === undefined) throw new Error(`${filePath} is not judged`)
  const fatal = result.messages.find(({ ruleId }) => ruleId === null)
  if (fatal !== undefined) throw new Error(fatal.message)
  return result.messages
}
