import { expect, it } from 'vitest'
import { pictureAddress } from '../grammar/text.ts'
import { mediaIdOf, variantWidths } from './media.ts'

const id = '0123456789abcdef0123456789abcdef'

it('knows our pictures by their addresses and no other', () => {
  expect([`/media/${id}.jpg`, `/media/${id}.webp`].map(mediaIdOf)).toEqual([id, id])
  const others = [
    `/media/${id}-320.webp`,
    `/media/${id}.svg`,
    `https://example.com/media/${id}.jpg`,
    `/media/${id}.jpg?a`,
    '',
    '/a.jpg',
  ]
  expect(others.map(mediaIdOf)).toEqual(others.map(() => undefined))
})

it('are addresses that a picture of a record may have, as they are', () => {
  expect(pictureAddress('Picture').parse(`/media/${id}.jpg`)).toBe(`/media/${id}.jpg`)
})

it('makes no variant wider than the picture, and none that is hardly narrower than the next', () => {
  expect(variantWidths(4000)).toEqual([320, 640, 960, 1280, 1920])
  expect(variantWidths(1920)).toEqual([320, 640, 960, 1280, 1920])
  expect(variantWidths(1000)).toEqual([320, 640, 1000])
  expect([350, 320, 1].map(variantWidths)).toEqual([[350], [], []])
})
