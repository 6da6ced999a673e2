import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { vi } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'

/** A window of an installed browser, driven by the protocol that its maker ships. */
export type BrowserWindow = {
  open: (url: string) => Promise<unknown>
  resize: (width: number) => Promise<unknown>
  /** Runs an expression inside the page, waits for its promise, and returns its JSON value. */
  evaluate: <Value>(expression: string) => Promise<Value>
  close: () => Promise<void>
}

const HEIGHT = 900

/** Starts Firefox and drives it over WebDriver BiDi, which needs no other program. */
export async function startFirefox(): Promise<BrowserWindow> {
  const options = ['--headless', '--remote-debugging-port=0', '--profile', createTestFolder()]
  const firefox = spawn('firefox-esr', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  firefox.stderr.on('data', (chunk) => {
    output += chunk
  })
  const url = await vi.waitFor(() => /BiDi listening on (ws:\S+)/.exec(output)?.[1] ?? Promise.reject(Error(output)), 60_000)
  const socket = new WebSocket(`${url}/session`)
  await once(socket, 'open')
  let lastId = 0
  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    lastId += 1
    const id = lastId
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [event] = (await once(socket, 'message')) as [MessageEvent<string>]
      const reply = JSON.parse(event.data) as { id: number; type: string; result: Result }
      if (reply.id !== id) continue
      if (reply.type !== 'success') throw new Error(event.data)
      return reply.result
    }
  }
  await send('session.new', { capabilities: {} })
  const [tab] = (await send<{ contexts: { context: string }[] }>('browsingContext.getTree')).contexts
  const context = tab?.context
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    resize: (width) => send('browsingContext.setViewport', { context, viewport: { width, height: HEIGHT } }),
    evaluate: async (expression) => {
      const input = { expression: `(async () => JSON.stringify(await ${expression}))()`, target: { context }, awaitPromise: true }
      const reply = await send<{ result?: { value: string } }>('script.evaluate', input)
      return JSON.parse(reply.result?.value ?? `"${JSON.stringify(reply)}"`)
    },
    close: () => stop(firefox),
  }
}

/** Starts WebKitGTK's test browser on a display of its own, and drives it over WebDriver. */
export async function startWebKit(): Promise<BrowserWindow> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `1600x${HEIGHT}x24`], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = await once(display.stdout, 'data')
  const port = await findFreePort()
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}` }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  async function send<Value>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    const reply = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: body && JSON.stringify(body) })
    const text = await reply.text()
    if (!reply.ok) throw new Error(text)
    return JSON.parse(text).value
  }
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  // Without the tool bar, which full screen hides, a window can be as narrow as a phone.
  const browserOptions = { binary, args: ['--automation', '--full-screen'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions, timeouts: { script: null } } }
  const { sessionId } = await vi.waitFor(() => send<{ sessionId: string }>('POST', '', { capabilities }), 60_000)
  function evaluate<Value>(expression: string): Promise<Value> {
    return send('POST', `/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] })
  }
  return {
    open: (url) => send('POST', `/${sessionId}/url`, { url }),
    resize: async (width) => {
      await send('POST', `/${sessionId}/window/rect`, { x: 0, y: 0, width, height: HEIGHT })
      // The reply may come before the page has its new size.
      await evaluate(`new Promise((resolve) => {
        const resolveAtWidth = () => innerWidth === ${width} && resolve()
        addEventListener('resize', resolveAtWidth)
        resolveAtWidth()
      })`)
    },
    evaluate,
    close: async () => {
      await send('DELETE', `/${sessionId}`)
      await Promise.all([stop(driver), stop(display)])
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
