import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createCookieJar } from './cookie-jar.ts'
import { findFreePort } from './free-port.ts'
import { adminEmail, password } from './test-app.ts'

const SERVER_FILE = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export type SignedInServer = {
  /** Sends a request as the admin, with JSON or a form. */
  request: (method: string, path: string, body?: unknown) => Promise<{ status: number; headers: Headers; text: string }>
  /** Starts a new session. */
  signIn: () => Promise<void>
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
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(origin + path, {
      method,
      headers: { cookie: jar.header(), ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  async function signIn(): Promise<void> {
    const { status, headers } = await request('POST', '/api/sign-in', { email: adminEmail, password })
    if (status !== 200) throw new Error(`The admin cannot log in: ${status}`)
    jar.storeCookies(headers.getSetCookie())
  }

  await signIn()
  return {
    request,
    signIn,
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
