/**
 * The reference: the same Fastify with a handler that does nothing but answer. Prints its address.
 */
import Fastify from 'fastify'

const app = Fastify()
app.post('/', () => ({ data: {} }))
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.once('SIGTERM', () => void app.close())
