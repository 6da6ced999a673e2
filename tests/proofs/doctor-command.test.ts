import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { SITE_ID_HEADER } from '#platform/db/site-id.ts'
import { createConnectionPeerFinder } from '#platform/http/direct-connection-peer.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { doctorCommand } from '#server/operations/doctor/doctor.ts'
import { listUnlistedProxies } from '#server/operations/unlisted-proxies/store.ts'
import { createUnlistedProxiesModule } from '#server/operations/unlisted-proxies/unlisted-proxies.ts'
import { startFakePayPal } from '../support/fake-paypal.ts'
import { PAYPAL_CREDENTIALS } from '../support/fake-paypal-orders-endpoints.ts'
import { findFreePort } from '../support/free-port.ts'
import { addFutureMigration, futureMigration } from '../support/future-migration.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { fillDisk, mountMemoryDisk, unmount } from '../support/small-disk.ts'
import { publicSiteSettings, startApp } from '../support/test-app.ts'
import { createTestDatabases, describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestFolder } from '../support/test-folder.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

type DoctorFinding = { check: string; state: string; message: string }

async function runDoctor(environment: Record<string, string>) {
  const context = { config: () => readConfig(environment), path: String, print: () => {}, progress: () => {} }
  const { result, isFault, lines } = await doctorCommand.run({}, context)
  const findings = result.checks as DoctorFinding[]
  return {
    isFault,
    text: lines.join('\n'),
    listMessages: (name: string) =>
      findings.filter(({ check }) => check === name).map(({ state, message }) => `${state}: ${message}`),
    problems: findings.filter(({ state }) => state === 'problem').map(({ check }) => check),
  }
}

const parentFolder = createTestFolder()
const sqliteDatabases = createTestDatabases(() => undefined)
let site: { origin: string; answer: { status: number; body: string }; close: () => void }
beforeAll(async () => {
  const answer = { status: 200, body: '{"status":"alive"}' }
  const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  site = { origin: `http://127.0.0.1:${port}`, answer, close: () => server.close() }
})
afterAll(() => site.close())

async function createSiteDatabase(environment: Record<string, string>): Promise<Record<string, string>> {
  await (await openDatabase(readConfig(environment))).close()
  return { ...environment, ORIGIN: site.origin }
}

