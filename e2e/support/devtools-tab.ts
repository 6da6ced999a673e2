import { spawn } from 'node:child_process'
import { EventEmitter, on, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CHROMIUM_ARGUMENTS, findChromium } from '../../tests/support/chromium.ts'

const TIMEOUT = 60_000

type Params = Record<string, unknown>
type Message = { id?: number; method?: string; params?: Params; result?: Params; error?: { message: string } }
type Attempt = { key: { url: string }; status: string; prerenderStatus?: string }

/**
 * Opens a browser tab and drives it with the DevTools protocol alone. A browser that Playwright drives prerenders
 * no page. A prerendered page replaces the page that it was opened from, as a new session in the same tab.
 */
export async function openDevToolsTab(origin: string) {
  const profile = mkdtempSync(join(tmpdir(), 'rankstead-tab-'))
  const { executablePath, env } = findChromium()
  const tabArguments = ['--window-size=1280,900', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const browser = spawn(executablePath, [...CHROMIUM_ARGUMENTS, ...tabArguments], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const { send, events, close } = await connectDevTools(await readDevToolsUrl(browser.stderr))
  /** The sessions of the pages in the tab. The first page is the visible one. */
  const pages: string[] = []
  events.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => targetInfo.type === 'page' && pages.push(sessionId))
  events.on('Target.detachedFromTarget', ({ sessionId }) => pages.splice(pages.indexOf(sessionId), 1))
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const [{ targetId }] = targetInfos as [{ targetId: string }]
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const attachOptions = { autoAttach: true, flatten: true, waitForDebuggerOnStart: false, filter: [{}] }
  await send('Target.setAutoAttach', attachOptions, sessionId as string)
  while (pages.length === 0) await once(events, 'Target.attachedToTarget', { signal: AbortSignal.timeout(TIMEOUT) })
  const sendToPage = (method: string, params: Params = {}) => send(method, params, pages[0])
  for (const domain of ['Page', 'Preload', 'Log']) await sendToPage(`${domain}.enable`)
  const faults: string[] = []
  events.on('Log.entryAdded', ({ entry }) => entry.level === 'error' && faults.push(entry.text))
  const waitFor = (event: string) => on(events, event, { signal: AbortSignal.timeout(TIMEOUT) })

  async function run(expression: string): Promise<unknown> {
    const { result } = await sendToPage('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    return (result as { value: unknown }).value
  }

  return {
    /** The errors in the console. */
    faults,
    run,
    /** Opens a page and returns the links that the browser may prerender from it. */
    async open(path: string): Promise<string[]> {
      const sources = waitFor('Preload.preloadingAttemptSourcesUpdated')
      await sendToPage('Page.navigate', { url: origin + path })
      for await (const [{ preloadingAttemptSources }] of sources) {
        if (preloadingAttemptSources.length > 0) return preloadingAttemptSources.map(({ key }: Attempt) => key.url)
      }
      return []
    },
    /** Rests the pointer on a link until its page is prerendered. Throws if the browser refuses. */
    async hover(selector: string): Promise<void> {
      const attempts = waitFor('Preload.prerenderStatusUpdated')
      await sendToPage('Input.dispatchMouseEvent', { type: 'mouseMoved', ...(await findCenter(selector)) })
      for await (const [{ status, prerenderStatus }] of attempts) {
        if (status === 'Ready') return
        if (status === 'Failure') throw new Error(`The browser did not prerender the page: ${prerenderStatus}`)
      }
    },
    async click(selector: string): Promise<void> {
      const mousePosition = { ...(await findCenter(selector)), button: 'left', clickCount: 1 }
      const pageLeft = once(events, 'Target.detachedFromTarget', { signal: AbortSignal.timeout(TIMEOUT) })
      // The browser sends no reply if the press leads to another page.
      for (const type of ['mousePressed', 'mouseReleased'])
        void sendToPage('Input.dispatchMouseEvent', { type, ...mousePosition }).catch(() => {})
      await pageLeft
    },
    async close(): Promise<void> {
      const ended = once(browser, 'close')
      close()
      browser.kill()
      await ended
      rmSync(profile, { recursive: true, maxRetries: 5 })
    },
  }

  /** Returns the middle of an element after the next paint: the browser drops earlier input. */
  async function findCenter(selector: string): Promise<{ x: number; y: number }> {
    await run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
    const measureBox = `const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`
    return (await run(`{ ${measureBox}; ({ x: x + width / 2, y: y + height / 2 }) }`)) as { x: number; y: number }
  }
}

async function readDevToolsUrl(errors: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: errors })) {
    const url = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The browser did not start.')
}

/** Connects to the DevTools protocol: numbered requests with their replies, and events. */
async function connectDevTools(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  // biome-ignore lint/suspicious/noExplicitAny: the protocol defines the parameters of each event
  const events = new EventEmitter<Record<string, [any]>>()
  const pendingReplies = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) events.emit(message.method ?? '', message.params)
    else pendingReplies.get(message.id)?.(message)
  })

  async function send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = pendingReplies.size + 1
    const reply = new Promise<Message>((resolve) => pendingReplies.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await reply
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
  return { send, events, close: () => socket.close() }
}
