/**
 * What is kept of an upload, in the stream: `15000000001 IT01234567890_C0000.xml`. The name tells
 * the messages of a sending whose answer was lost, also after a restore that has lost the name.
 */
export interface SdiUpload {
  /** IdentificativoSdI, as SdI gave it for this sending. */
  readonly id: string
  readonly fileName: string
  /**
   * Whether the file may have been taken by an earlier sending, with another IdentificativoSdI,
   * whose answer nobody has seen.
   */
  readonly isRepeated: boolean
}

const REPEATED = ' repeated'
const FORM = /^([0-9]{1,12}) (\S{9,50}?)( repeated)?$/

/** As text. */
export function uploadIdOf({ id, fileName, isRepeated }: SdiUpload): string {
  return `${id} ${fileName}${isRepeated ? REPEATED : ''}`
}

/** Back from text; null: it is none of this channel's. */
export function uploadOf(uploadId: string): SdiUpload | null {
  const [, id, fileName, repeated] = FORM.exec(uploadId) ?? []
  return id === undefined || fileName === undefined ? null : { id, fileName, isRepeated: repeated !== undefined }
}
