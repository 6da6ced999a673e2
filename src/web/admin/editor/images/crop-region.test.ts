import { expect, test } from 'vitest'
import { centerCropOnPoint, computeCropRegion, LARGEST_CENTERED_CROP } from './crop-region.ts'

const landscape = { width: 2000, height: 1000 }
const square = { width: 48, height: 48 }

test('crops the largest centered region in the target’s shape', () => {
  expect(computeCropRegion(landscape, square, LARGEST_CENTERED_CROP)).toEqual({ width: 1000, height: 1000, left: 500, top: 0 })
  expect(computeCropRegion({ width: 1000, height: 2000 }, { width: 16, height: 9 }, LARGEST_CENTERED_CROP)).toEqual({
    width: 1000,
    height: 563,
    left: 0,
    top: 719,
  })
})

test('keeps a smaller region inside the image', () => {
  expect(computeCropRegion(landscape, square, { size: 50, x: 100, y: 100 })).toEqual({
    width: 500,
    height: 500,
    left: 1500,
    top: 500,
  })
  for (const [width, height] of [
    [333, 77],
    [20, 4001],
    [2560, 1707],
  ] as const)
    for (const size of [20, 33, 100])
      for (const x of [0, 37, 100]) {
        const { left, top, ...part } = computeCropRegion({ width, height }, { width: 760, height: 660 }, { size, x, y: x })
        expect([left >= 0, top >= 0, left + part.width <= width, top + part.height <= height]).toEqual([true, true, true, true])
      }
})

test('centers a region on a point, but keeps it inside the image', () => {
  const region = computeCropRegion(landscape, square, { ...LARGEST_CENTERED_CROP, size: 50 })
  expect(centerCropOnPoint(landscape, region, { x: 1000, y: 500 })).toEqual({ x: 50, y: 50 })
  expect(centerCropOnPoint(landscape, region, { x: 0, y: 5000 })).toEqual({ x: 0, y: 100 })
})
