import Fastify from 'fastify'
import { createOrderStore } from './order-store.mjs'

const answer = createOrderStore(process.argv[2])
const app = Fastify()
app.get('/', () => 'ready')
app.post('/api/new-order', async (request, reply) => {
  const { status, body } = answer(request.headers.cookie, request.body)
  return reply.status(status).send(body)
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
