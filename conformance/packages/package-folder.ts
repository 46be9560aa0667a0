import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { download, type PackageVersion } from './registries.js'
import { unpack } from './unpack.js'

/**
 * Downloads a package, unpacks what may state rules, and does something with the folder, which is
 * removed then.
 * @throws PackageNotHad
 * @throws UnusablePackage
 */
export async function withPackage<T>(
  wanted: PackageVersion,
  work: (folder: string, wanted: PackageVersion) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'clearway-package-'))
  try {
    const content = join(folder, 'content')
    await unpack(await download(wanted, join(folder, 'download')), content)
    return await work(content, wanted)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
