import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../../tests/support/free-port.ts'
import { buildCleanEnvironment, copyRepository } from '../../tests/support/repository-copy.ts'
import { logIn } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings } from '../support/test-site.ts'
import { getSharedBrowser, waitForHydration } from '../support/visitor.ts'

// Runs `npm run dev` on an unbuilt copy of this repository.
let repositoryCopy: string
let url: string
let dev: ChildProcess
let page: Page
const faults: string[] = []

beforeAll(async () => {
  repositoryCopy = copyRepository()
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(repositoryCopy, 'node_modules'))
  const PORT = String(await findFreePort())
  const env = buildCleanEnvironment({ ...ownerSettings, PORT, DATA_DIR: join(repositoryCopy, 'data'), RATE_LIMITS: 'off' })
  dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: repositoryCopy, env, stdio: ['ignore', 'pipe', 'inherit'] })
  url = `http://127.0.0.1:${PORT}`
  await waitForOutput(dev, `Rankstead runs at ${url}`)
  page = await (await getSharedBrowser()).newPage({ baseURL: url })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
})
afterAll(async () => {
  await page?.close()
  dev.kill('SIGTERM')
  expect((await once(dev, 'exit'))[0]).toBe(0)
  rmSync(repositoryCopy, { recursive: true })
})

it('shows a changed style without loading the page again', async () => {
  await page.goto('/')
  await markPage(page)
  editFile('src/web/public/sections/banner/banner.css', (css) => `${css}\n@layer base { :root { --seen: 7px; } }\n`)
  const readStyle = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--seen'))
  await expect.poll(readStyle).toBe('7px')
  expect(await isMarked(page)).toBe(true)
})

it('loads a public page again after its view changed', async () => {
  editFile('src/web/public/sections/faq/section.tsx', (view) => view.replace('"faq-side">', '"faq-side"><p>Seen at once.</p>'))
  await page.getByText('Seen at once.').waitFor()
})

it('shows a changed view of the admin without loading the page again', async () => {
  await logIn(page, '/setting', ownerCredentials)
  await waitForHydration(page)
  await markPage(page)
  editFile('src/web/admin/all-content/all-content-page.tsx', (view) =>
    view.replace('One card for each part', 'A card for each part'),
  )
  await page.getByText('A card for each part').waitFor()
  expect(await isMarked(page)).toBe(true)
})

it('runs a changed handler', async () => {
  editFile('src/server/site/pages/robots-txt.ts', (code) => code.replace(/User-agent: \*/g, 'User-agent: everyone'))
  await expect.poll(async () => (await fetch(`${url}/robots.txt`)).text()).toContain('everyone')
})

it('applies a changed declaration to the API and the web', async () => {
  const kind = 'src/contract/content/kinds/banner.ts'
  editFile(kind, (text) =>
    text.replace("title: 'Banner'", "title: 'Masthead'").replace("textField('Heading'", "textField('Headline'"),
  )
  await expect.poll(async () => (await fetch(`${url}/api/openapi.json`)).text()).toMatch(/Masthead: all/)
  const [banner] = await (await fetch(`${url}/api/banner`)).json()
  await page.goto(`/banner/${banner._id}`)
  await page.getByLabel('Headline', { exact: true }).waitFor()
})

it('runs React’s development build without errors in the browser', () => {
  expect(readFileSync(join(repositoryCopy, '.cache/vite/deps/react-dom_client.js'), 'utf8')).toContain(
    'Encountered two children with the same key',
  )
  expect(faults).toEqual([])
})

it('shows why the server doesn’t start, and recovers after a fix', async () => {
  const path = 'src/server/site/pages/generated-files.ts'
  const workingCode = readFileSync(join(repositoryCopy, path), 'utf8')
  editFile(path, (code) => `${code}\nthrow new Error('broken on purpose')\n`)
  await expect.poll(async () => (await fetch(url)).text()).toContain('broken on purpose')
  editFile(path, () => workingCode)
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
})

function editFile(path: string, change: (text: string) => string): void {
  const oldText = readFileSync(join(repositoryCopy, path), 'utf8')
  const newText = change(oldText)
  expect(newText).not.toBe(oldText)
  writeFileSync(join(repositoryCopy, path), newText)
}

/** Marks a page, to tell later whether it loaded again. */
async function markPage(target: Page): Promise<void> {
  await target.evaluate(() => Object.assign(window, { isMarked: true }))
}

async function isMarked(target: Page): Promise<boolean> {
  return target.evaluate(() => 'isMarked' in window)
}

async function waitForOutput({ stdout }: ChildProcess, sentence: string): Promise<void> {
  if (!stdout) throw new Error('The process has no readable output.')
  for await (const line of createInterface(stdout)) if (line.includes(sentence)) return void stdout.resume()
  throw new Error(`The process ended without printing: ${sentence}`)
}
