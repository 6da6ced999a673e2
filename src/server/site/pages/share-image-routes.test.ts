import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import type { ShareImageText } from './share-image/share-image-svg.ts'
import { registerShareImageRoutes } from './share-image-routes.ts'

const visitorCall: ApiCall = () => Promise.reject(new Error('Nobody asks'))

/** The images alone: a content version and a title to change, and a drawing that is counted. */
function createShareImageApp(renderImage: (words: ShareImageText) => Promise<Uint8Array>) {
  const state = { version: 1, title: 'A title', renderCount: 0 }
  const app = Fastify()
  registerShareImageRoutes(app, {
    getPageFacts: async () => ({ title: state.title, defaults: { title: state.title } }),
    visitorCall,
    readListedPages: async () => [{ name: 'Home', path: '/', title: 'Home' }],
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
    renderImage: (words) => {
      state.renderCount += 1
      return renderImage(words)
    },
  })
  return { state, requestImage: () => app.inject({ url: '/share/home.png' }) }
}

it('draws once for fifty who ask at once, and not again where other content changed', async () => {
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

it('draws the same words once even where the content changes while they are drawn', async () => {
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

it('answers an error and no picture where the drawing fails, and tries again for the next one', async () => {
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
