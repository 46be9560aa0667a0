/** How messages of the mailbox name a document: by IdentificativoSdI and by its file. */

/** Of what SdI has given a number to. */
export function idReference(id: string): string {
  return `id ${id}`
}

/** Of the file as it was sent, without `.p7m`. */
export function fileReference(fileName: string): string {
  return `file ${fileName}`
}
