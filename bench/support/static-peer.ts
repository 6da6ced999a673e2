import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/support/free-port.ts'
import { findNginx, placesIn } from '../../tests/support/nginx.ts'
import { type Server, startServer } from './processes.ts'
import { pairsOf, type RawReply, rawReply } from './raw-reply.ts'

const BARE = fileURLToPath(new URL('../bare/kept-files.ts', import.meta.url))
/** These nginx says itself once it knows the file. */
const OF_THE_FILE = ['content-length', 'content-type']

/**
 * A server that sends what `product` answers under `paths`, to the byte and header: nginx where the
 * machine has it, otherwise bare node:http. Throws where a copy differs from its original.
 */
export async function startStaticPeer(
  product: Server,
  paths: readonly string[],
  folder: string,
): Promise<Server & { name: string }> {
  const replies = new Map<string, RawReply>()
  for (const path of paths) replies.set(path, await rawReply(product.port, path))
  const nginx = findNginx()
  const peer = nginx ? await startNginx(nginx, replies, folder) : await startBare(replies, folder)
  for (const [path, reply] of replies) {
    if (!isSame(reply, await rawReply(peer.port, path))) throw new Error(`The copy of ${path} is not what the product sends.`)
  }
  return { ...peer, name: nginx ? 'nginx' : 'node:http' }
}

async function startNginx(program: string, replies: Map<string, RawReply>, folder: string): Promise<Server> {
  const port = await freePort()
  const locations = [...replies].map(([path, { headers, body }], nth) => {
    const file = `kept-${nth}`
    writeFileSync(join(folder, file), Buffer.from(body, 'base64'))
    return locationOf(path, pairsOf(headers), file)
  })
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf(port, folder, locations))
  return startServer({ command: [program, '-p', folder, '-c', config, '-e', join(folder, 'nginx.log')], port })
}

function startBare(replies: Map<string, RawReply>, folder: string): Promise<Server> {
  const file = join(folder, 'replies.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(replies)))
  return startServer({ command: [process.execPath, BARE, file] })
}

// One process, so that it runs as whoever runs this and may read the folder.
function configOf(port: number, folder: string, locations: readonly string[]): string {
  return `daemon off; master_process off; pid ${folder}/nginx.pid;
events {}
http {
  access_log off; etag off; if_modified_since off; max_ranges 0; sendfile on; tcp_nopush on; types {}
  ${placesIn(folder)}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${locations.join('\n    ')}
  }
}
`
}

function locationOf(path: string, headers: readonly (readonly [string, string])[], file: string): string {
  const of = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
  const added = headers.filter(([name]) => ![...OF_THE_FILE, 'last-modified'].includes(name.toLowerCase()))
  const lines = [...added, ['Last-Modified', of('last-modified')]].map(
    ([name, value = '']) => `add_header ${name} ${quoted(value)};`,
  )
  return `location = ${path} { try_files /${file} =404; default_type ${quoted(of('content-type'))}; ${lines.join(' ')} }`
}

function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would read a variable in ${text}`)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function isSame(one: RawReply, other: RawReply): boolean {
  const told = ({ headers }: RawReply) =>
    JSON.stringify(
      pairsOf(headers)
        .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
        .sort(),
    )
  return one.body === other.body && told(one) === told(other)
}
