import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

export const CHROMIUM_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const EXECUTABLE_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The npm package holds a browser for this platform only. */
const isBundled = process.platform === 'linux' && process.arch === 'x64'
const require = createRequire(import.meta.url)
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))

type Chromium = { executablePath: string; env: NodeJS.ProcessEnv }

export function launchChromium(extraArguments: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = findChromium()
  return chromium.launch({ executablePath, env, args: [...CHROMIUM_ARGUMENTS, ...extraArguments] })
}

/**
 * Finds the browser in CHROMIUM_PATH, else in the npm package, else on the machine.
 * The package holds a headless browser, which needs half the CPU time and is the same everywhere.
 */
export function findChromium(): Chromium {
  const browser = process.env.CHROMIUM_PATH || !isBundled ? findInstalledChromium() : unpackBundledChromium()
  if (!browser) throw new Error('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
  return browser
}

/** Finds a full browser: CHROMIUM_PATH, or an installed one. */
export function findInstalledChromium(): Chromium | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  const candidates = ['/usr/bin', ...PATH.split(delimiter)].flatMap((folder) =>
    EXECUTABLE_NAMES.map((name) => join(folder, name)),
  )
  const executablePath = CHROMIUM_PATH || candidates.find(canRun)
  return executablePath ? { executablePath, env: process.env } : undefined
}

// Some systems install a stub that only explains how to install the browser. Only a real one prints its version.
function canRun(path: string) {
  return existsSync(path) && spawnSync(path, ['--version']).status === 0
}

/** Unpacks the browser once, with the libraries and fonts that the machine may lack. */
function unpackBundledChromium(): Chromium {
  const main = require.resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(dirname(main), '../../package.json'), 'utf8'))
  const folder = join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) unpack(main, folder)
  // Writes the file every time, because the cache moves with the checkout.
  writeFileSync(join(folder, 'fonts/fonts.conf'), buildFontsConfig(folder))
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
  return { executablePath: join(folder, 'chromium'), env }
}

/** Unpacks the package. It writes into the temporary folder, and writes its libraries only if it detects a cloud function. */
function unpack(main: string, folder: string) {
  mkdirSync(CACHE, { recursive: true })
  const temporaryFolder = mkdtempSync(`${folder}-`)
  try {
    const script = `require(${JSON.stringify(main)}).executablePath()`
    const env = { ...process.env, TMPDIR: temporaryFolder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`Chromium cannot be unpacked: ${stderr}`)
    // Another test file may have unpacked it first.
    if (!existsSync(folder)) renameSync(temporaryFolder, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

// The package's own font list names folders of a cloud function.
function buildFontsConfig(folder: string) {
  const path = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path}/fonts/cache</cachedir>
</fontconfig>
`
}
