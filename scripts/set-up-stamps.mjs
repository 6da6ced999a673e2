import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The sources of a build. Tests don't count, so that changing one doesn't delay the next start.
const SOURCES = [
  'src',
  'public',
  'scripts/build.mjs',
  'scripts/illustration-sprite.mjs',
  'scripts/previous-build-assets.mjs',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const IS_TEST = /\.test\.tsx?$/

/** Returns whether node_modules matches package-lock.json, by our stamp or by npm's record. */
export function isInstallCurrent(root, runtime) {
  const digest = hashInstall(root)
  if (readIfExists(getInstallStampPath(root)) === digest) return true
  if (!matchesNpmRecord(root, runtime)) return false
  writeFileSync(getInstallStampPath(root), digest)
  return true
}

export function markInstalled(root) {
  writeFileSync(getInstallStampPath(root), hashInstall(root))
}

/** Returns whether dist/ was built from the current sources. Reads their content only if a size or time differs. */
export function isBuildCurrent(root) {
  const stamp = readIfExists(getBuildStampPath(root))?.split('\n')
  if (!stamp) return false
  const files = listSources(root)
  if (stamp[0] === hashListing(files)) return true
  if (stamp[1] !== hashContents(root, files)) return false
  writeFileSync(getBuildStampPath(root), computeBuildStamp(root))
  return true
}

/** Computes the stamp of the sources. Compute it before a build and store it afterward, so that later changes count. */
export function computeBuildStamp(root) {
  const files = listSources(root)
  return `${hashListing(files)}\n${hashContents(root, files)}`
}

const getInstallStampPath = (root) => join(root, 'node_modules/.rankstead-install')
const getBuildStampPath = (root) => join(root, 'dist/.stamp')
const hashInstall = (root) => hashText(`${process.platform} ${process.arch}\n${readIfExists(join(root, 'package-lock.json'))}`)
const hashText = (text) => createHash('sha256').update(text).digest('hex')

// After a manual `npm ci`, there is no stamp. Installing again would waste half a minute.
function matchesNpmRecord(root, runtime) {
  const record = readIfExists(join(root, 'node_modules/.package-lock.json'))
  if (!record) return false
  const { packages: present } = JSON.parse(record)
  const { packages: wanted } = JSON.parse(readIfExists(join(root, 'package-lock.json')))
  delete wanted['']
  const needed = (path) => !wanted[path].optional || path === `node_modules/${runtime}`
  return (
    Object.keys(present).every((path) => wanted[path]?.version === present[path].version) &&
    Object.keys(wanted).every((path) => present[path] || !needed(path))
  )
}

function listSources(root) {
  return SOURCES.flatMap((name) => listFiles(root, name)).map((path) => {
    const { size, mtimeMs } = statSync(join(root, path))
    return { path, size, mtimeMs }
  })
}

function listFiles(root, name) {
  if (!existsSync(join(root, name))) return []
  if (!statSync(join(root, name)).isDirectory()) return [name]
  return readdirSync(join(root, name), { withFileTypes: true })
    .filter((entry) => !IS_TEST.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(root, `${name}/${entry.name}`) : [`${name}/${entry.name}`]))
    .sort()
}

function hashListing(files) {
  return hashText(files.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`).join('\n'))
}

function hashContents(root, files) {
  return hashText(files.map(({ path }) => `${path} ${hashText(readFileSync(join(root, path)))}`).join('\n'))
}

function readIfExists(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
