import { writeFileSync } from 'node:fs'
import { apiDocument, apiTypes, versionModule } from './api-types.js'

// From dist/clients/typescript/generator to the sources.
const SOURCES = new URL('../../../../clients/typescript/src/', import.meta.url)

writeFileSync(new URL('api.ts', SOURCES), await apiTypes(await apiDocument()))
writeFileSync(new URL('version.ts', SOURCES), versionModule())
