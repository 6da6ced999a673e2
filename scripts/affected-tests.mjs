// Chooses the tests that a change can break, for `npm test -- --changed`.
//
// Unit tests: those that import a changed file, directly or through others.
// Calls and stories run the built product, so imports don't show what they use. They are chosen by area: a change in
// src/server/sales, src/contract/sales or src/web/admin/sales runs tests/sales and e2e/sales. They also run if they import
// a changed file themselves or through a test helper. A change outside of the areas (platform, core, ui …) runs all of
// them. Tests outside of the areas, such as tests/access-control.test.ts, always run.
// Proofs: those in an area's folder, such as e2e/proofs/sales, if that area or one of their helpers changed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Maps paths of source files to areas. Files without a match belong to every area. */
const AREAS = [
  [/^src\/(?:server|contract|web|web\/admin)\/(content|people|sales|inbox|site|work|operations)\//, '$1'],
  [/^src\/server\/(?:audit-log|mail)\//, 'operations'],
  [/^src\/web\/admin\/(?:editor|autosave|settings)\//, 'content'],
  [/^src\/web\/account\//, 'people'],
  [/^src\/web\/(?:customer|rehearsal)\//, 'sales'],
  [/^src\/web\/(?:public|site-frame)\//, 'site'],
  [/^src\/web\/public\/(?:contact|subscri)/, 'inbox'],
]
const IS_TEST = /\.test\.tsx?$/
const IS_CODE = /\.tsx?$/
const IMPORTS = /(?:from |import |import\()'([.#][^']+)'/g

/** Returns the test files to run, and notes on the choice for the developer. */
export function findAffectedTests(root, since) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const code = [...new Set([...git('ls-files'), ...changed])].filter((path) => IS_CODE.test(path) && existsSync(join(root, path)))
  const importsByFile = new Map(code.map((path) => [path, readImports(root, path, imports)]))
  const areas = listAreas([...changed].filter((path) => !IS_TEST.test(path)))
  const files = code.filter((path) => IS_TEST.test(path) && isAffected(path, { changed, importsByFile, areas }))
  const notes = [
    `${changed.size} changed files, ${files.length} affected test files.`,
    ...(areas.has('every') ? ['A change may affect every area, so all API tests and stories run.'] : []),
    'This skips effects on other areas, and most proofs. `npm test` and `npm run proofs` run them.',
  ]
  return { files, notes }
}

function isAffected(path, { changed, importsByFile, areas }) {
  if (changed.has(path)) return true
  if (path.startsWith('src/')) return reachesChange(path, changed, importsByFile, () => true)
  // Proofs outside of the area folders take long.
  if (/^tests\/proofs\/|^e2e\/proofs\/[^/]+$/.test(path)) return false
  // For example: tests/access-control.test.ts, e2e/sales/…, e2e/proofs/sales/….
  const [, proofs, area] = /^(?:tests|e2e)\/(proofs\/)?(?:([a-z]+)\/)?/.exec(path) ?? []
  if (areas.has('every') && !proofs) return true
  if (areas.size > 0 && (area === undefined || areas.has(area))) return true
  // Doesn't follow imports of product files, which lead to the whole product.
  return reachesChange(path, changed, importsByFile, (from) => !from.startsWith('src/'))
}

/** Returns whether imports lead from `start` to a changed file. Follows only the imports of files that pass `follows`. */
function reachesChange(start, changed, importsByFile, follows) {
  const visited = new Set([start])
  for (const path of visited) {
    if (changed.has(path)) return true
    if (follows(path)) for (const next of importsByFile.get(path) ?? []) visited.add(next)
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

/** Returns the paths of the files that a file imports. `aliases` are the `imports` of package.json. */
function readImports(root, path, aliases) {
  const found = readFileSync(join(root, path), 'utf8').matchAll(IMPORTS)
  return [...found].map(([, specifier]) => {
    const [alias, ...rest] = specifier.split('/')
    const target = aliases[`${alias}/*`] ?? posix.join(posix.dirname(path), alias, '*')
    return posix.normalize(target.replace('*', rest.join('/')))
  })
}
