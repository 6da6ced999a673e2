import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { parseCommand } from '../../src/server/operations/command/parse-command.ts'
import { commands } from '../../src/server/operations/commands.ts'
import { openDatabase } from '../../src/server/platform/db/open-database.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { createTestBrowser, registerAccount } from '../support/test-accounts.ts'
import { adminEmail, password, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const COMMAND_LINE_FILE = fileURLToPath(new URL('../../dist/server/command-line.js', import.meta.url))
/** Each command is a process of its own, in ms. */
const SLOW_TEST_TIMEOUT = 120_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rankstead-command-'))
})
afterAll(() => rm(folder, { recursive: true }))

function startCommand(args: readonly string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'nowhere'), INIT_CWD: folder, ...environment }
  return spawn(process.execPath, [COMMAND_LINE_FILE, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs the built program to its end. */
async function runCommand(args: readonly string[], environment?: Record<string, string>) {
  const child = startCommand(args, environment)
  let [out, errorOutput] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out, said: errorOutput }
}

/** The one JSON object that stands on its output. */
async function runForJson(args: readonly string[], environment?: Record<string, string>): Promise<Record<string, unknown>> {
  const { code, out, said: errorOutput } = await runCommand([...args, '--json'], environment)
  expect(errorOutput).toBe('')
  expect(out.trim().split('\n')).toHaveLength(1)
  return { code, ...JSON.parse(out) }
}

describe('rankstead', () => {
  it('has help for every command, which says its arguments and exit codes', () => {
    const shown = parseCommand(commands, ['--help'])
    for (const { name, summary, arguments: named } of commands) {
      expect(shown).toMatchObject({ help: expect.stringContaining(summary) })
      const called = parseCommand(commands, [...name.split(' '), '--help'])
      expect(called).toMatchObject({ help: expect.stringMatching(/Exit codes: 0 it was done; 1 .+; 2 /) })
      for (const argument of Object.keys(named)) expect('help' in called && called.help).toContain(argument)
    }
  })

  it.each([
    [[], 'Name a command.', 'verify-backup FILE'],
    [['bakcup'], 'There is no command bakcup.', 'verify-backup FILE'],
    [['admin', 'boss'], 'There is no command admin boss.', 'admin reset EMAIL'],
    [['backup'], 'backup needs FILE.', 'where to'],
    [['backup', 'a', 'b'], 'backup does not take b.', 'where to'],
    [['doctor', '--fast'], "Unknown option '--fast'.", 'Looks for what is wrong'],
  ])('called with %j says what is wrong with that and the nearest help', (args, mistake, help) => {
    expect(parseCommand(commands, args)).toEqual({ mistake, help: expect.stringContaining(help), isJson: false })
  })

  it('ends with 2 where it is called wrongly, with 1 where it fails, and says why without a stack', async () => {
    const wrong = await runCommand(['backup'])
    expect([wrong.code, wrong.out]).toEqual([2, ''])
    expect(wrong.said).toMatch(/^backup needs FILE\.\n/)
    const failed = await runCommand(['backup', 'a.backup'])
    expect([failed.code, failed.out]).toEqual([1, ''])
    expect(failed.said).toBe(`There is no site in ${join(folder, 'nowhere')}. Name the folder of one as DATA_DIR.\n`)
    const json = await runForJson(['restore', 'none'], { DATA_DIR: join(folder, 'fresh') })
    expect(json).toEqual({ code: 1, command: 'restore', done: false, error: `There is no file ${join(folder, 'none')}.` })
    expect((await runForJson(['doctor'], { PORT: 'abc' })).problems).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  it('rejects an argument that is not an email address with exit code 2 and a message on the error output', async () => {
    for (const command of ['make', 'reset', 'second-factor']) {
      const { code, out, said: errorOutput } = await runCommand(['admin', command, 'notanemail'])
      expect([code, out, errorOutput]).toEqual([2, '', 'notanemail is not an email address.\n'])
    }
  })
})

describeOnEachDatabase('the commands', (database) => {
  it('make a database, fill it, keep it, try the backup and put it back, each with an answer for programs', {
    timeout: SLOW_TEST_TIMEOUT,
  }, async () => {
    const environment = await database.environment()
    const file = join(folder, `${database.name}.backup`)
    expect(await runForJson(['migrate'], environment)).toMatchObject({
      code: 0,
      done: true,
      steps: ['0001-baseline'],
    })
    expect(await runForJson(['migrate'], environment)).toMatchObject({ code: 0, steps: [] })
    expect(await runForJson(['seed'], environment)).toEqual({ code: 0, command: 'seed', done: true })
    expect(await runForJson(['seed'], environment)).toMatchObject({
      code: 1,
      done: false,
      error: expect.stringContaining('holds something already'),
    })
    const { code, ...kept } = await runForJson(['backup', `${database.name}.backup`], environment)
    expect([code, kept.file, kept.database]).toEqual([0, file, database.name])
    const verified = await runForJson(['verify-backup', file])
    expect(verified).toMatchObject({ code: 0, done: true, rows: kept.rows, tables: kept.tables })
    const target = await database.environment()
    expect(await runForJson(['restore', file], target)).toMatchObject({ code: 0, rows: kept.rows, tables: kept.tables })
    expect(await runForJson(['restore', file], target)).toMatchObject({
      code: 1,
      done: false,
      error: expect.stringContaining('already'),
    })
    const again = await runForJson(['backup', 'again.backup'], target)
    expect(again.tables).toEqual(kept.tables)
  })

  it('leave the earlier backup where one is killed, and remove what that left', { timeout: SLOW_TEST_TIMEOUT }, async () => {
    const environment = await database.environment()
    const { write, close } = await openDatabase(readConfig(environment))
    for (let nth = 0; nth < 4; nth++) {
      const row = { name: `large ${nth}`, value: randomBytes(3_000_000).toString('base64') }
      await write((tx) => tx.insertInto('app_secret').values(row).execute())
    }
    await close()
    const place = await mkdtemp(join(folder, 'killed-'))
    const file = join(place, 'site.backup')
    writeFileSync(file, 'the earlier one')
    const child = startCommand(['backup', file], environment)
    const exit = once(child, 'exit')
    await expect.poll(() => readdirSync(place).length, { timeout: 20_000, interval: 5 }).toBe(2)
    child.kill('SIGKILL')
    await exit
    expect(readFileSync(file, 'utf8')).toBe('the earlier one')
    // Backup names often hold a date, so the next backup has another name.
    const next = join(place, 'site-of-tomorrow.backup')
    expect((await runCommand(['backup', next], environment)).code).toBe(0)
    expect(readdirSync(place)).toEqual(['site-of-tomorrow.backup', 'site.backup'])
    expect((await runCommand(['verify-backup', next])).code).toBe(0)
  })

  describe('for admins', () => {
    let site: TestApp
    let environment: Record<string, string>
    beforeAll(async () => {
      environment = await database.environment()
      site = await startApp(environment)
    })
    afterAll(() => site.close())

    const choosePassword = (link: unknown) => {
      const token = new URL(String(link)).searchParams.get('token')
      return site.request('POST', '/api/reset-password', { body: { token, password: 'a new password' } })
    }

    it('make one of somebody without an account, who chooses a password by the link that is printed', async () => {
      const makeAdminReply = await runForJson(['admin', 'make', 'New@Example.com'], environment)
      expect(makeAdminReply).toMatchObject({ code: 0, email: 'new@example.com', isNew: true })
      expect((await choosePassword(makeAdminReply.link)).status).toBe(200)
      const person = createTestBrowser(site)
      await person.call('POST', '/api/sign-in', { email: 'new@example.com', password: 'a new password' })
      expect((await person.call('GET', '/api/admin-users')).status).toBe(200)
      expect(await runForJson(['admin', 'make', 'new@example.com'], environment)).toMatchObject({ isNew: false, link: null })
      const stored = await openSiteDatabase(environment)
      expect(await stored.listAuditEntries('user.added')).toContainEqual(expect.objectContaining({ actor: 'command line' }))
      expect(await stored.listAuditEntries('password.link-made')).toHaveLength(1)
      expect(await stored.listMails()).toContain(`${adminEmail}: An admin user was changed`)
      await stored.close()
    })

    it('reset a password: the old one and all sessions end at once', async () => {
      const email = 'person@example.com'
      await registerAccount(site, email)
      const stored = await openSiteDatabase(environment)
      expect(await stored.listSessionIds(email)).not.toEqual([])
      const { link, code } = await runForJson(['admin', 'reset', email], environment)
      expect([code, await stored.listSessionIds(email)]).toEqual([0, []])
      expect((await site.request('POST', '/api/sign-in', { body: { email, password } })).status).toBe(401)
      expect((await choosePassword(link)).status).toBe(200)
      expect((await choosePassword(link)).status).toBe(400)
      expect(await stored.listMails()).toContain(`${email}: Your password was changed`)
      await stored.close()
      expect((await runCommand(['admin', 'reset', 'nobody@example.com'], environment)).said).toContain('There is no account')
    })

    it('take a second factor off', async () => {
      const email = 'locked@example.com'
      await registerAccount(site, email)
      const stored = await openSiteDatabase(environment)
      await stored.addSecondFactor(email)
      expect((await runCommand(['admin', 'second-factor', email], environment)).code).toBe(0)
      expect([await stored.findSecondFactorSecret(email), await stored.listSessionIds(email)]).toEqual([undefined, []])
      expect((await site.request('POST', '/api/sign-in', { body: { email, password } })).status).toBe(200)
      expect(await stored.listAuditEntries('second-factor.turned-off')).toEqual([
        expect.objectContaining({ actor: 'command line', subject: email }),
      ])
      await stored.close()
      expect((await runCommand(['admin', 'second-factor', email], environment)).said).toContain('has no second factor')
    })
  })
})
