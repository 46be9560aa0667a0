/**
 * A business term (BT) or group (BG) of EN 16931 or of XRechnung's extension, for example `BT-40`,
 * `BG-25` or `BG-DEX-01`; or a term of the French extension.
 */
export type Term = `BT-${string}` | `BG-${string}` | `EXT-FR-FE-${string}`
