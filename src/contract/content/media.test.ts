import { expect, it } from 'vitest'
import { imageUrlSchema } from '../core/text-schemas.ts'
import { listVariantWidths, parseMediaId } from './media-urls.ts'

const id = '0123456789abcdef0123456789abcdef'

it('parses the ids of our images and of no other URLs', () => {
  expect([`/media/${id}.jpg`, `/media/${id}.webp`, `/media/elm-street-${id}.jpg`].map(parseMediaId)).toEqual([id, id, id])
  const others = [
    `/media/${id}-320.webp`,
    `/media/${id}.svg`,
    `https://example.com/media/${id}.jpg`,
    `/media/${id}.jpg?a`,
    '',
    '/a.jpg',
  ]
  expect(others.map(parseMediaId)).toEqual(others.map(() => undefined))
})

it('accepts our image URLs unchanged in image fields', () => {
  expect(imageUrlSchema('Picture').parse(`/media/${id}.jpg`)).toBe(`/media/${id}.jpg`)
})

it('makes no variant wider than the image, and none almost as wide as the next', () => {
  expect(listVariantWidths(4000)).toEqual([320, 640, 960, 1280, 1920])
  expect(listVariantWidths(1920)).toEqual([320, 640, 960, 1280, 1920])
  expect(listVariantWidths(1000)).toEqual([320, 640, 1000])
  expect([350, 320, 1].map(listVariantWidths)).toEqual([[350], [], []])
})
