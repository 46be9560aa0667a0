import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { systemClock } from '../../../src/domain/clock.js'
import { buildApp } from '../../../src/http/app.js'
import type { AppDeps } from '../../../src/http/deps.js'

const NOTICE = `/**
 * Generated from the OpenAPI document of the service by \`npm run generate:client\`. Change the service's schemas instead.
 */

`

/** The types of the client, as TypeScript. */
export async function apiTypes(document: object): Promise<string> {
  // A field with a default may be left out.
  return NOTICE + astToString(await openapiTS(document as OpenAPI3, { defaultNonNullable: false }))
}

/**
 * The OpenAPI document of this code, without a database: describing the API touches nothing of
 * what a request would need.
 */
export async function apiDocument(): Promise<object> {
  const needed = {
    clock: systemClock,
    secretsKeys: [],
    logger: pino({ level: 'silent' }),
    config: {
      rateLimitPerMinute: 1,
      failedAuthenticationsPerMinute: 1,
      corsOrigins: [],
      trustProxy: false,
      plans: {},
    },
  }
  const app = await buildApp(needed as unknown as AppDeps)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}

/** The client's version as it names it to the service, as TypeScript: that of its package.json. */
export function versionModule(): string {
  const file = new URL('../../../../clients/typescript/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
  return `/**
 * Generated from package.json by \`npm run generate:client\`. Change the version there.
 */
export const VERSION = '${version}'
`
}
