// Runs the server from its sources behind Vite. Pages, styles and browser scripts change while it runs. A change of the
// server or the contract restarts it, and requests wait.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createPortServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import { createServer as createViteServer, DevEnvironment } from 'vite'
import { forwardRequest } from './forward-dev-request.mjs'
import { writeDevBuild } from './write-dev-dist.mjs'

/** How long to wait for further changes, in ms. Editors write a file in several steps. */
const QUIET_MS = 50
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const build = join(root, '.cache/dev/dist')
const port = Number(process.env.PORT || 3000)
const origin = process.env.ORIGIN || `http://127.0.0.1:${port}`
/** Changes that need a restart. The server builds its routes from the lists of pages. */
const NEEDS_RESTART = /^src\/(server|contract)\/|^src\/web\/[^/]*pages\.tsx?$/
const NEEDS_BUILD = /^public\//
const IS_TEST = /\.test\.tsx?$/
/** Names and colors of pino's levels. */
const LOG_LEVELS = { 30: ['dim', 'info'], 40: ['yellow', 'warn'], 50: ['red', 'ERROR'], 60: ['red', 'FATAL'] }
/** The message of the server's request lines. forward-dev-request.mjs prints its own line with the URL. */
const REQUEST_MESSAGE = 'a request'
/** Vite's listeners for messages from the server's process. */
const listeners = new Map()

/** Connects Vite with the pages in the server's process (scripts/dev-page-renderer.mjs). */
const appTransport = {
  skipFsCheck: true,
  send: (payload) => app?.connected && app.send(payload),
  on: (event, listener) => listeners.set(listener, event),
  off: (_event, listener) => listeners.delete(listener),
}

let app
let ready = Promise.resolve()
let restartTimer
let isStopping = false

const http = createHttpServer((request, response) => vite.middlewares(request, response, () => handleRequest(request, response)))
const appPort = await findFreePort()
const vite = await createVite()
http.listen(port, process.env.HOST || '127.0.0.1')
await once(http, 'listening').catch(({ message }) => shutDown(1, message))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => shutDown(0))
vite.watcher.on('all', (_event, path) => handleFileChange(relative(root, path)))
writeDevBuild(root, build)
restart()

function createVite() {
  return createViteServer({
    root,
    configLoader: 'native',
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server: http },
      watch: { ignored: ['**/data/**', '**/dist/**', '**/.cache/**'] },
      // node_modules may be a link to another folder.
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
    environments: {
      web: {
        dev: { createEnvironment: (name, config) => new DevEnvironment(name, config, { hot: true, transport: appTransport }) },
      },
    },
  })
}

async function handleRequest(request, response) {
  const fault = await ready
  if (fault) response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' }).end(fault)
  else forwardRequest(request, response, appPort)
}

function handleFileChange(path) {
  if (IS_TEST.test(path)) return
  if (NEEDS_BUILD.test(path)) writeDevBuild(root, build)
  if (NEEDS_RESTART.test(path)) {
    clearTimeout(restartTimer)
    restartTimer = setTimeout(restart, QUIET_MS)
  } else if (path.startsWith('src/web/') && !path.endsWith('.css')) reloadDocuments()
}

/** Reloads pages without React. The other pages update themselves. */
function reloadDocuments() {
  vite.environments.client.hot.send({ type: 'custom', event: 'rankstead:reload' })
}

function restart() {
  ready = ready.then(async () => {
    await stopApp()
    if (isStopping) return undefined
    const fault = await startApp()
    reloadDocuments()
    return fault
  })
}

/** Starts the server. Returns its output if it ends before it is ready. */
function startApp() {
  const env = {
    LOG_LEVEL: 'info',
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(appPort),
    ORIGIN: origin,
    DEV_BUILD: pathToFileURL(`${build}/`).href,
  }
  const child = fork(join(root, 'src/server/main.ts'), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  app = child
  child.on('message', ({ event, data, type }) => {
    for (const [listener, listenerEvent] of listeners)
      if (type === 'custom' && listenerEvent === event) listener(data, appTransport)
  })
  return new Promise((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        const readable = formatLogLine(line)
        if (readable !== undefined) console.log(readable)
        output += `${line}\n`
        if (line.startsWith('Rankstead runs at')) resolve(undefined)
      })
    }
    child.on('close', () => resolve(output))
  })
}

async function stopApp() {
  if (!app || app.exitCode !== null || app.signalCode !== null) return
  app.kill('SIGTERM')
  await once(app, 'exit')
}

async function shutDown(code, sentence) {
  if (isStopping) return
  isStopping = true
  if (sentence) console.error(sentence)
  await stopApp()
  process.exit(code)
}

async function findFreePort() {
  const server = createPortServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Formats a line of the server's log for people. Returns undefined for request lines. */
function formatLogLine(line) {
  const entry = line.startsWith('{') ? parseLogEntry(line) : undefined
  if (!entry) return line
  if (entry.msg === REQUEST_MESSAGE) return undefined
  const { level, time, msg, pid, hostname, reqId, err, ...more } = entry
  const [color, name] = LOG_LEVELS[level] ?? ['dim', String(level)]
  const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''
  const stack = err ? `\n${err.stack ?? JSON.stringify(err)}` : ''
  const clockTime = new Date(time).toTimeString().slice(0, 8)
  return `${styleText('dim', clockTime)} ${styleText(color, name.padEnd(5))} ${msg}${styleText('dim', rest)}${stack}`
}

function parseLogEntry(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
