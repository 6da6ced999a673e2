import express from 'express'
import { createOrderStore } from './order-store.mjs'

const answer = createOrderStore(process.argv[2])
const app = express()
app.use(express.json())
app.get('/', (_request, response) => response.send('ready'))
app.post('/api/new-order', (request, response) => {
  const { status, body } = answer(request.headers.cookie, request.body)
  response.status(status).json(body)
})
app.listen(Number(process.env.PORT), '127.0.0.1')
