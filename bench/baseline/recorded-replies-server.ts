import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// Recorded replies by path.
const replies = new Map(
  Object.entries<{ headers: string[]; body: string }>(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))).map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }],
  ),
)

createServer(({ url = '' }, response) => {
  const reply = replies.get(url)
  if (reply) response.writeHead(200, reply.headers).end(reply.body)
  else response.writeHead(404).end()
}).listen(Number(process.env.PORT), '127.0.0.1')
