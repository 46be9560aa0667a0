/** The mailbox references of a document: its IdentificativoSdI and its file. */

/** The reference for an IdentificativoSdI. */
export function idReference(id: string): string {
  return `id ${id}`
}

/** The reference for the file as sent, without `.p7m`. */
export function fileReference(fileName: string): string {
  return `file ${fileName}`
}

/** The reference to a file that a company of ours received, which it may share with its sender. */
export function receivedReference(id: string): string {
  return `received ${id}`
}
