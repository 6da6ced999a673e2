import { expect, it } from 'vitest'
import { getShareImageRegion } from './prepare-share-image.ts'

it.each([
  ['a wide image', { width: 2400, height: 630, focus_x: 75, focus_y: 0 }, { left: 1200, top: 0, width: 1200, height: 630 }],
  ['a tall image', { width: 600, height: 1200, focus_x: 0, focus_y: 10 }, { left: 0, top: 0, width: 600, height: 315 }],
  ['the last edge', { width: 1200, height: 1260, focus_x: 50, focus_y: 100 }, { left: 0, top: 630, width: 1200, height: 630 }],
  ['one pixel', { width: 1, height: 1, focus_x: 50, focus_y: 50 }, { left: 0, top: 0, width: 1, height: 1 }],
])('keeps the focal point of %s in view', (_name, image, region) => {
  expect(getShareImageRegion(image)).toEqual(region)
})
