/** The ends of file names by media type, for documents without a name of their own. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/pkcs7-mime': '.xml.p7m',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'text/plain; charset=utf-8': '.txt',
}
