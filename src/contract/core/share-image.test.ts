import { expect, test } from 'vitest'
import { buildShareImageUrl } from './share-image.ts'

const shows = { title: 'Found on the map', businessName: 'Elm & Oak', logo: '/media/a.png' }

test('builds a share image URL from the page, and changes it with everything on the image', () => {
  const paths = [
    buildShareImageUrl('Home', shows),
    buildShareImageUrl('Home', { ...shows, businessName: 'Elm & Ash' }),
    buildShareImageUrl('Home', { ...shows, title: 'Found on a map' }),
    buildShareImageUrl('Home', { ...shows, title: 'Gefunden: Bäume', businessName: '樹' }),
    buildShareImageUrl('Home', { ...shows, logo: '/media/b.png' }),
    buildShareImageUrl('Home', { ...shows, logo: '' }),
  ]
  expect(new Set(paths).size).toBe(6)
  for (const path of paths) expect(path).toMatch(/^\/share\/home\.png\?v=[0-9a-z]{1,7}$/)
  expect(buildShareImageUrl('Home', { ...shows })).toBe(paths[0])
})
