import { readFileSync } from 'node:fs'

/** From dist/src as from dist/bundle. */
const PACKAGE = new URL('../../package.json', import.meta.url)

/** The program's version (Semantic Versioning), as package.json says it. */
export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }).version
