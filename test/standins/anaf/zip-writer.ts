import { crc32, deflateRawSync } from 'node:zlib'

/** A file to be packed. */
interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Sizes follow the data, as Java's ZipOutputStream writes them. */
const SIZES_FOLLOW = 0x08

/** A ZIP archive as ANAF makes them. */
export function writeZip(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes)
    const numbers = [crc32(bytes), packed.length, bytes.length]
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(SIZES_FOLLOW, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(title.length, 26)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    numbers.forEach((number, index) => sizes.writeUInt32LE(number, 4 + index * 4))
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(SIZES_FOLLOW, 8)
    central.writeUInt16LE(8, 10)
    numbers.forEach((number, index) => central.writeUInt32LE(number, 16 + index * 4))
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE(offset, 42)
    directory.push(central, title)
    parts.push(local, title, packed, sizes)
    offset += local.length + title.length + packed.length + sizes.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
