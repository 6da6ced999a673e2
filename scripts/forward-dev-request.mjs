import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'

const SCRIPTS = ['/@vite/client', '/scripts/dev-hot-reload-client.mjs'].map(
  (src) => `<script type="module" src="${src}"></script>`,
)

/** Forwards a request to the server and returns its reply. Adds Vite's scripts to pages. */
export function forwardRequest(request, response, port) {
  const started = performance.now()
  response.on('finish', () => {
    const duration = Math.round(performance.now() - started)
    console.log(`${request.method} ${request.url} ${response.statusCode} in ${duration} ms`)
  })
  // Asks for uncompressed pages, because the proxy edits them.
  const headers = { ...request.headers, 'accept-encoding': 'identity', connection: 'close' }
  const { method, url } = request
  const upstreamRequest = send({ host: '127.0.0.1', port, method, path: url, headers }, async (reply) => {
    const isPage = method === 'GET' && reply.headers['content-type']?.startsWith('text/html')
    if (!isPage) {
      response.writeHead(reply.statusCode, reply.headers)
      reply.pipe(response)
      return
    }
    const page = (await text(reply)).replace('<head>', `<head>${SCRIPTS.join('')}`)
    response.writeHead(reply.statusCode, relaxContentPolicy(reply.headers)).end(page)
  })
  upstreamRequest.on('error', (error) => (response.headersSent ? response.destroy() : response.writeHead(502).end(String(error))))
  response.on('close', () => upstreamRequest.destroy())
  request.pipe(upstreamRequest)
}

/** Allows the style elements that Vite adds. The rest of the content policy stays, so that violations show here too. */
function relaxContentPolicy({ 'content-length': _, 'speculation-rules': __, ...headers }) {
  const policy = headers['content-security-policy']?.replace("style-src 'self'", "$& 'unsafe-inline'")
  return { ...headers, ...(policy && { 'content-security-policy': policy }) }
}
