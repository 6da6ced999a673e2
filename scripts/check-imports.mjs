// Checks the import rules. Fails if no module was read: without a TypeScript parser, the tool reports no violation.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const { options, ...ruleSet } = await extractConfig('./.dependency-cruiser.cjs')
const tsConfig = extractTsConfig('tsconfig.json')
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
