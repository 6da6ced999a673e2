import { expect, test } from 'vitest'
import { buildShareImageUrl } from './share-image.ts'

test('builds a share image URL from the page, and changes it with every word on the image', () => {
  const paths = [
    buildShareImageUrl('Home', 'Found on the map', 'Elm & Oak'),
    buildShareImageUrl('Home', 'Found on the map', 'Elm & Ash'),
    buildShareImageUrl('Home', 'Found on a map', 'Elm & Oak'),
    buildShareImageUrl('Home', 'Gefunden: Bäume', '樹'),
  ]
  expect(new Set(paths).size).toBe(4)
  for (const path of paths) expect(path).toMatch(/^\/share\/home\.png\?v=[0-9a-z]{1,7}$/)
  expect(buildShareImageUrl('Home', 'Found on the map', 'Elm & Oak')).toBe(paths[0])
})
