import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const SCRIPTS = pathToFileURL(`${import.meta.dirname}/../../scripts/`).href
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-set-up-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the set-up lock', () => {
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { withLock } from '${SCRIPTS}process-lock.mjs'
    withLock('lock', () => {
      const count = Number(readFileSync('count', 'utf8'))
      console.log('in')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.argv[1]))
      writeFileSync('count', String(count + 1))
    })`
  const holdLock = (milliseconds: number) =>
    spawn(process.execPath, ['--input-type=module', '-e', script, String(milliseconds)], { cwd: folder })
  const readCount = () => Number(readFileSync(join(folder, 'count'), 'utf8'))

  beforeEach(() => writeFileSync(join(folder, 'count'), '0'))

  test('lets one process in at a time', async () => {
    const exits = [1, 2, 3, 4].map(() => once(holdLock(20), 'exit'))
    expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0, 0, 0])
    expect(readCount()).toBe(4)
  })

  test('passes to another process after its holder was killed', async () => {
    const killed = holdLock(60_000)
    await waitForOutput(killed)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await once(holdLock(0), 'exit')
    expect(readCount()).toBe(1)
  })
})

test('a build in a folder with # or ? in its path is refused with a sentence', async () => {
  const root = join(folder, 'homes #1')
  for (const name of ['package.json', 'scripts/set-up.mjs', 'scripts/set-up-stamps.mjs', 'scripts/process-lock.mjs'])
    cpSync(join(import.meta.dirname, '../..', name), join(root, name))
  const child = spawn(process.execPath, [join(root, 'scripts/set-up.mjs'), '--build'])
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, output]).toEqual([
    1,
    `Rankstead can’t be built in ${root}, because the path has a # or a ?. Rename the folder and try again.\n`,
  ])
})

describe('the assets of the previous build', () => {
  const script = `
    import { copyPreviousAssets } from '${SCRIPTS}previous-build-assets.mjs'
    copyPreviousAssets(process.argv[1], process.argv[2])`
  async function build(name: string, previous: string, assets: Record<string, string>): Promise<void> {
    mkdirSync(join(folder, name, 'client/assets'), { recursive: true })
    for (const [asset, content] of Object.entries(assets)) writeFileSync(join(folder, name, 'client/assets', asset), content)
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, name, previous], { cwd: folder })
    expect((await once(child, 'exit'))[0]).toBe(0)
  }
  const readAssets = (name: string) => {
    const assets = join(folder, name, 'client/assets')
    return Object.fromEntries(readdirSync(assets).map((asset) => [asset, readFileSync(join(assets, asset), 'utf8')]))
  }

  test('stay in the next build and are gone after the one that follows', async () => {
    await build('first', 'none', { 'same.css': '1', 'first.css': '1' })
    await build('second', 'first', { 'same.css': '2', 'second.css': '2' })
    expect(readAssets('second')).toEqual({ 'same.css': '2', 'second.css': '2', 'first.css': '1' })
    await build('third', 'second', { 'third.css': '3' })
    expect(readAssets('third')).toEqual({ 'third.css': '3', 'same.css': '2', 'second.css': '2' })
  })

  test('include all files of a build from before this rule', async () => {
    mkdirSync(join(folder, 'old/client/assets'), { recursive: true })
    writeFileSync(join(folder, 'old/client/assets/old.css'), '0')
    await build('new', 'old', { 'new.css': '1' })
    expect(readAssets('new')).toEqual({ 'new.css': '1', 'old.css': '0' })
  })
})

