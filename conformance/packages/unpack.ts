import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'

const running = promisify(execFile)

/** Files that may state rules, types, codes or levels; a package's programs stay packed. */
const STATES = /\.(?:xslt?|xsd|sch|xml|json)$/i
const LARGEST = 64 * 1024 * 1024
const LARGEST_IN_ALL = 1024 * 1024 * 1024

/** A package that can't be unpacked as it is. */
export class UnusablePackage extends Error {}

/**
 * Unpacks what may state rules from a package of npm (`.tgz`), PyPI (`.whl`) or Maven (`.jar`).
 * Nothing is written outside the folder, and no more than a gigabyte in all.
 * @throws UnusablePackage
 */
export async function unpack(file: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (!file.endsWith('.tgz')) {
    unzip(file, folder)
    return
  }
  // tar itself refuses absolute names and those that lead out of the folder.
  await running('tar', ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner', '--no-same-permissions'])
}

function unzip(file: string, folder: string): void {
  let all = 0
  const files = unzipSync(readFileSync(file), {
    filter({ name, originalSize }) {
      if (!STATES.test(name)) return false
      if (posix.isAbsolute(name) || name.includes('\\') || posix.normalize(name).startsWith('..'))
        throw new UnusablePackage(`${file} contains ${JSON.stringify(name)}, which leads out of the folder`)
      all += originalSize
      if (originalSize > LARGEST || all > LARGEST_IN_ALL)
        throw new UnusablePackage(`${file} is larger than a package of official files`)
      return true
    },
  })
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
