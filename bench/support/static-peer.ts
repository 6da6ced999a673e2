import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNginx, nginxTempPathDirectives } from '../../tests/support/find-nginx.ts'
import { findFreePort } from '../../tests/support/free-port.ts'
import { fetchRawReply, type RawReply, toHeaderPairs } from './fetch-raw-reply.ts'
import { type MeasuredServer, startServer } from './measured-server.ts'

const BASELINE_SERVER = fileURLToPath(new URL('../baseline/recorded-replies-server.ts', import.meta.url))
/** nginx adds these headers itself. */
const FILE_HEADERS = ['content-length', 'content-type']

/**
 * Starts a server that sends exactly the product's replies for `paths`: nginx if installed, otherwise node:http.
 * Throws if a copy differs from its original.
 */
export async function startStaticPeer(
  product: MeasuredServer,
  paths: readonly string[],
  folder: string,
): Promise<MeasuredServer & { name: string }> {
  const replies = new Map<string, RawReply>()
  for (const path of paths) replies.set(path, await fetchRawReply(product.port, path))
  const nginx = findNginx()
  const peer = nginx ? await startNginx(nginx, replies, folder) : await startNodeServer(replies, folder)
  for (const [path, reply] of replies) {
    if (!isSameReply(reply, await fetchRawReply(peer.port, path)))
      throw new Error(`The copy of ${path} differs from the product's reply.`)
  }
  return { ...peer, name: nginx ? 'nginx' : 'node:http' }
}

async function startNginx(program: string, replies: Map<string, RawReply>, folder: string): Promise<MeasuredServer> {
  const port = await findFreePort()
  const locations = [...replies].map(([path, { headers, body }], nth) => {
    const file = `reply-${nth}`
    writeFileSync(join(folder, file), Buffer.from(body, 'base64'))
    return buildNginxLocation(path, toHeaderPairs(headers), file)
  })
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, buildNginxConfig(port, folder, locations))
  return startServer({ command: [program, '-p', folder, '-c', config, '-e', join(folder, 'nginx.log')], port })
}

function startNodeServer(replies: Map<string, RawReply>, folder: string): Promise<MeasuredServer> {
  const file = join(folder, 'replies.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(replies)))
  return startServer({ command: [process.execPath, BASELINE_SERVER, file] })
}

// One process, so that nginx keeps the current user, who may read the folder.
function buildNginxConfig(port: number, folder: string, locations: readonly string[]): string {
  return `daemon off; master_process off; pid ${folder}/nginx.pid;
events {}
http {
  access_log off; etag off; if_modified_since off; max_ranges 0; sendfile on; tcp_nopush on; types {}
  ${nginxTempPathDirectives(folder)}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${locations.join('\n    ')}
  }
}
`
}

function buildNginxLocation(path: string, headers: readonly (readonly [string, string])[], file: string): string {
  const findHeader = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
  const added = headers.filter(([name]) => ![...FILE_HEADERS, 'last-modified'].includes(name.toLowerCase()))
  const lines = [...added, ['Last-Modified', findHeader('last-modified')]].map(
    ([name, value = '']) => `add_header ${name} ${quoteForNginx(value)};`,
  )
  return `location = ${path} { try_files /${file} =404; default_type ${quoteForNginx(findHeader('content-type'))}; ${lines.join(' ')} }`
}

function quoteForNginx(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would read a variable in ${text}`)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function isSameReply(one: RawReply, other: RawReply): boolean {
  const sortedHeaders = ({ headers }: RawReply) =>
    JSON.stringify(
      toHeaderPairs(headers)
        .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
        .sort(),
    )
  return one.body === other.body && sortedHeaders(one) === sortedHeaders(other)
}
