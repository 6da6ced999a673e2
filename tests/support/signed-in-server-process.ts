import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createCookieJar } from './cookie-jar.ts'
import { findFreePort } from './free-port.ts'
import { adminEmail, password } from './test-app.ts'

const SERVER_FILE = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export type SignedInServer = {
  /** Sends a request as the admin. */
  request: (method: string, path: string, body?: unknown) => Promise<{ status: number; headers: Headers; text: string }>
  /** Returns the error output so far. */
  errorOutput: () => string
  hasEnded: () => boolean
  /** Kills the process, as a power cut would. */
  kill: () => void
  exited: Promise<unknown>
  /** Sends SIGTERM. Returns the exit code. */
  stop: () => Promise<number | null>
}

/** Runs the built site in its own process. `main` may name the server file of another checkout. */
export async function startSignedInServer(environment: Record<string, string>, main = SERVER_FILE): Promise<SignedInServer> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = { SEED: 'none', RATE_LIMITS: 'off', ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, LOG_LEVEL: 'fatal' }
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: String(port), ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk
  })
  await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => {
      throw new Error(`The site did not start: ${errorOutput}`)
    }),
  ])
  child.stdout.resume()
  const jar = createCookieJar()

  async function request(method: string, path: string, body?: unknown) {
    const response = await fetch(origin + path, {
      method,
      headers: { cookie: jar.header(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  const { headers } = await request('POST', '/api/sign-in', { email: adminEmail, password })
  jar.storeCookies(headers.getSetCookie())
  return {
    request,
    errorOutput: () => errorOutput,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => child.kill('SIGKILL'),
    exited: exit,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await exit
      return code
    },
  }
}
