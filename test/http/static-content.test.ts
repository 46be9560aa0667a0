import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import t from 'tap'
import { StaticContent } from '../../src/http/static-content.js'

t.test('requests at the same time wait for one compression', async (t) => {
  const statics = new StaticContent()
  const app = fastify()
  const sent = new Set<unknown>()
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.add(payload)
    return payload
  })
  const content = Buffer.from('the same for all '.repeat(10_000))
  app.get('/', (request, reply) => statics.send(request, reply, { content }))
  const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  const answers = await Promise.all(Array.from({ length: 8 }, get))
  for (const { rawPayload } of [...answers, await get()]) t.ok(gunzipSync(rawPayload).equals(content))
  t.equal(sent.size, 1, 'all are the same bytes')
})
