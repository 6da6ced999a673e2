import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// Does the least that a server can: no routing, no negotiation, no checks.
const page = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const body = Buffer.from(page.body, 'base64')

createServer((_request, response) => {
  response.writeHead(200, page.headers).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
