import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createProxyServer } from 'httpxy'
import { vi } from 'vitest'
import { findNginx, nginxTempPathDirectives } from './find-nginx.ts'

/** The header that names the process that answered. It ends with the process's port. */
export const SERVED_BY_HEADER = 'x-served-by'

const CONFIG = new URL('../../deploy/nginx.conf', import.meta.url)
/** The proxy may send these requests again. */
const REPEATABLE_METHODS = ['GET', 'HEAD']

type ReverseProxy = { name: 'nginx' | 'httpxy'; close: () => Promise<void> }

/**
 * Distributes requests on `port` over the processes at `ports`, which may start later.
 * Uses nginx with deploy/nginx.conf, or httpxy if this machine has no nginx.
 */
export function startReverseProxy(port: number, ports: readonly number[]): Promise<ReverseProxy> {
  const nginx = findNginx()
  return nginx ? startNginx(nginx, port, ports) : startHttpxy(port, ports)
}

async function startNginx(program: string, port: number, ports: readonly number[]): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-nginx-'))
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, buildNginxConfig(folder, port, ports))
  // One nginx process has the same file access as this one.
  const child = spawn(program, ['-p', folder, '-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 50_000, interval: 20 })
  return {
    name: 'nginx',
    async close() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}

/** Builds our recommended configuration with other ports and certificates, and a header that names the process. */
function buildNginxConfig(folder: string, port: number, ports: readonly number[]): string {
  const upstreams = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')
  const http = readFileSync(CONFIG, 'utf8')
    .replaceAll('include /etc/nginx/rankstead-upstream.conf;', upstreams)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}; add_header ${SERVED_BY_HEADER} $upstream_addr always;`)
    // Leaves out the servers that only redirect from http and from www.
    .split(/^(?=server \{)/m)
    .filter((block) => !block.includes('return 301'))
    .join('')
    .replace(/^ *(server_name|ssl_\w+|listen \[::\]:443) .*$/gm, '')
  return `daemon off; master_process off; pid ${folder}/nginx.pid;
events {}
http { access_log off; ${nginxTempPathDirectives(folder)}
${http}}
`
}

/** Follows the same rules: skips unreachable processes and repeats requests that allow it. */
async function startHttpxy(port: number, ports: readonly number[]): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true })
  const proxy = createProxyServer({ xfwd: true })
  let nextPort = 0

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const isRepeatable = REPEATABLE_METHODS.includes(request.method ?? '')
    const first = nextPort++
    for (let attempt = 0; ; attempt++) {
      const target = `http://127.0.0.1:${ports[(first + attempt) % ports.length]}`
      response.setHeader(SERVED_BY_HEADER, target)
      try {
        const connection = isRepeatable ? { agent } : { agent: false }
        return await proxy.web(request, response, { target, buffer: Readable.from([body]), ...connection })
      } catch (error) {
        const isUnsent = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        const isFinal = attempt + 1 === ports.length || response.headersSent || !(isUnsent || isRepeatable)
        if (isFinal) return void response.writeHead(502).end()
      }
    }
  }

  // As long as nginx. Node's 5 s would end a connection just as a test reuses it after a wait of 5 s.
  const server = createServer(
    { keepAliveTimeout: 75_000 },
    (request, response) => void forward(request, response).catch(() => response.destroy()),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    name: 'httpxy',
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
