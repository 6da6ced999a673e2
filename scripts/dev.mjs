// Builds and runs the server, and does both again whenever a source changes.
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const QUIET_MS = 100
let server
let watchers = []
let settling
let isStopping = false
let turn = Promise.resolve()

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
turn = restart()

// Editors write a file in several steps: wait until the folder is quiet.
function changed(_event, name) {
  if (/\.test\.tsx?$|~$|\.sw.$/.test(name ?? '')) return
  clearTimeout(settling)
  settling = setTimeout(() => (turn = turn.then(restart)), QUIET_MS)
}

async function restart() {
  watchFolders()
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/set-up.mjs'), '--build'], { stdio: 'inherit' })
  // A build that fails leaves the last good server running.
  if (status !== 0 || isStopping) return
  await end(server)
  server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, stdio: 'inherit' })
}

// Folder by folder and anew each time: on Linux a recursive watch loses files that an editor replaces.
function watchFolders() {
  for (const watcher of watchers) watcher.close()
  watchers = ['src', 'public'].flatMap((name) => foldersFrom(join(root, name))).map((folder) => watch(folder, changed))
}

function foldersFrom(top) {
  const below = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [top, ...below.map((entry) => join(entry.parentPath, entry.name))]
}

function end(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
}

async function stop() {
  isStopping = true
  await end(server)
  process.exit(0)
}