describeOnEachDatabase('the doctor', (database) => {
  it('finds no problem in a healthy site, and warns about an empty database', async () => {
    const environment = { ...(await database.environment({ hasNoTables: true })), ORIGIN: site.origin }
    expect((await runDoctor(environment)).listMessages('database')).toEqual([
      expect.stringMatching(/^warning: .*The first start creates/),
    ])
    const { isFault, problems, text } = await runDoctor(await createSiteDatabase(environment))
    expect([isFault, problems]).toEqual([false, []])
    expect(text).toMatch(/No problems found\.$/)
  })

  it('finds a database of another version, times in the future and failed email', async () => {
    const environment = await createSiteDatabase(await database.environment())
    const { main, close } = await openDatabase(readConfig(environment))
    const entry = {
      id: 'one',
      at: Date.now() + 3_600_000,
      actor: 'a',
      action: 'user.added',
      subject: 's',
      detail: '{}',
      search_text: '',
    }
    await main.insertInto('audit_log').values(entry).execute()
    const mail = {
      id: 'm',
      recipient: 'a@example.com',
      subject: 's',
      body: 'b',
      attempts: 3,
      due_at: 0,
      last_error: 'no',
      created_at: 0,
    }
    await main.insertInto('email_outbox').values(mail).execute()
    const removeFutureMigration = addFutureMigration()
    onTestFinished(removeFutureMigration)
    const old = await runDoctor(environment)
    expect(old.listMessages('database')).toEqual([
      expect.stringContaining(`the next start migrates it to ${futureMigration.name}`),
    ])
    expect(old.listMessages('clock')).toEqual([
      expect.stringMatching(/^problem: Something was stored 3,[56]\d\d s in the future/),
    ])
    expect(old.listMessages('outbox')).toEqual([expect.stringMatching(/^warning: 1 /)])
    removeFutureMigration()
    await main.insertInto('migration').values({ name: '9998-rooms', digest: 'x', applied_at: 0 }).execute()
    expect((await runDoctor(environment)).listMessages('database')).toEqual([
      expect.stringContaining('problem: This database was written by a newer version'),
    ])
    await close()
  })

  it('finds a proxy that sends X-Forwarded-For and isn’t in TRUST_PROXY', async () => {
    const environment = { ...(await database.environment()), ORIGIN: site.origin, TRUST_PROXY: '127.0.0.9' }
    const running = await startApp(environment)
    const address = await running.app.server.listen({ port: 0, host: '127.0.0.1' })
    const sendRequest = (localAddress: string, headers: Record<string, string>) =>
      once(request(address, { localAddress, headers }).end(), 'response')
    try {
      // The server saves only the first proxy in a minute. It must not save these two.
      await sendRequest('127.0.0.9', { 'x-forwarded-for': '203.0.113.1' })
      await sendRequest('127.0.0.4', {})
      expect((await runDoctor(environment)).listMessages('proxy')).toEqual([expect.stringMatching(/^ok: /)])
      await sendRequest('127.0.0.7', { 'x-forwarded-for': '203.0.113.1' })
      const warning = expect.stringMatching(/^warning: .* from 127\.0\.0\.7, .* TRUST_PROXY=127\.0\.0\.9,127\.0\.0\.7 /)
      await expect.poll(async () => (await runDoctor(environment)).listMessages('proxy')).toEqual([warning])
      const afterFix = await runDoctor({ ...environment, TRUST_PROXY: '127.0.0.9,127.0.0.7' })
      expect(afterFix.listMessages('proxy')).toEqual([expect.stringMatching(/^ok: /)])
    } finally {
      await running.close()
    }
  })

  it('lists at most five private proxies, one per minute and process, and no public ones', async () => {
    const environment = await createSiteDatabase(await database.environment())
    const opened = await openDatabase(readConfig(environment))
    const lookUpPeer = createConnectionPeerFinder([])
    async function recordProxies(addresses: string[]): Promise<void> {
      const { recordForwardingPeer: noteForwarded, close } = createUnlistedProxiesModule({ database: opened })
      for (const remoteAddress of addresses) noteForwarded(lookUpPeer({ remoteAddress } as Socket))
      await close?.()
    }
    const saved = async () => (await listUnlistedProxies(opened.main)).map(({ address }) => address).sort()
    await recordProxies(['203.0.113.7', '2001:db8::7', '::ffff:10.0.0.7', '10.0.0.8', '10.0.0.9'])
    expect(await saved()).toEqual(['10.0.0.7'])
    await opened.main.updateTable('unlisted_proxy').set({ seen_at: 1 }).execute()
    const others = ['100.64.0.3', '172.18.0.1', '192.168.1.1', '::1', 'fd00::5']
    for (const address of others) await recordProxies([address])
    expect(await saved()).toEqual(others)
    await opened.close()
    expect((await runDoctor(environment)).listMessages('proxy')).toHaveLength(5)
  })

  it.runIf(database.name === 'PostgreSQL')(
    'finds a read-only database server and a database server with another clock',
    async () => {
      const environment = await createSiteDatabase(await database.environment())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
      expect((await runDoctor(environment)).listMessages('clock')).toEqual([
        expect.stringMatching(/^problem: This machine’s clock and the database server’s are [56]\d s apart/),
      ])
      vi.useRealTimers()
      const { main, close } = await openDatabase(readConfig(environment))
      const name = sql.id(new URL(environment.DATABASE_URL ?? '').pathname.slice(1))
      await sql`alter database ${name} set default_transaction_read_only = on`.execute(main)
      await close()
      const { problems, listMessages } = await runDoctor(environment)
      expect([problems, listMessages('database')]).toEqual([['database'], [expect.stringContaining('is read-only')]])
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
})

it('The doctor finds a full or nearly full disk, and a folder of another user', async () => {
  const { DATA_DIR = '' } = await sqliteDatabases.environment()
  const checkDisk = async (folder: string) => (await runDoctor({ ORIGIN: site.origin, DATA_DIR: folder })).listMessages('disk')
  // Every Linux system has /proc, which has no free space. Only root may mount a disk of its own.
  expect(await checkDisk('/proc')).toEqual([expect.stringMatching(/^problem: 0 MB are free .* the site can't save/)])
  const isMounted = mountMemoryDisk(DATA_DIR, 200)
  try {
    if (isMounted) {
      expect(await checkDisk(DATA_DIR)).toEqual([expect.stringMatching(/^warning: (19\d|200) MB are free/)])
      fillDisk(DATA_DIR)
      expect(await checkDisk(DATA_DIR)).toEqual([expect.stringMatching(/^problem: 0 MB are free/)])
    }
  } finally {
    if (isMounted) unmount(DATA_DIR)
  }

  // Root can change the owner of a folder. For other users, / belongs to another user.
  const foreign = process.getuid?.() === 0 ? DATA_DIR : '/'
  if (foreign === DATA_DIR) chownSync(DATA_DIR, 65_534, 65_534)
  const { listMessages } = await runDoctor({ ORIGIN: site.origin, DATA_DIR: foreign })
  expect(listMessages('data folder')).toEqual([expect.stringContaining('belongs to another user')])
})

it('The doctor finds a damaged database, files that others can read, and a data folder that is a file', async () => {
  const environment = await createSiteDatabase(await sqliteDatabases.environment())
  const { DATA_DIR = '' } = environment
  const file = join(DATA_DIR, 'rankstead.db')
  chmodSync(file, 0o644)
  expect((await runDoctor(environment)).listMessages('secrets')).toEqual([expect.stringMatching(`^warning: .*${file}`)])
  chmodSync(DATA_DIR, 0o755)
  expect((await runDoctor(environment)).listMessages('secrets')).toEqual([
    expect.stringMatching(`^problem: .*${DATA_DIR}, .*chmod`),
  ])
  const { length } = readFileSync(file)
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(length - 8_192, 7), 0, length - 8_192, 8_192)
  closeSync(opened)
  expect((await runDoctor(environment)).problems).toContain('database')
  const path = join(DATA_DIR, 'a-file')
  writeFileSync(path, '', { mode: 0o600 })
  expect((await runDoctor({ ORIGIN: site.origin, DATA_DIR: path })).listMessages('data folder')).toEqual([
    `problem: ${path} is not a folder.`,
  ])
})

it('The doctor finds a database that takes no writes', async () => {
  const environment = await createSiteDatabase(await sqliteDatabases.environment())
  expect((await runDoctor(environment)).listMessages('database')).toEqual(['ok: SQLite is healthy and can save.'])
  const other = new DatabaseSync(join(environment.DATA_DIR ?? '', 'rankstead.db'))
  other.exec('begin immediate')
  expect((await runDoctor(environment)).listMessages('database')).toEqual([
    expect.stringMatching(/^problem: SQLite can be read, but saving fails\. Nothing was saved, /),
  ])
  other.close()
})

it('The doctor finds a database server that does not answer, and an invalid configuration', async () => {
  const DATABASE_URL = `postgres://user:very-secret@127.0.0.1:${await findFreePort()}/none`
  const unreachable = await runDoctor({ ...(await sqliteDatabases.environment()), ORIGIN: site.origin, DATABASE_URL })
  expect(unreachable.listMessages('database')).toEqual([expect.stringContaining('no database server answers there')])
  expect(unreachable.text).not.toContain('very-secret')
  const wrong = await runDoctor({ PORT: 'abc' })
  expect([wrong.isFault, wrong.problems]).toEqual([true, ['configuration']])
})

it('The doctor finds a mail server that is down, rejects the log-in, or is missing on a public site', async () => {
  const environment = await createSiteDatabase(await sqliteDatabases.environment())
  const server = await startMailServer()
  expect((await runDoctor({ ...environment, SMTP_URL: server.url })).listMessages('mail server')).toEqual([
    expect.stringMatching(/^ok: .*can be reached/),
  ])
  await server.close()
  const unreachable = await runDoctor({ ...environment, SMTP_URL: server.url })
  expect(unreachable.listMessages('mail server')).toEqual([expect.stringMatching(/^problem: .*does not work as the mail server/)])

  const strict = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error('Wrong')),
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => strict.listen(port, '127.0.0.1', resolve))
  const refused = await runDoctor({ ...environment, SMTP_URL: `smtp://me:very-secret@127.0.0.1:${port}` })
  expect(refused.listMessages('mail server')).toEqual([expect.stringContaining('refused the user or the password of SMTP_URL')])
  expect(refused.text).not.toContain('very-secret')
  await new Promise<void>((resolve) => strict.close(resolve))
  const open = await runDoctor({ ...environment, ...publicSiteSettings('https://site.invalid') })
  expect(open.listMessages('mail server')).toEqual([expect.stringMatching(/^warning: /)])
})

it('The doctor finds a payment provider that rejects the credentials or cannot be reached', async () => {
  const paypal = await startFakePayPal()
  const environment = {
    ...(await createSiteDatabase(await sqliteDatabases.environment())),
    ...PAYPAL_CREDENTIALS,
    PAYMENTS: 'paypal-orders',
    PAYPAL_MODE: 'sandbox',
    PAYPAL_API_URL: paypal.url,
    PAYPAL_VERIFY_URL: `${paypal.url}/cgi-bin/webscr`,
  }
  expect((await runDoctor(environment)).listMessages('payments')).toEqual([
    expect.stringContaining('ok: paypal-orders (sandbox: no real money)'),
  ])
  const unknown = await runDoctor({ ...environment, PAYPAL_CLIENT_SECRET: 'not-that-one' })
  expect(unknown.listMessages('payments')).toEqual([
    expect.stringContaining('problem: PayPal rejects the login: PayPal gave no access token (401)'),
  ])
  expect(unknown.text).not.toContain('not-that-one')
  await paypal.close()
  expect((await runDoctor(environment)).problems).toEqual(['payments'])
})

it('The doctor finds an ORIGIN that another server answers, or no server', async () => {
  const environment = await createSiteDatabase(await sqliteDatabases.environment())
  site.answer.body = '<html>Welcome to nginx</html>'
  expect((await runDoctor(environment)).listMessages('address')).toEqual([
    `problem: ${site.origin} is answered by another program (200). Check ORIGIN and the proxy.`,
  ])
  site.answer.body = '{"status":"alive"}'
  const nowhere = await runDoctor({ ...environment, ORIGIN: `http://127.0.0.1:${await findFreePort()}` })
  expect(nowhere.listMessages('address')).toEqual([
    expect.stringMatching(/^problem: .*cannot be reached from here \(ECONNREFUSED\)/),
  ])
})

describeOnEachDatabase('the doctor of a running site', (database) => {
  it('knows it from another site and from a copy, and finds it at another port', async () => {
    const environment = await database.environment()
    const otherEnvironment = await sqliteDatabases.environment()
    const [running, other] = [await startServerProcess(environment), await startServerProcess(otherEnvironment)]
    onTestFinished(async () => void (await Promise.all([running.stop(), other.stop()])))
    const listAddressFindings = async (port: number) =>
      (await runDoctor({ ...environment, PORT: String(port) })).listMessages('address')
    const origin = `http://127.0.0.1:${running.port}`
    expect(await listAddressFindings(running.port)).toEqual([
      `ok: ${origin} leads to this site.`,
      expect.stringMatching(/^ok: The page at .* and its \d+ files can be loaded\.$/),
    ])
    for (const port of [other.port, await findFreePort()])
      expect(await listAddressFindings(port)).toEqual([
        `warning: This site runs at ${origin}, but this command looked at http://127.0.0.1:${port}. Run it with the site’s ORIGIN and PORT.`,
        expect.stringMatching(/^ok: The page at /),
      ])
    await running.stop()
    expect(await listAddressFindings(other.port)).toEqual([
      `problem: http://127.0.0.1:${other.port} is answered by another Rankstead site, not the one with this data. Check ORIGIN, PORT and DATA_DIR.`,
    ])
  })
})

it('A site serves all its files from a folder with a space, a percent sign, a number sign, a question mark and an accent', async () => {
  const folder = join(parentFolder, 'my site', '100%25 # sold?', 'src', 'server', 'café')
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const environment = { ...(await sqliteDatabases.environment()), SEED: 'demo' }
  const running = await startServerProcess(environment, { serverFile: join(folder, 'dist/server/main.js') })
  onTestFinished(async () => void (await running.stop()))
  expect((await runDoctor({ ...environment, PORT: String(running.port) })).listMessages('address')).toEqual([
    expect.stringMatching(/^ok: /),
    expect.stringMatching(/^ok: The page at .* and its \d+ files can be loaded\.$/),
  ])
  // Another process draws it, and reads files too.
  const page = await (await fetch(`http://127.0.0.1:${running.port}/`)).text()
  const image = await fetch(/"og:image" content="([^"]+)"/.exec(page)?.[1] ?? '')
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
})

it('The doctor names the files of the page that are missing', async () => {
  const files = new Map([
    ['/', '<link rel="stylesheet" href="/assets/a.css"><script src="/assets/b.js"></script>'],
    ['/assets/a.css', '@font-face { src: url(/assets/c.woff2) }'],
  ])
  const { DATA_DIR = '', ...environment } = await sqliteDatabases.environment()
  const app = await startApp({ DATA_DIR, ...environment })
  const siteId = (await app.request('GET', '/healthz')).headers[SITE_ID_HEADER]
  await app.close()
  const server = createServer(({ url = '' }, response) => {
    const text = url === '/healthz' ? '{"status":"alive"}' : files.get(url)
    const type = url.endsWith('.css') ? 'text/css' : 'text/html'
    response.writeHead(text ? 200 : 404, { 'content-type': type, [SITE_ID_HEADER]: String(siteId) }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await runDoctor({ DATA_DIR, ORIGIN: origin })).listMessages('address')).toEqual([
    `ok: ${origin} leads to this site.`,
    `problem: 2 of the 3 files of ${origin}/ can’t be loaded: /assets/b.js (404), /assets/c.woff2 (404). Visitors see it without styles, scripts or fonts. Build the site again, or check the proxy.`,
  ])
})

it('The doctor warns if MAIL_FROM is missing', async () => {
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.close())
  const environment = {
    ...(await sqliteDatabases.environment()),
    ...publicSiteSettings('https://shop.example'),
    SMTP_URL: mailServer.url,
  }
  expect((await runDoctor(environment)).listMessages('mail server')).toEqual([
    expect.stringMatching(/^ok: /),
    expect.stringMatching(
      /^warning: MAIL_FROM is not set, so emails come from Rankstead <no-reply@shop\.example>\. Set it to an address that you read\.$/,
    ),
  ])
})
