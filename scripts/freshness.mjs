import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// What the built files depend on. Tests are left out: changing one must not delay the next start.
const SOURCES = [
  'src',
  'public',
  'scripts/build.mjs',
  'scripts/illustration-sheet.mjs',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const IS_TEST = /\.test\.tsx?$/

/** Whether node_modules is what package-lock.json asks for, by our stamp or by npm's own record. */
export function isInstalled(root, runtime) {
  const digest = installDigest(root)
  if (read(stampOfInstall(root)) === digest) return true
  if (!matchesNpmRecord(root, runtime)) return false
  writeFileSync(stampOfInstall(root), digest)
  return true
}

export function markInstalled(root) {
  writeFileSync(stampOfInstall(root), installDigest(root))
}

/** Whether dist/ was built from the sources as they are. Reads them only when a size or time differs. */
export function isBuilt(root) {
  const stamp = read(stampOfBuild(root))?.split('\n')
  if (!stamp) return false
  const files = sources(root)
  if (stamp[0] === listingDigest(files)) return true
  if (stamp[1] !== contentDigest(root, files)) return false
  writeFileSync(stampOfBuild(root), buildStamp(root))
  return true
}

/** To be taken before a build and stored after it, so that what changes meanwhile is built next time. */
export function buildStamp(root) {
  const files = sources(root)
  return `${listingDigest(files)}\n${contentDigest(root, files)}`
}

const stampOfInstall = (root) => join(root, 'node_modules/.rankstead-install')
const stampOfBuild = (root) => join(root, 'dist/.stamp')
const installDigest = (root) => sha(`${process.platform} ${process.arch}\n${read(join(root, 'package-lock.json'))}`)
const sha = (text) => createHash('sha256').update(text).digest('hex')

// After an `npm ci` by hand there is no stamp, yet installing again would cost half a minute for nothing.
function matchesNpmRecord(root, runtime) {
  const record = read(join(root, 'node_modules/.package-lock.json'))
  if (!record) return false
  const { packages: present } = JSON.parse(record)
  const { packages: wanted } = JSON.parse(read(join(root, 'package-lock.json')))
  delete wanted['']
  const needed = (path) => !wanted[path].optional || path === `node_modules/${runtime}`
  return (
    Object.keys(present).every((path) => wanted[path]?.version === present[path].version) &&
    Object.keys(wanted).every((path) => present[path] || !needed(path))
  )
}

function sources(root) {
  return SOURCES.flatMap((name) => filesBelow(root, name)).map((path) => {
    const { size, mtimeMs } = statSync(join(root, path))
    return { path, size, mtimeMs }
  })
}

function filesBelow(root, name) {
  if (!existsSync(join(root, name))) return []
  if (!statSync(join(root, name)).isDirectory()) return [name]
  return readdirSync(join(root, name), { withFileTypes: true })
    .filter((entry) => !IS_TEST.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, `${name}/${entry.name}`) : [`${name}/${entry.name}`]))
    .sort()
}

function listingDigest(files) {
  return sha(files.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`).join('\n'))
}

function contentDigest(root, files) {
  return sha(files.map(({ path }) => `${path} ${sha(readFileSync(join(root, path)))}`).join('\n'))
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
