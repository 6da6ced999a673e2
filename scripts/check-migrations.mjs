// Checks that no released migration was edited, renamed or moved (docs/decisions/0079). With `--release`, adds the checksums of
// the new ones for the version in package.json. A test passes the folder of a copy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [folder = 'src/server'] = process.argv.slice(2).filter((argument) => argument !== '--release')
const path = resolve(root, folder)
const { migrations, databaseSchema } = await import(pathToFileURL(join(path, 'migrations/migrations.ts')).href)
const releasedMigrations = databaseSchema.released
const { hashMigration } = await import(pathToFileURL(join(path, 'platform/db/migration.ts')).href)

if (process.argv.includes('--release')) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const added = migrations.slice(releasedMigrations.length).map((migration) => ({
    name: migration.name,
    version,
    sqlite: hashMigration(migration, 'sqlite'),
    postgres: hashMigration(migration, 'postgres'),
  }))
  writeFileSync(
    join(path, 'migrations/released-migrations.json'),
    `${JSON.stringify([...releasedMigrations, ...added], null, 2)}\n`,
  )
} else {
  const faults = [...releasedMigrations.flatMap(findFault), ...findOrderFaults()]
  for (const fault of faults) console.error(`src/server/migrations: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

function findFault({ name, version, ...checksums }, index) {
  const migration = migrations[index]
  if (migration?.name !== name)
    return [`${name} was released with version ${version} and must stay number ${index + 1} in order.`]
  const edited = Object.entries(checksums).some(([type, checksum]) => hashMigration(migration, type) !== checksum)
  return edited ? [`${name}.ts was edited after version ${version} released it. Undo the edit and add a migration.`] : []
}

/** A database reads its migrations in the order of their names. */
function findOrderFaults() {
  const names = migrations.map(({ name }) => name)
  const files = readdirSync(path, { recursive: true }).flatMap(
    (file) => /\/?migrations\/(\d{4}-[^/]+)\.ts$/.exec(file)?.[1] ?? [],
  )
  const misplaced = names.filter((name, index) => index > 0 && name.slice(0, 4) <= names[index - 1].slice(0, 4))
  return [
    ...misplaced.map((name) => `${name} needs a higher number than the migration before it.`),
    ...files.filter((file) => !names.includes(file)).map((file) => `${file}.ts isn’t listed in every-migration.ts.`),
  ]
}
