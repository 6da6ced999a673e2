// Prepares a checkout: installs packages if package-lock.json changed, and builds if sources changed. Runs on any Node
// from 20.19 on, so it uses no package.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './process-lock.mjs'
import { isBuildCurrent, isInstallCurrent, markInstalled } from './set-up-stamps.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = `node-${process.platform}-${process.arch}`
const rebuild = process.argv.includes('--rebuild')
const build = rebuild || process.argv.includes('--build')
const isNodeNewEnough = Number(process.versions.node.split('.')[0]) >= 24

const hasBundledNode = runtime in JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies
if (!isNodeNewEnough && !hasBundledNode) exitUnsupportedNode()
// Vite takes what follows these characters for a part of a file's name that it removes.
if (build && /[#?]/.test(root) && (rebuild || !isBuildCurrent(root))) exitUnusableFolder()
if (rebuild || !isReady()) withLock(join(root, '.cache/set-up.lock'), installAndBuild)

function isReady() {
  return isInstallCurrent(root, runtime) && (!build || isBuildCurrent(root))
}

// Checks again under the lock, because another process may have done the work.
function installAndBuild() {
  if (!isInstallCurrent(root, runtime)) install()
  if (rebuild || (build && !isBuildCurrent(root))) run(findProjectNode(), [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
}

function install() {
  console.log('Installing…')
  // Names all groups, because NODE_ENV=production would otherwise leave out the build tools.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const npmPath = process.env.npm_execpath
  const [command, ...first] = npmPath?.endsWith('npm-cli.js') ? [process.execPath, npmPath] : ['npm']
  // npm ci removes node_modules, so its programs must not be on the PATH.
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')))
  run(command, [...first, 'ci', ...flags], { env: { ...process.env, PATH: path.join(delimiter) } })
  findProjectNode()
  markInstalled(root)
}

/** Returns the Node of the project: the bundled one if it works here, otherwise the current one. */
function findProjectNode() {
  const bundledNode = join(root, 'node_modules', runtime, 'bin/node')
  if (existsSync(bundledNode) && spawnSync(bundledNode, ['--version']).status === 0) return bundledNode
  if (!isNodeNewEnough) exitUnsupportedNode()
  // The bundled Node doesn't run here (musl instead of glibc), so npm scripts must not find it.
  rmSync(join(root, 'node_modules/.bin/node'), { force: true })
  return process.execPath
}

function run(command, args, options) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, ...options })
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  process.exit(1)
}

function exitUnusableFolder() {
  console.error(`Rankstead can’t be built in ${root}, because the path has a # or a ?. Rename the folder and try again.`)
  process.exit(1)
}

function exitUnsupportedNode() {
  console.error(
    `Rankstead needs Node.js 24 or newer here: this is ${process.version}, and no bundled one runs on ${process.platform}-${process.arch}.`,
  )
  process.exit(1)
}
