import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseDocument } from 'htmlparser2'
import { type MeasuredServer, startServer } from './measured-server.ts'

/** Turns off Next.js's telemetry. */
const NO_TELEMETRY = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }

type Dom = ReturnType<typeof parseDocument>['children'][number]
type Properties = Record<string, string | boolean>
/** A text, or an element: name, properties, children. */
type Node = string | [string, Properties, Node[]]

/** Starts a Next.js app with the elements of `html`: `/` renders at build time, `/dynamic` for each request. */
export async function startNextApp(folder: string, html: string): Promise<MeasuredServer> {
  const app = join(folder, 'next')
  const program = join(folder, 'node_modules/next/dist/bin/next')
  writeFileSync(join(app, 'app/landing.json'), JSON.stringify(parsePage(html)))
  await promisify(execFile)(process.execPath, [program, 'build', app], { env: { ...process.env, ...NO_TELEMETRY } })
  return startServer({ command: [process.execPath, program, 'start', app, '-H', '127.0.0.1'], env: NO_TELEMETRY })
}

/** Returns the visible text of a page. */
export function extractText(html: string): string {
  const read = (nodes: readonly Node[]): string =>
    nodes.map((node) => (typeof node === 'string' ? node : node[0] === 'script' ? '' : read(node[2]))).join('')
  return read(parsePage(html).content)
}

function parsePage(html: string) {
  const root = toNodes(parseDocument(html).children).find((node) => typeof node !== 'string')
  const part = (name: string): [string, Properties, Node[]] => {
    const found = typeof root === 'string' ? undefined : root?.[2].find((node) => typeof node !== 'string' && node[0] === name)
    if (!found || typeof found === 'string') throw new Error(`The page has no ${name}`)
    return found
  }
  const [head, body] = [part('head'), part('body')]
  return { html: typeof root === 'string' ? {} : root?.[1], head: head[2], body: body[1], content: body[2] }
}

function toNodes(children: readonly Dom[]): Node[] {
  return children.flatMap((node): Node[] => {
    if (node.type === 'text') return [node.data]
    if (!('attribs' in node)) return []
    return [[node.name, toReactProperties(node.attribs), toNodes(node.children)]]
  })
}

/** Converts HTML attributes to React properties: two names differ, and an attribute without a value becomes true. */
function toReactProperties(attributes: Record<string, string>): Properties {
  const renamed: Record<string, string> = { class: 'className', for: 'htmlFor' }
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      renamed[name] ?? name,
      value === '' && !name.startsWith('alt') ? true : value,
    ]),
  )
}
