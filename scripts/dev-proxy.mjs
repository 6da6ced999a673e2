import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'

const SCRIPTS = ['/@vite/client', '/scripts/dev-hot-reload.mjs'].map((src) => `<script type="module" src="${src}"></script>`)

/** Hands a request to the server and its answer back; pages get what Vite needs in the browser. */
export function forwardRequest(request, response, port) {
  const started = performance.now()
  response.on('finish', () => {
    const duration = Math.round(performance.now() - started)
    console.log(`${request.method} ${request.url} ${response.statusCode} in ${duration} ms`)
  })
  // Pages have to be read here, so they come uncompressed.
  const headers = { ...request.headers, 'accept-encoding': 'identity', connection: 'close' }
  const { method, url } = request
  const upstreamRequest = send({ host: '127.0.0.1', port, method, path: url, headers }, async (answer) => {
    const isPage = method === 'GET' && answer.headers['content-type']?.startsWith('text/html')
    if (!isPage) {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
      return
    }
    const page = (await text(answer)).replace('<head>', `<head>${SCRIPTS.join('')}`)
    response.writeHead(answer.statusCode, relaxContentPolicy(answer.headers)).end(page)
  })
  upstreamRequest.on('error', (error) => (response.headersSent ? response.destroy() : response.writeHead(502).end(String(error))))
  response.on('close', () => upstreamRequest.destroy())
  request.pipe(upstreamRequest)
}

/** Vite adds style elements; the rest of the content policy stays, so that its faults show here too. */
function relaxContentPolicy({ 'content-length': _, 'speculation-rules': __, ...headers }) {
  const policy = headers['content-security-policy']?.replace("style-src 'self'", "$& 'unsafe-inline'")
  return { ...headers, ...(policy && { 'content-security-policy': policy }) }
}
