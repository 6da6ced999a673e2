// Builds dist/: client (what browsers load) and server, with the pages that it renders.
// Builds in a temporary folder and moves the result into place at the end, so an interrupted build changes nothing.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder, createLogger } from 'vite'
import { writeIllustrationSprite } from './illustration-sprite.mjs'
import { copyPreviousAssets } from './previous-build-assets.mjs'
import { computeBuildStamp } from './set-up-stamps.mjs'

/**
 * Limits on the scripts that the first editor loads before it responds: files, and compressed bytes (docs/decisions/0001).
 * The bytes leave 2 KB above the aim of 150 KB, so that a new kind of content doesn't fail the build.
 */
const EDITOR_BUDGET = { files: 12, bytes: 155_648 }
const COMPRESSED = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/
const DEMO_CONTENT = 'src/server/content/records/seed/demo-content'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const cache = join(root, '.cache')
const temporaryFolder = join(cache, `build-${process.pid}`)
const started = performance.now()
// A build inside of a test run would otherwise contain React's development version.
process.env.NODE_ENV = 'production'

try {
  const stamp = computeBuildStamp(root)
  clearLeftovers()
  await build()
  cpSync(join(root, DEMO_CONTENT), join(temporaryFolder, 'server/demo-content'), { recursive: true })
  writeIllustrationSprite(join(temporaryFolder, 'client'))
  await compress(join(temporaryFolder, 'client'))
  assertEditorBudget(join(temporaryFolder, 'client'))
  copyPreviousAssets(temporaryFolder, dist)
  writeFileSync(join(temporaryFolder, '.stamp'), stamp)
  moveIntoPlace()
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
} catch (error) {
  rmSync(temporaryFolder, { recursive: true, force: true })
  console.error(error.message)
  process.exitCode = 1
}

async function build() {
  const warnings = []
  const logger = createLogger('warn')
  const warn = (message) => warnings.push(message)
  const names = ['client', 'server']
  const outDirs = names.map((name) => [name, { build: { outDir: join(temporaryFolder, name) } }])
  const builder = await createBuilder({
    root,
    mode: 'production',
    logLevel: 'warn',
    configLoader: 'native',
    customLogger: { ...logger, warn, warnOnce: warn },
    environments: Object.fromEntries(outDirs),
  })
  for (const name of names) await builder.build(builder.environments[name])
  if (warnings.length > 0) throw new Error(`The build has warnings, which count as errors:\n${warnings.join('\n')}`)
}

async function compress(folder) {
  // The largest block (2^24 bytes) compresses each file as a whole.
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 24 } }
  const files = readdirSync(folder, { recursive: true }).filter((name) => COMPRESSED.test(name) && !name.startsWith('.vite'))
  const written = files.map(async (name) => {
    const path = join(folder, name)
    const text = readFileSync(path)
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, brotli))
    writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
  })
  await Promise.all(written)
}

function assertEditorBudget(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const needed = new Set()
  const addWithImports = (name) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const imported of manifest[name].imports ?? []) addWithImports(imported)
  }
  for (const name of ['src/web/entry-admin.tsx', 'src/web/admin/editor/pages/edit-record-page.tsx']) addWithImports(name)
  const bytes = [...needed].map((name) => statSync(join(folder, `${manifest[name].file}.br`)).size).reduce((a, b) => a + b, 0)
  if (needed.size <= EDITOR_BUDGET.files && bytes <= EDITOR_BUDGET.bytes) return
  const { files, bytes: maxBytes } = EDITOR_BUDGET
  throw new Error(
    `The first editor loads ${needed.size} script files of ${bytes} bytes. The limit is ${files} files of ${maxBytes} bytes.`,
  )
}

// set-up.mjs holds a lock, so no other build runs. Any folder here comes from an interrupted build.
function clearLeftovers() {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) if (/^(build|replaced)-\d+$/.test(name)) rmSync(join(cache, name), { recursive: true })
}

function moveIntoPlace() {
  const replaced = join(cache, `replaced-${process.pid}`)
  if (statSync(dist, { throwIfNoEntry: false })) renameSync(dist, replaced)
  renameSync(temporaryFolder, dist)
  rmSync(replaced, { recursive: true, force: true })
}
