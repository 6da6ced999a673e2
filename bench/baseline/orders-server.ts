import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { placeOrderEndpoint } from '../../src/contract/sales/orders.ts'

// Does the least: validates the body, inserts one row and commits. No session, email, totals or order number.
const [, , path = ''] = process.argv
const database = new DatabaseSync(path)
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec(`create table orders (id text primary key, email text, name text, address text, country text,
  package text, price text, payment text, status text, placed_at integer)`)
const insert = database.prepare('insert into orders values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')

const app = Fastify()
app.get('/', () => 'ready')
app.post('/api/new-order', async (request, reply) => {
  const { success, data } = placeOrderEndpoint.body.safeParse(request.body)
  if (!success) return reply.status(400).send({ error: 'invalid' })
  const _id = crypto.randomUUID()
  const { packageName = '', packagePrice = '', customerName, customerAddress, customerCountry } = data
  const email = 'customer@example.com'
  const now = Date.now()
  insert.run(_id, email, customerName, customerAddress, customerCountry, packageName, packagePrice, 'UnPaid', 'Pending', now)
  return reply.status(201).send({ message: 'Your order is placed', record: { _id, ...data } })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
