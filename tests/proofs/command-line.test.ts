import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { migrations } from '#server/migrations/migrations.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { parseCommand } from '#server/operations/command/parse-command.ts'
import { commands } from '#server/operations/commands.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { createTestBrowser, registerAccount } from '../support/test-accounts.ts'
import { adminEmail, password, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestFolder } from '../support/test-folder.ts'

const COMMAND_LINE_FILE = fileURLToPath(new URL('../../dist/server/command-line.js', import.meta.url))
/** In ms. Each command runs in its own process. */
const folder = createTestFolder()

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
  return { code, out, errorOutput }
}

/** Runs a command with `--json` and parses the one line that it prints. */
async function runForJson(args: readonly string[], environment?: Record<string, string>): Promise<Record<string, unknown>> {
  const { code, out, errorOutput } = await runCommand([...args, '--json'], environment)
  expect(errorOutput).toBe('')
  expect(out.trim().split('\n')).toHaveLength(1)
  return { code, ...JSON.parse(out) }
}

describe('rankstead', () => {
  it('prints help for every command, with its arguments and exit codes', () => {
    const help = parseCommand(commands, ['--help'])
    for (const input of [[], ['help'], ['-h'], ['help', '--help']]) expect(parseCommand(commands, input)).toEqual(help)
    for (const { name, summary, arguments: named } of commands) {
      expect(help).toMatchObject({ help: expect.stringContaining(summary) })
      const commandHelp = parseCommand(commands, [...name.split(' '), '--help'])
      expect(commandHelp).toMatchObject({ help: expect.stringMatching(/Exit codes: 0 done; 1 .+; 2 /) })
      expect(parseCommand(commands, ['help', ...name.split(' ')])).toEqual(commandHelp)
      for (const argument of Object.keys(named)) expect('help' in commandHelp && commandHelp.help).toContain(argument)
    }
  })

  it.each([
    [['bakcup'], 'There is no command bakcup. Did you mean backup?', 'verify-backup FILE'],
    [['Doctor'], 'There is no command Doctor. Did you mean doctor?', 'verify-backup FILE'],
    [['help', 'verify'], 'There is no command verify. Did you mean verify-backup?', 'verify-backup FILE'],
    [['admin', 'rest', 'a@b.example'], 'There is no command admin rest. Did you mean admin reset?', 'admin reset EMAIL'],
    [['frobnicate'], 'There is no command frobnicate.', 'verify-backup FILE'],
    [['backup'], 'backup needs FILE.', 'where to'],
    [['backup', 'a', 'b'], 'backup does not take b.', 'where to'],
    [['doctor', '--fast'], "Unknown option '--fast'.", 'Finds problems with a site'],
  ])('called with %j names the mistake and shows the nearest help', (args, mistake, help) => {
    expect(parseCommand(commands, args)).toEqual({ mistake, help: expect.stringContaining(help), isJson: false })
  })

  it('exits with 2 after a wrong call and with 1 after a failure, and prints the reason without a stack', async () => {
    const wrong = await runCommand(['backup'])
    expect([wrong.code, wrong.out]).toEqual([2, ''])
    expect(wrong.errorOutput).toMatch(/^backup needs FILE\.\n/)
    const failed = await runCommand(['backup', 'a.backup'])
    expect([failed.code, failed.out]).toEqual([1, ''])
    expect(failed.errorOutput).toBe(`There is no site in ${join(folder, 'nowhere')}. Set DATA_DIR to the folder of a site.\n`)
    const json = await runForJson(['restore', 'none'], { DATA_DIR: join(folder, 'fresh') })
    expect(json).toEqual({ code: 1, command: 'restore', done: false, error: `There is no file ${join(folder, 'none')}.` })
    expect((await runForJson(['doctor'], { PORT: 'abc' })).problems).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  it('exits with 2 and an error message if an argument is not an email address', async () => {
    for (const command of ['make', 'reset', 'second-factor']) {
      const { code, out, errorOutput } = await runCommand(['admin', command, 'notanemail'])
      expect([code, out, errorOutput]).toEqual([2, '', 'notanemail is not an email address.\n'])
    }
  })
})

describeOnEachDatabase('the commands', (database) => {
  it('migrate, seed, back up, verify and restore a database, and each prints JSON', async () => {
    const environment = await database.environment({ hasNoTables: true })
    const file = join(folder, `${database.name}.backup`)
    expect(await runForJson(['migrate'], environment)).toMatchObject({
      code: 0,
      done: true,
      steps: migrations.map(({ name }) => name),
    })
    expect(await runForJson(['migrate'], environment)).toMatchObject({ code: 0, steps: [] })
    expect(await runForJson(['seed'], environment)).toEqual({ code: 0, command: 'seed', done: true })
    expect(await runForJson(['seed'], environment)).toMatchObject({
      code: 1,
      done: false,
      error: expect.stringContaining('already holds data'),
    })
    const { code, ...backedUp } = await runForJson(['backup', `${database.name}.backup`], environment)
    expect([code, backedUp.file, backedUp.database]).toEqual([0, file, database.name])
    const verified = await runForJson(['verify-backup', file])
    expect(verified).toMatchObject({ code: 0, done: true, rows: backedUp.rows, tables: backedUp.tables })
    const target = await database.environment({ hasNoTables: true })
    expect(await runForJson(['restore', file], target)).toMatchObject({ code: 0, rows: backedUp.rows, tables: backedUp.tables })
    expect(await runForJson(['restore', file], target)).toMatchObject({
      code: 1,
      done: false,
      error: expect.stringContaining('already'),
    })
    const again = await runForJson(['backup', 'again.backup'], target)
    expect(again.tables).toEqual(backedUp.tables)
  })

  it('keep the earlier backup if a backup is killed, and later remove its partial file', async () => {
    const environment = await database.environment()
    const { write, close } = await openDatabase(readConfig(environment))
    for (let nth = 0; nth < 4; nth++) {
      const row = { name: `large ${nth}`, value: randomBytes(3_000_000).toString('base64') }
      await write((tx) => tx.insertInto('app_secret').values(row).execute())
    }
    await close()
    const backupFolder = await mkdtemp(join(folder, 'killed-'))
    const file = join(backupFolder, 'site.backup')
    writeFileSync(file, 'the earlier one')
    const child = startCommand(['backup', file], environment)
    const exit = once(child, 'exit')
    await expect.poll(() => readdirSync(backupFolder).length, { interval: 5 }).toBe(2)
    child.kill('SIGKILL')
    await exit
    expect(readFileSync(file, 'utf8')).toBe('the earlier one')
    // Backup names often hold a date, so the next backup has another name.
    const next = join(backupFolder, 'site-of-tomorrow.backup')
    expect((await runCommand(['backup', next], environment)).code).toBe(0)
    expect(readdirSync(backupFolder)).toEqual(['site-of-tomorrow.backup', 'site.backup'])
    expect((await runCommand(['verify-backup', next])).code).toBe(0)
  })

  describe('for admins', () => {
    const site = startAppForSuite(database)

    const choosePassword = (link: unknown) => {
      const token = new URL(String(link)).searchParams.get('token')
      return site.request('POST', '/api/reset-password', { body: { token, password: 'a new password' } })
    }

    it('make an admin without an account and print a link to choose a password', async () => {
      const makeAdminReply = await runForJson(['admin', 'make', '\u200bNew@Example.com\u00a0'], site.environment)
      expect(makeAdminReply).toMatchObject({ code: 0, email: 'new@example.com', isNew: true })
      expect((await choosePassword(makeAdminReply.link)).status).toBe(200)
      const person = createTestBrowser(site)
      await person.call('POST', '/api/sign-in', { email: 'new@example.com', password: 'a new password' })
      expect((await person.call('GET', '/api/admin-users')).status).toBe(200)
      expect(await runForJson(['admin', 'make', 'new@example.com'], site.environment)).toMatchObject({ isNew: false, link: null })
      const stored = await openSiteDatabase(site.environment)
      expect(await stored.listAuditEntries('user.added')).toContainEqual(expect.objectContaining({ actor: 'command line' }))
      expect(await stored.listAuditEntries('password.link-made')).toHaveLength(1)
      expect(await stored.listMails()).toContain(`${adminEmail}: An admin user was changed`)
      await stored.close()
    })

    it('reset a password, which ends the old password and all sessions at once', async () => {
      const email = 'person@example.com'
      await registerAccount(site, email)
      const stored = await openSiteDatabase(site.environment)
      expect(await stored.listSessionIds(email)).not.toEqual([])
      const { link, code } = await runForJson(['admin', 'reset', email], site.environment)
      expect([code, await stored.listSessionIds(email)]).toEqual([0, []])
      expect((await site.request('POST', '/api/sign-in', { body: { email, password } })).status).toBe(401)
      expect((await choosePassword(link)).status).toBe(200)
      expect((await choosePassword(link)).status).toBe(400)
      expect(await stored.listMails()).toContain(`${email}: Your password was changed`)
      await stored.close()
      expect((await runCommand(['admin', 'reset', 'nobody@example.com'], site.environment)).errorOutput).toContain(
        'There is no account',
      )
    })

    it('turn off a second factor', async () => {
      const email = 'locked@example.com'
      await registerAccount(site, email)
      const stored = await openSiteDatabase(site.environment)
      await stored.addSecondFactor(email)
      expect((await runCommand(['admin', 'second-factor', email], site.environment)).code).toBe(0)
      expect([await stored.findSecondFactorSecret(email), await stored.listSessionIds(email)]).toEqual([undefined, []])
      expect((await site.request('POST', '/api/sign-in', { body: { email, password } })).status).toBe(200)
      expect(await stored.listAuditEntries('second-factor.turned-off')).toEqual([
        expect.objectContaining({ actor: 'command line', subject: email }),
      ])
      await stored.close()
      expect((await runCommand(['admin', 'second-factor', email], site.environment)).errorOutput).toContain(
        'does not use two-step verification',
      )
    })
  })
})
