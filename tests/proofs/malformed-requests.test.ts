import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it, vi } from 'vitest'
import { captureLog } from '../support/log-capture.ts'
import { buildMalformedRequests } from '../support/malformed-requests.ts'
import { buildRequestBytes, parseHttpStatusCodes, sendRawBytes } from '../support/raw-request.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** How many connections are open at a time. The site answers 503 while more than 60 readers wait (decision 23). */
const CONCURRENCY = 20

describeOnEachDatabase('a client that sends malformed requests', (database) => {
  let port: number
  const log = captureLog()

  const site = startAppForSuite(database, { LOG_LEVEL: 'error' }, { output: log.output })
  beforeAll(async () => {
    // Waits for the line about the customer's confirmation email.
    await vi.waitFor(() => expect(log.lines.join()).toContain('Confirm your email address'), 60_000)
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.server.address() as AddressInfo).port
  })

  it('never causes a server error or an error in the log', async () => {
    const requests = buildMalformedRequests()
    const failures: unknown[] = []
    log.lines.length = 0
    while (requests.length > 0) {
      const pendingReplies = requests.splice(0, CONCURRENCY).map(async ({ name, bytes, closesEarly }) => {
        const statuses = parseHttpStatusCodes(await sendRawBytes(port, bytes, { closesEarly }))
        // A client that closes its side early may get no answer.
        const isUnanswered = statuses.length === 0 && !closesEarly
        if (isUnanswered || statuses.some((status) => status >= 500)) failures.push([name, statuses])
      })
      await Promise.all(pendingReplies)
    }
    expect(failures).toEqual([])
    expect(log.lines).toEqual([])
    expect(parseHttpStatusCodes(await sendRawBytes(port, buildRequestBytes('GET / HTTP/1.1')))).toEqual([200])
  })

  it.runIf(database.name === 'SQLite')('is rejected if a request states its length in two ways', async () => {
    const lengths = ['Content-Length: 5', 'Transfer-Encoding: chunked']
    const body = '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(parseHttpStatusCodes(await sendRawBytes(port, buildRequestBytes('POST /contact HTTP/1.1', lengths, body)))).toEqual([
      400,
    ])
  })

  it.runIf(database.name === 'SQLite')('gets a page that explains what is wrong with its form', async () => {
    const post = (type: string, body: string) =>
      sendRawBytes(port, buildRequestBytes('POST /contact HTTP/1.1', [`Content-Type: ${type}`], body))
    const file = '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\nb\r\n--x--\r\n'
    const refused: [string, string, number, string][] = [
      ['multipart/form-data', file, 400, 'read the form. Please go back and send it again.'],
      ['multipart/form-data; boundary=x', '--x', 400, 'read the form. Please go back and send it again.'],
      ['multipart/form-data; boundary=x', file, 400, 'accept files. Please send it without one.'],
      ['text/plain', 'x', 415, 'A page accepts only its own form.'],
    ]
    for (const [type, body, status, sentence] of refused) {
      const answer = await post(type, body)
      expect([type, parseHttpStatusCodes(answer)]).toEqual([type, [status]])
      expect(answer).toMatch(/content-type: text\/html/i)
      expect(answer).toContain(sentence)
    }
  })
})
