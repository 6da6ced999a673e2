import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asvsNumbers } from './support/asvs-numbers.ts'

const page = readFileSync('docs/asvs.md', 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, numbers = '', level = ''] = line.split('|').map((cell) => cell.trim())
    return { numbers: numbers.split(', '), levels: level.split(', ') }
  })

it('names each requirement of levels 1 and 2 once, with its level', () => {
  const listed = rows.flatMap(({ numbers, levels }) => numbers.map((number) => ({ number, levels })))
  const wanted = Object.entries(asvsNumbers).flatMap(([level, numbers]) => numbers.map((number) => ({ number, level })))
  expect(listed.map(({ number }) => number).toSorted()).toEqual(wanted.map(({ number }) => number).toSorted())
  for (const { number, level } of wanted)
    expect([number, listed.find((one) => one.number === number)?.levels]).toEqual([number, expect.arrayContaining([level])])
})

it.each(['docs/asvs.md', 'docs/security-inventory.md'])('%s names files and decisions that there are', (path) => {
  const text = readFileSync(path, 'utf8')
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.[\]-]+)*\.(?:tsx?|mjs|cjs|md|json))`/g)].map(([, named = '']) => named)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((named) => !existsSync(named))).toEqual([])
  const decisions = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4)))
  const cited = [...text.matchAll(/decisions? ((?:\d+(?:, | and )?)+)/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter((number) => !decisions.includes(Number(number)))).toEqual([])
})
