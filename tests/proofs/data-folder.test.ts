import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDataFolder } from '#platform/db/prepare-data-folder.ts'
import { findFreePort } from '../support/free-port.ts'
import { publicSiteSettings } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const OTHERS_MODE_MASK = 0o077
const getMode = (path: string) => lstatSync(path).mode & 0o7777
/** Lists a folder and everything in it. */
const listPaths = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
]

type Running = { child: ChildProcess; url: string; output: () => string }

/** Starts the server in its own process, with a umask that lets other users read new files. */
async function start(environment: Record<string, string>): Promise<Running> {
  const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
  const PORT = String(await findFreePort())
  const env = { PATH: process.env.PATH, ...environment, PORT, SEED: 'none' }
  const child = spawn('/bin/sh', ['-c', 'umask 022 && exec "$0" "$1"', process.execPath, main], { env })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`
    if (!line.includes('to create the first admin')) continue
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stdout.resume()
    return { child, url: `http://127.0.0.1:${PORT}`, output: () => output }
  }
  throw new Error(`The server ended early: ${output}`)
}

async function stop({ child }: Running): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

const post = (url: string, path: string, body: object, origin: string) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', origin }, body: JSON.stringify(body) })

describeOnEachDatabase('the data folder of a running site', (database) => {
  it('is closed to other users with all its files, and the log shows no secret link', async () => {
    const { DATA_DIR = '', ...environment } = await database.environment()
    const dataFolder = join(DATA_DIR, 'lax')
    mkdirSync(join(dataFolder, 'mail'), { recursive: true })
    for (const name of ['rankstead.db', 'mail/old.eml']) writeFileSync(join(dataFolder, name), '')
    for (const path of listPaths(dataFolder)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644)

    const origin = 'https://shop.example'
    const site = await start({ ...environment, DATA_DIR: dataFolder, ...publicSiteSettings(origin) })
    const file = join(dataFolder, 'set-up-link.txt')
    const link = readFileSync(file, 'utf8').trim()
    expect(link).toMatch(/^https:\/\/shop\.example\/add-user\?code=[\w-]{43}$/)
    expect(site.output()).toContain(file)
    const registered = await post(site.url, '/api/register', { email: 'person@example.com', password: 'correct horse' }, origin)
    expect(registered.status).toBe(201)
    // An unfinished mail file has another name.
    const newMail = () => readdirSync(join(dataFolder, 'mail')).find((name) => name.endsWith('.eml') && name !== 'old.eml')
    await expect.poll(newMail).toBeDefined()
    const mailFile = newMail() ?? ''
    await expect.poll(() => site.output()).toContain(mailFile)

    const paths = listPaths(dataFolder)
    const count = database.name === 'SQLite' ? 11 : 7
    expect(paths).toHaveLength(count)
    expect(paths.filter((path) => getMode(path) & OTHERS_MODE_MASK)).toEqual([])

    const mail = readFileSync(join(dataFolder, 'mail', mailFile), 'utf8')
    const secrets = [new URL(link).searchParams.get('code') ?? '', /token=3D(\w{20})/.exec(mail)?.[1] ?? '']
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThanOrEqual(20)
      expect(site.output()).not.toContain(secret)
    }
    const [code] = secrets
    const firstAdminReply = await post(
      site.url,
      '/api/first-admin',
      { code, email: 'owner@example.com', password: 'correct horse' },
      origin,
    )
    expect([firstAdminReply.status, existsSync(file)]).toEqual([201, false])
    await stop(site)
  })
})

describe('a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rankstead-data-'))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })

  it('is created with its parent folders if it is missing', () => {
    const inner = join(folder, 'a/b/data')
    prepareDataFolder(inner)
    for (const path of ['a', 'a/b', 'a/b/data']) expect(getMode(join(folder, path))).toBe(0o700)
    prepareDataFolder(inner)
  })

  it('keeps the modes of other files beside the database', () => {
    for (const name of ['rankstead.db', 'notes.txt']) writeFileSync(join(folder, name), '')
    for (const path of listPaths(folder)) chmodSync(path, 0o755)
    prepareDataFolder(folder)
    expect(['', 'rankstead.db', 'notes.txt'].map((name) => getMode(join(folder, name)))).toEqual([0o700, 0o600, 0o755])
  })

  it('is rejected and left unchanged if other users share it or it holds other files', () => {
    const shared = join(folder, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    const home = join(folder, 'home')
    mkdirSync(home, { mode: 0o755 })
    writeFileSync(join(home, 'letter.txt'), '')
    for (const path of [shared, home]) {
      const before = getMode(path)
      const reason = path === shared ? 'is also open to other users of this machine' : 'holds other files'
      const sentence = `DATA_DIR: ${path} ${reason}; it must be a separate folder, such as ${join(path, 'rankstead')}.`
      expect(() => prepareDataFolder(path)).toThrow(sentence)
      expect(getMode(path)).toBe(before)
      prepareDataFolder(join(path, 'rankstead'))
    }
  })

  it('can be prepared while another process creates and deletes files in it', async () => {
    const source = `
      const { writeFileSync, rmSync } = require('node:fs')
      const { workerData, parentPort } = require('node:worker_threads')
      let rounds = 0
      const round = () => {
        for (let left = 100; left > 0; left--) {
          for (const file of workerData) writeFileSync(file, '')
          for (const file of workerData) rmSync(file)
        }
        if (++rounds === 1) parentPort.postMessage('begun')
        setImmediate(round)
      }
      round()`
    const files = ['1', '2', '3'].map((pid) => join(folder, `process-${pid}.lock`))
    const other = new Worker(source, { eval: true, workerData: files })
    await once(other, 'message')
    for (let left = 500; left > 0; left--) prepareDataFolder(folder)
    await other.terminate()
  })

  it('is rejected if another user owns it', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(lstatSync(folder).uid + 1)
    expect(() => prepareDataFolder(folder)).toThrow('is also open to other users of this machine')
  })

  it('is rejected at once with a clear sentence if it cannot be created or written', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const path of ['/proc/x', '/proc/x/y', file, join(file, 'x'), join(file, 'x/y'), '/sys/x'])
      expect(() => prepareDataFolder(path), path).toThrow(/^The configuration cannot be used\. DATA_DIR: .+\.$/)
    expect(() => prepareDataFolder(file)).toThrow('is a file or inside one; choose a folder')
  })
})
