import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A built copy of the program. */
export interface Tree {
  readonly name: 'then' | 'now'
  readonly root: string
}

/**
 * Builds a commit in a worktree of its own, beside this one. `remove` deletes it.
 * @throws Error if git does not know the commit, or if it can't be built
 */
export function treeOf(root: string, commit: string): Tree & { readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'clearway-against-'))
  const then = join(folder, 'tree')
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  try {
    git('worktree', 'add', '--quiet', '--detach', then, commit)
    if (haveSameLock(root, then)) symlinkSync(join(root, 'node_modules'), join(then, 'node_modules'))
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: then, stdio: 'ignore' })
    execFileSync(process.execPath, ['scripts/build.js'], { cwd: then, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    remove()
    throw error
  }
  return { name: 'then', root: then, remove }
}

function haveSameLock(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((root) => readFileSync(join(root, 'package-lock.json')))
  return mine !== undefined && theirs !== undefined && mine.equals(theirs)
}

/** Whether a tree has a program; earlier ones lack some. */
export function has({ root }: Tree, script: string): boolean {
  return existsSync(join(root, script))
}

/** Runs a program of a tree to its end. Returns its output. @throws Error if it fails */
export async function run({ root }: Tree, script: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)))
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}: ${output.slice(-500)}`)
  return output
}
