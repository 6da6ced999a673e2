// Makes a checkout ready: installs when package-lock.json changed, builds when sources changed.
// Runs before `npm start` and `npm test` on whatever Node the machine has (20.19 or newer), so it depends on nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuildCurrent, isInstallCurrent, markInstalled } from './install-and-build-stamps.mjs'
import { withLock } from './with-lock.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = `node-${process.platform}-${process.arch}`
const rebuild = process.argv.includes('--rebuild')
const build = rebuild || process.argv.includes('--build')
const isNodeNewEnough = Number(process.versions.node.split('.')[0]) >= 24

const hasBundledNode = runtime in JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies
if (!isNodeNewEnough && !hasBundledNode) exitUnsupportedNode()
if (rebuild || !isReady()) withLock(join(root, '.cache/set-up.lock'), installAndBuild)

function isReady() {
  return isInstallCurrent(root, runtime) && (!build || isBuildCurrent(root))
}

// Checked again under the lock: whoever held it before may have done the work.
function installAndBuild() {
  if (!isInstallCurrent(root, runtime)) install()
  if (rebuild || (build && !isBuildCurrent(root))) run(findProjectNode(), [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
}

function install() {
  console.log('Installing…')
  // Everything is named because a NODE_ENV of production would otherwise leave the build tools out.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const started = process.env.npm_execpath
  const [command, ...first] = started?.endsWith('npm-cli.js') ? [process.execPath, started] : ['npm']
  // npm ci removes node_modules: nothing may be taken from there meanwhile.
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')))
  run(command, [...first, 'ci', ...flags], { env: { ...process.env, PATH: path.join(delimiter) } })
  findProjectNode()
  markInstalled(root)
}

/** The Node that the project runs on: its own where that works, this one otherwise. */
function findProjectNode() {
  const own = join(root, 'node_modules', runtime, 'bin/node')
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  if (!isNodeNewEnough) exitUnsupportedNode()
  // It came but does not run here (musl instead of glibc): npm scripts must not find it.
  rmSync(join(root, 'node_modules/.bin/node'), { force: true })
  return process.execPath
}

function run(command, args, options) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, ...options })
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  process.exit(1)
}

function exitUnsupportedNode() {
  console.error(
    `Rankstead needs Node.js 24 or newer here: this is ${process.version}, and no bundled one runs on ${process.platform}-${process.arch}.`,
  )
  process.exit(1)
}
