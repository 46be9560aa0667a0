import helmet from '@fastify/helmet'
import Fastify from 'fastify'

/**
 * The headers that helmet sets by default, by lower-case name. They are the same for every answer,
 * so they are collected once: the plugin would run a dozen functions for each request.
 */
export async function defaultSecurityHeaders(): Promise<Readonly<Record<string, string>>> {
  const plain = Fastify()
  const protectedApp = Fastify()
  await protectedApp.register(helmet)
  for (const app of [plain, protectedApp]) app.get('/', () => '')
  const [without, all] = [await plain.inject('/'), await protectedApp.inject('/')]
  await Promise.all([plain.close(), protectedApp.close()])
  return Object.fromEntries(
    Object.entries(all.headers).flatMap(([name, value]) => (name in without.headers ? [] : [[name, String(value)]])),
  )
}