describe('the build stamp', () => {
  const source = () => join(folder, 'src/page.ts')

  beforeEach(() => {
    for (const name of ['src', 'dist']) mkdirSync(join(folder, name))
    writeFileSync(source(), 'export {}')
  })

  test('is current until the content of a source changes', async () => {
    expect(await isBuildCurrent()).toBe('false')
    writeFileSync(join(folder, 'dist/.stamp'), await callScript('computeBuildStamp'))
    expect(await isBuildCurrent()).toBe('true')
    utimesSync(source(), 1, 1)
    expect(await isBuildCurrent()).toBe('true')
    writeFileSync(join(folder, 'src/page.test.ts'), 'a test is no part of a build')
    expect(await isBuildCurrent()).toBe('true')
    writeFileSync(source(), 'export []')
    expect(await isBuildCurrent()).toBe('false')
  })

  const isBuildCurrent = () => callScript('isBuildCurrent')

  async function callScript(name: 'isBuildCurrent' | 'computeBuildStamp') {
    const script = `import { ${name} } from '${SCRIPTS}set-up-stamps.mjs'; process.stdout.write(String(${name}('.')))`
    return text(spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder }).stdout)
  }
})

async function waitForOutput(child: ChildProcess) {
  if (child.stdout) await once(child.stdout, 'data')
}

test('npm run lint reports the findings of every check, even after a failed one', async () => {
  const checks = [
    { title: 'First', command: 'node', args: ['-e', "console.error('a finding'); process.exit(1)"] },
    { title: 'Second', command: 'node', args: ['-e', "console.log('nothing to say')"] },
    { title: 'Third', command: 'no-such-tool', args: [] },
  ]
  const script = `
    import { runChecks } from '${SCRIPTS}lint.mjs'
    console.log(JSON.stringify(await runChecks(${JSON.stringify(checks)})))`
  const lint = spawn(process.execPath, ['--input-type=module', '-e', script])
  const { report, failed } = JSON.parse(await text(lint.stdout))
  expect(failed).toEqual(['First', 'Third'])
  expect(report.replace(/ \(\d+\.\d s\)/g, '').split('\n')).toEqual([
    '✗ First',
    'a finding',
    '',
    '✓ Second',
    '✗ Third',
    expect.stringContaining('no-such-tool'),
    '',
    'Failed: First, Third',
  ])
})

test.each<[string, (files: MigrationFiles) => void, string]>([
  [
    'a released migration was edited',
    edit('migrations/0001-baseline/inbox.ts', 'create table message', 'create table letter'),
    'edited after',
  ],
  [
    'a released migration moved',
    edit('migrations/every-migration.ts', "export { baselineMigration } from './0001-baseline.ts'", ''),
    'must stay number 1',
  ],
  ['a migration isn’t listed', (files) => files.write('sales/orders/migrations/0001-late.ts', ''), '0001-late.ts isn’t listed'],
  [
    'a migration has a number twice',
    edit('migrations/0002-ready-orders.ts', "'0002-ready-orders'", "'0001-ready-orders'"),
    '0001-ready-orders needs a higher number',
  ],
])('npm run lint fails if %s', (_case, change, fault) => {
  copyMigrations()
  expect(checkMigrations()).toBe('')
  change({
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    write: (name, content) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    },
  })
  expect(checkMigrations()).toContain(fault)
})

test('a release freezes every migration', () => {
  copyMigrations()
  const name = '0004-spam-since.ts'
  const path = join(folder, 'migrations', name)
  const content = readFileSync(path, 'utf8')
  expect(checkMigrations('--release')).toBe('')
  expect(checkMigrations()).toBe('')
  writeFileSync(path, content.replace('add column', 'drop column'))
  expect(checkMigrations()).toContain(`${name} was edited after version ${version} released it`)
})

type MigrationFiles = { read: (name: string) => string; write: (name: string, content: string) => void }

function edit(name: string, before: string, after: string) {
  return ({ read, write }: MigrationFiles) => {
    expect(read(name)).toContain(before)
    write(name, read(name).replaceAll(before, after))
  }
}

function copyMigrations(): void {
  cpSync(join(ROOT, 'src/server'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}

/** Returns the faults that the lint check reports for the copied migrations. */
function checkMigrations(...options: string[]): string {
  const script = join(ROOT, 'scripts/check-migrations.mjs')
  return spawnSync(process.execPath, [script, folder, ...options], { encoding: 'utf8' }).stderr
}
