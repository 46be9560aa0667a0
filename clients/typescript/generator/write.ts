import { writeFileSync } from 'node:fs'
import { apiDocument, apiTypes } from './api-types.js'

// From dist/clients/typescript/generator to the sources.
const API = new URL('../../../../clients/typescript/src/api.ts', import.meta.url)

writeFileSync(API, await apiTypes(await apiDocument()))
