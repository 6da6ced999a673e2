import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['docs/asvs.md', 'docs/security-inventory.md'])('%s names only files and decisions that exist', (path) => {
  const text = readFileSync(path, 'utf8')
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.[\]-]+)*\.(?:tsx?|mjs|cjs|md|json))`/g)].map(([, named = '']) => named)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((named) => !existsSync(named))).toEqual([])
  const decisions = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4)))
  const cited = [...text.matchAll(/decisions? ((?:\d+(?:, | and )?)+)/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter((number) => !decisions.includes(Number(number)))).toEqual([])
})
