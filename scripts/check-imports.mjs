// Checks the import rules, of this repository or of the folder in the first argument. Fails if no module was read: without
// a TypeScript parser, the tool reports no violation.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(process.argv[2] ?? root)
const { options, ...ruleSet } = await extractConfig(join(root, '.dependency-cruiser.cjs'))
const tsConfig = extractTsConfig(join(root, 'tsconfig.json'))
const isAboutFolders = ({ scope }) => scope === 'folder'
const files = await check(ruleSet.forbidden.filter((rule) => !isAboutFolders(rule)))
// A test may import anything that it tests, so tests don't count for the order of folders.
const folders = await check(ruleSet.forbidden.filter(isAboutFolders), { exclude: { path: '\\.test\\.tsx?$' } })
const { totalCruised } = files
const violations = [...files.violations, ...folders.violations]

async function check(forbidden, more = {}) {
  const { output } = await cruise(['src'], { ...options, ...more, ruleSet: { forbidden }, validate: true }, undefined, {
    tsConfig,
  })
  return output.summary
}

for (const { rule, from, to, cycle } of violations) {
  const path = cycle?.map(({ name }) => name) ?? (to === from ? [] : [to])
  console.error(`${rule.name}: ${[from, ...path].join(' → ')}`)
}
if (totalCruised === 0) console.error('No module was read, so nothing was checked.')
if (violations.length > 0 || totalCruised === 0) process.exitCode = 1
else console.log(`Import rules hold in ${totalCruised} modules`)
