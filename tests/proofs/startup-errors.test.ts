import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeOnSqlite } from '../support/test-databases.ts'

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

async function startProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...environment } })
  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk
  })
  const [code] = await once(child, 'close')
  return { code, errorOutput }
}

describeOnSqlite('a start that cannot succeed', (database) => {
  it('prints the reason in one line without a stack and exits with 1', async () => {
    const environment = await database.environment()
    const blockingServer = createServer().listen(0, '127.0.0.1')
    await once(blockingServer, 'listening')
    const { port } = blockingServer.address() as { port: number }
    const paid = { PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }
    const starts: [Record<string, string>, RegExp][] = [
      [{ PORT: 'abc' }, /The configuration cannot be used\. PORT/],
      [{ ADMIN_EMAIL: 'owner@example.com' }, /ADMIN_EMAIL and ADMIN_PASSWORD go together/],
      [{ DATA_DIR: '/proc/x' }, /DATA_DIR: /],
      [{ PORT: String(port) }, new RegExp(`Port ${port} at 127\\.0\\.0\\.1 is already in use\\..* set PORT to another one\\.`)],
      [{ HOST: '0.0.0.0' }, /PAYMENTS=rehearsal is for this machine alone, and HOST lets other machines connect\./],
      [{ ...paid, HOST: 'nowhere.invalid' }, /HOST is nowhere\.invalid, which isn’t a known host name here\./],
      // Reserved for examples (RFC 5737).
      [{ ...paid, HOST: '192.0.2.1' }, /HOST is 192\.0\.2\.1, which isn’t an address of this machine\./],
      [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /The database of DATABASE_URL \(127\.0\.0\.1:1\/none\) cannot be used/],
    ]
    for (const [settings, reason] of starts) {
      const { code, errorOutput } = await startProcess({ ...environment, ...settings })
      expect(code).toBe(1)
      expect(errorOutput).toMatch(reason)
      expect(errorOutput.trim().split('\n')).toHaveLength(1)
    }
    blockingServer.close()
  })
})
