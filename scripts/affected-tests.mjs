// Chooses the tests that a change can break, for `npm test -- --changed`.
//
// Unit tests: those that import a changed file, directly or through others.
// Calls and stories run the built product, so imports don't show what they use. They are chosen by area: a change in
// src/server/sales, src/contract/sales or src/web/admin/sales runs tests/sales and e2e/sales. They also run if they import
// a changed file themselves or through a test helper. A change outside of the areas (platform, grammar, ui …) runs all of
// them. Tests that stand in no area, such as tests/access-control.test.ts, always run.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The area of a source file by its path; the first that fits. Other sources belong to every area. */
const AREAS = [
  [/^src\/(?:server|contract|web|web\/admin)\/(content|people|sales|inbox|site|operations)\//, '$1'],
  [/^src\/server\/(?:audit-log|mail)\//, 'operations'],
  [/^src\/web\/admin\/(?:editor|autosave|settings)\//, 'content'],
  [/^src\/web\/account\//, 'people'],
  [/^src\/web\/(?:customer|rehearsal)\//, 'sales'],
  [/^src\/web\/(?:public|site-frame)\//, 'site'],
  [/^src\/web\/public\/(?:contact|subscri)/, 'inbox'],
]
const IS_TEST = /\.test\.tsx?$/
const IS_CODE = /\.tsx?$/
const IMPORTS = /(?:from |import |import\()'(\.[^']+)'/g

/** The test files to run, and what the person who asked should know about the choice. */
export function findAffectedTests(root, since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])
  const code = [...new Set([...git('ls-files'), ...changed])].filter((path) => IS_CODE.test(path) && existsSync(join(root, path)))
  const importsOf = new Map(code.map((path) => [path, readImports(root, path)]))
  const areas = listAreas([...changed].filter((path) => !IS_TEST.test(path)))
  const files = code.filter((path) => IS_TEST.test(path) && isAffected(path, { changed, importsOf, areas }))
  const notes = [
    `${changed.size} changed files; ${files.length} test files can notice it.`,
    ...(areas.has('every') ? ['It may reach every area, so all calls and stories run.'] : []),
    'Not seen: what one area breaks in another, and the proofs. `npm test` and `npm run proofs` run them.',
  ]
  return { files, notes }
}

function isAffected(path, { changed, importsOf, areas }) {
  if (changed.has(path)) return true
  if (/\/proofs\//.test(path)) return false
  if (path.startsWith('src/')) return reachesChange(path, changed, importsOf, () => true)
  if (areas.has('every')) return true
  const [, area] = /^(?:tests|e2e)\/([a-z]+)\//.exec(path) ?? []
  if (areas.size > 0 && (area === undefined || areas.has(area))) return true
  // Past the product's own files, imports would lead to the whole of it.
  return reachesChange(path, changed, importsOf, (from) => !from.startsWith('src/'))
}

/** Whether a changed file can be reached by imports; those of a file count if `follows` it. */
function reachesChange(start, changed, importsOf, follows) {
  const seen = new Set([start])
  for (const path of seen) {
    if (changed.has(path)) return true
    if (follows(path)) for (const next of importsOf.get(path) ?? []) seen.add(next)
  }
  return false
}

function listAreas(paths) {
  const areas = new Set()
  for (const path of paths) {
    if (/^src\//.test(path)) {
      const found = AREAS.flatMap(([pattern, area]) => {
        const match = pattern.exec(path)
        return match ? [area === '$1' ? match[1] : area] : []
      })
      for (const area of found.length > 0 ? found : ['every']) areas.add(area)
    } else if (/^(public|package-lock|vite\.config|vitest\.config|scripts\/build)/.test(path)) areas.add('every')
  }
  return areas
}

function readImports(root, path) {
  const found = readFileSync(join(root, path), 'utf8').matchAll(IMPORTS)
  return [...found].map(([, specifier]) => posix.join(posix.dirname(path), specifier))
}
