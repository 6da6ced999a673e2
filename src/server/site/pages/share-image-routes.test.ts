import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import type { ShareImageText } from './share-image/share-image-svg.ts'
import { registerShareImageRoutes } from './share-image-routes.ts'

const visitorCall: ApiCall = () => Promise.reject(new Error('unexpected call'))

/** Serves only share images. Tests can change the content version and the title, and count the renderings. */
function createShareImageApp(renderImage: (text: ShareImageText) => Promise<Uint8Array>) {
  const state = { version: 1, title: 'A title', renderCount: 0 }
  const app = Fastify()
  registerShareImageRoutes(app, {
    getPageFacts: async () => ({ title: state.title, defaults: { title: state.title } }),
    visitorCall,
    readListedPages: async () => [{ name: 'Home', path: '/', title: 'Home' }],
    listOldRecordPaths: async () => [],
    contentVersion: { current: () => state.version, refresh: async () => state.version, currentThisTurn: () => state.version },
    readBusiness: async () => ({
      name: 'A business',
      addresses: [],
      phones: [],
      hours: [],
      timeZone: 'UTC',
      isTimeZoneGiven: false,
      postalAddress: {},
      areasServed: [],
    }),
    renderImage: (text) => {
      state.renderCount += 1
      return renderImage(text)
    },
  })
  return { state, requestImage: () => app.inject({ url: '/share/home.png' }) }
}

it('renders once for 50 concurrent requests, and not again after a change of other content', async () => {
  const { state, requestImage } = createShareImageApp(async ({ title }) => Buffer.from(title))
  const replies = await Promise.all(Array.from({ length: 50 }, requestImage))
  expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['A title']))
  expect(state.renderCount).toBe(1)
  state.version = 2
  await Promise.all(Array.from({ length: 50 }, requestImage))
  expect(state.renderCount).toBe(1)
  state.version = 3
  state.title = 'Another'
  expect((await requestImage()).body).toBe('Another')
  expect(state.renderCount).toBe(2)
})

it('renders the same text once, even if other content changes meanwhile', async () => {
  const rendering = Promise.withResolvers<void>()
  const { state, requestImage } = createShareImageApp(async ({ title }) => rendering.promise.then(() => Buffer.from(title)))
  const first = requestImage()
  await expect.poll(() => state.renderCount).toBe(1)
  state.version = 2
  const second = requestImage()
  rendering.resolve()
  expect([(await first).body, (await second).body]).toEqual(['A title', 'A title'])
  expect(state.renderCount).toBe(1)
})

it('answers an error if rendering fails, and tries again for the next request', async () => {
  let isBroken = true
  const { requestImage } = createShareImageApp(async ({ title }) =>
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
