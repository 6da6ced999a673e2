import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const UNIT = readFileSync(new URL('../../deploy/rankstead-backup.service', import.meta.url), 'utf8')

/** Stands in for the `rankstead` command. `backup` writes a file, and both commands end with the code of a variable. */
const FAKE_NODE = `#!/bin/sh
command="$2"; file="$3"
echo "$command $TMPDIR" >> calls
test -d "$TMPDIR" || exit 9
touch "$TMPDIR/left-over"
case "$command" in
  backup) test "$BACKUP_CODE" = 0 && echo new > "$file"; exit "$BACKUP_CODE" ;;
  verify-backup) exit "$VERIFY_CODE" ;;
esac
`

let folder: string
let backups: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-service-'))
  backups = join(folder, 'data', 'backups')
  for (const path of [join(folder, 'node_modules/.bin'), backups]) mkdirSync(path, { recursive: true })
  writeFileSync(join(folder, 'node_modules/.bin/node'), FAKE_NODE, { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the service's command as systemd would, with fake commands that end with these codes. */
function runService({ backupCode = 0, verifyCode = 0 } = {}) {
  const script =
    /^ExecStart=\/bin\/sh -ec '(.+)'$/m.exec(UNIT.replaceAll('\\\n', ''))?.[1]?.replaceAll('%%', '%') ?? expect.fail()
  const codes = { BACKUP_CODE: String(backupCode), VERIFY_CODE: String(verifyCode) }
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...codes }
  return spawnSync('/bin/sh', ['-ec', script], { cwd: folder, env, encoding: 'utf8' })
}

const listOldNames = (count: number) =>
  Array.from({ length: count }, (_, nth) => `daily-2020-01-${String(nth + 1).padStart(2, '0')}.backup`)
const writeOldBackups = (names: readonly string[]) => {
  for (const name of names) writeFileSync(join(backups, name), 'old')
}
const NEW_NAME = expect.stringMatching(/^daily-20\d\d-\d\d-\d\d\.backup$/)

it('verifies the new backup on the disk of the site, and keeps the last 14', () => {
  const old = listOldNames(20)
  writeOldBackups([...old, 'before-migration.backup'])
  const { status, stderr } = runService()
  expect([status, stderr]).toEqual([0, ''])
  expect(readdirSync(backups).toSorted()).toEqual(['before-migration.backup', ...old.slice(-13), NEW_NAME])
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  expect(calls).toEqual([`backup ${backups}/verification`, `verify-backup ${backups}/verification`])
})

it('keeps the first backup of a site', () => {
  rmSync(backups, { recursive: true })
  const { status, stderr } = runService()
  expect([status, stderr]).toEqual([0, ''])
  expect(readdirSync(backups)).toEqual([NEW_NAME])
})

it.each([
  { failure: 'verification', codes: { verifyCode: 3 }, aside: ['unverified.backup'] },
  { failure: 'the backup', codes: { backupCode: 3 }, aside: [] },
])('deletes the oldest backups and fails if $failure fails', ({ codes, aside }) => {
  const old = listOldNames(20)
  writeOldBackups(old)
  for (const _ of [1, 2]) expect(runService(codes).status).toBe(3)
  expect(readdirSync(backups).toSorted()).toEqual([...old.slice(-14), ...aside])
})
