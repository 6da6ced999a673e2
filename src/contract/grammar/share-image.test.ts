import { expect, test } from 'vitest'
import { shareImagePath } from './share-image.ts'

test('the address of a share image is that of its page and changes with each word on it', () => {
  const paths = [
    shareImagePath('Home', 'Found on the map', 'Elm & Oak'),
    shareImagePath('Home', 'Found on the map', 'Elm & Ash'),
    shareImagePath('Home', 'Found on a map', 'Elm & Oak'),
    shareImagePath('Home', 'Gefunden: Bäume', '樹'),
  ]
  expect(new Set(paths).size).toBe(4)
  for (const path of paths) expect(path).toMatch(/^\/share\/home\.png\?v=[0-9a-z]{1,7}$/)
  expect(shareImagePath('Home', 'Found on the map', 'Elm & Oak')).toBe(paths[0])
})
