import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readPipe } from '#tests/support/log-capture.ts'
import { createLogOutput } from './buffered-log-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankstead-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('writes many lines to a file in order', async () => {
  const path = join(folder, 'file')
  const output = createLogOutput(openSync(path, 'w'))
  const lines = Array.from({ length: 5_000 }, (_, nth) => `line ${nth}\n`)
  for (const line of lines) output.write(line)
  await output.flush(5_000)
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
})

it('buffers lines up to a limit and reports the number of lost lines', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const output = createLogOutput(openSync(path, 'w'), { maxBufferedBytes: 200_000, retryPause: 20 })
  const line = `${'x'.repeat(999)}\n`
  for (let nth = 0; nth < 1_000; nth++) output.write(line)
  // The process ends, although no program has read the pipe.
  await output.flush(50)
  const read: string[] = []
  const readOn = () => read.push(readPipe(reader)) && read.join('')
  await expect.poll(readOn, { interval: 5 }).toMatch(/lost"\}\n$/)
  const lines = read.join('').trimEnd().split('\n')
  const { level, msg } = JSON.parse(lines.pop() ?? '')
  expect(lines.every((text) => text === line.trimEnd())).toBe(true)
  expect([level, msg]).toEqual([40, `${1_000 - lines.length} log lines were lost`])
  expect(lines.length).toBeGreaterThanOrEqual(200)
})

it('retries without blocking while the disk is full', async () => {
  const output = createLogOutput(openSync('/dev/full', 'w'), { maxBufferedBytes: 1_000, retryPause: 5 })
  for (let nth = 0; nth < 1_000; nth++) output.write('a line\n')
  await output.flush(60_000)
  output.flushNow()
})
