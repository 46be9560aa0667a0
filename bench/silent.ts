/** A log that nothing is written to. */
export const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
