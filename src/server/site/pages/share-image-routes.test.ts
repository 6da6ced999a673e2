import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { ShareImageTask } from './share-image/share-image-svg.ts'
import { registerShareImageRoutes } from './share-image-routes.ts'

const IMAGE_ID = '0123456789abcdef0123456789abcdef'

const visitorCall: ApiCallFunction = () => Promise.reject(new Error('unexpected call'))

/** Serves only share images. Tests can change the content version and the title, and count the renderings. */
function createShareImageApp(renderImage: (task: ShareImageTask) => Promise<Uint8Array>) {
  const state = { version: 1, title: 'A title', logo: '', shareImage: '', variantKey: 'a', renderCount: 0 }
  const app = Fastify()
  registerShareImageRoutes(app, {
    getPageMetadata: async () => ({ title: state.title, shareImage: state.shareImage, defaults: { title: state.title } }),
    visitorCall,
    readListedPages: async () => [{ name: 'Home', path: '/', title: 'Home' }],
    listOldRecordPaths: async () => [],
    prepareShareImage: async (id) => {
      const key = state.variantKey
      const render = async () => {
        state.renderCount += 1
        return Buffer.from(`cut ${key}`)
      }
      return id === IMAGE_ID ? { key, render } : undefined
    },
    contentVersion: { current: () => state.version, refresh: async () => state.version, currentThisTurn: () => state.version },
    readBusiness: async () => ({
      name: 'A business',
      addresses: [],
      phones: [],
      hours: [],
      timeZone: 'UTC',
      isTimeZoneGiven: false,
      answerDays: 1,
      postalAddress: {},
      areasServed: [],
      logo: state.logo,
    }),
    loadLogo: async (url) => (url ? Buffer.from(`PNG of ${url}`) : undefined),
    renderImage: (task) => {
      state.renderCount += 1
      return renderImage(task)
    },
  })
  return { state, requestImage: (format = 'png') => app.inject({ url: `/share/home.${format}` }) }
}

it('renders once for 50 concurrent requests, and not again after a change of other content', async () => {
  const { state, requestImage } = createShareImageApp(async ({ text: { title } }) => Buffer.from(title))
  const replies = await Promise.all(Array.from({ length: 50 }, () => requestImage()))
  expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['A title']))
  expect(state.renderCount).toBe(1)
  state.version = 2
  await Promise.all(Array.from({ length: 50 }, () => requestImage()))
  expect(state.renderCount).toBe(1)
  state.version = 3
  state.title = 'Another'
  expect((await requestImage()).body).toBe('Another')
  expect(state.renderCount).toBe(2)
})

it('renders the same text once, even if other content changes meanwhile', async () => {
  const rendering = Promise.withResolvers<void>()
  const { state, requestImage } = createShareImageApp(async ({ text: { title } }) =>
    rendering.promise.then(() => Buffer.from(title)),
  )
  const first = requestImage()
  await expect.poll(() => state.renderCount).toBe(1)
  state.version = 2
  const second = requestImage()
  rendering.resolve()
  expect([(await first).body, (await second).body]).toEqual(['A title', 'A title'])
  expect(state.renderCount).toBe(1)
})

it('cuts the owner’s image once per image and focal point, and leads to the rendered one without it', async () => {
  const { state, requestImage } = createShareImageApp(async ({ text: { title } }) => Buffer.from(title))
  const none = await requestImage('jpg')
  expect([none.statusCode, none.headers.location]).toEqual([302, '/share/home.png'])
  state.version = 2
  state.shareImage = `/media/${IMAGE_ID}.jpg`
  const image = await requestImage('jpg')
  expect([image.body, image.headers['content-type']]).toEqual(['cut a', 'image/jpeg'])
  state.version = 3
  await requestImage('jpg')
  expect(state.renderCount).toBe(1)
  state.version = 4
  state.variantKey = 'b'
  expect((await requestImage('jpg')).body).toBe('cut b')
})

it('answers an error if rendering fails, and tries again for the next request', async () => {
  let isBroken = true
  const { requestImage } = createShareImageApp(async ({ text: { title } }) =>
    isBroken ? Promise.reject(new Error('No ink')) : Buffer.from(title),
  )
  const failed = await requestImage()
  expect([failed.statusCode, failed.headers['content-type']?.startsWith('image/'), failed.headers['cache-control']]).toEqual([
    500,
    false,
    undefined,
  ])
  isBroken = false
  expect((await requestImage()).statusCode).toBe(200)
})
