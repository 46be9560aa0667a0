/**
 * The id of an upload in the stream: `15000000001 IT01234567890_C0000.xml`. The name identifies
 * the messages of an upload whose response was lost, even after a restore that has lost the name.
 */
export interface SdiUpload {
  /** IdentificativoSdI that SdI assigned to this upload. */
  readonly id: string
  readonly fileName: string
  /**
   * Whether the file may have been accepted in an earlier upload, with another IdentificativoSdI,
   * whose response was lost.
   */
  readonly isRepeated: boolean
}

const REPEATED = ' repeated'
const FORM = /^([0-9]{1,12}) (\S{9,50}?)( repeated)?$/

/** As text. */
export function uploadIdOf({ id, fileName, isRepeated }: SdiUpload): string {
  return `${id} ${fileName}${isRepeated ? REPEATED : ''}`
}

/** From text; null: it does not belong to this channel. */
export function uploadOf(uploadId: string): SdiUpload | null {
  const [, id, fileName, repeated] = FORM.exec(uploadId) ?? []
  return id === undefined || fileName === undefined ? null : { id, fileName, isRepeated: repeated !== undefined }
}
