import { BadZip, bytesOfHeader, type DirectoryEntry, endOfDirectory, entryAt, LONGEST_END, unpacked } from './zip.js'

/** An archive that is too large for the memory, read piece by piece. */
export interface ZipSource {
  readonly size: number
  /** So many bytes from there on, which the archive has. */
  readonly read: (from: number, bytes: number) => Promise<Buffer>
}

const DIRECTORY_BYTES = 8 * 1024 * 1024
/** A local header with a name of KSeF's length and some extra fields. */
const HEADER_BYTES = 1024

/**
 * The files of an archive by their names, by its central directory (no ZIP64). The memory for it
 * is bounded.
 * @throws BadZip
 */
export async function directoryOf(
  source: ZipSource,
  mostEntries: number,
): Promise<ReadonlyMap<string, DirectoryEntry>> {
  const tailBytes = Math.min(source.size, LONGEST_END)
  const tail = await source.read(source.size - tailBytes, tailBytes)
  const end = endOfDirectory(tail)
  const [count, bytes, from] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > mostEntries) throw new BadZip(`${count} files; at most ${mostEntries} are read`)
  if (bytes > DIRECTORY_BYTES) throw new BadZip(`a directory of ${bytes} bytes`)
  if (from + bytes > source.size) throw new BadZip('the directory is missing')
  const directory = await source.read(from, bytes)
  const entries = new Map<string, DirectoryEntry>()
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(directory, at)
    if (entries.has(entry.name)) throw new BadZip('two files have one name')
    entries.set(entry.name, entry)
    at = entry.next
  }
  return entries
}

/**
 * The content of a file.
 * @throws BadZip
 */
export async function contentIn(source: ZipSource, entry: DirectoryEntry, most: number): Promise<Uint8Array> {
  if (entry.local > source.size) throw new BadZip('a file is missing')
  // What deflates badly grows a little.
  if (entry.packedBytes > most + HEADER_BYTES) throw new BadZip(`a file has over ${most} bytes`)
  const headerBytes = Math.min(HEADER_BYTES, source.size - entry.local)
  const start = entry.local + bytesOfHeader(await source.read(entry.local, headerBytes))
  if (start + entry.packedBytes > source.size) throw new BadZip('a file is truncated')
  return unpacked(await source.read(start, entry.packedBytes), entry, most)
}
