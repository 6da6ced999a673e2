import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import type { CardWords } from './share-image/card.ts'
import { registerShareImages } from './share-images.ts'

const visitorCall: Call = () => Promise.reject(new Error('Nobody asks'))

/** The images alone: a content version and a title to change, and a drawing that is counted. */
function drawnFrom(draw: (words: CardWords) => Promise<Uint8Array>) {
  const state = { version: 1, title: 'A title', drawings: 0 }
  const app = Fastify()
  registerShareImages(app, {
    factsOf: async () => ({ title: state.title, itself: { title: state.title } }),
    visitorCall,
    readListedPages: async () => [{ name: 'Home', path: '/', title: 'Home' }],
    contentVersion: { current: () => state.version, refresh: async () => state.version, thisTurn: () => state.version },
    readBusiness: async () => ({
      name: 'A business',
      addresses: [],
      phones: [],
      hours: [],
      timeZone: 'UTC',
      isTimeZoneGiven: false,
      postal: {},
      areasServed: [],
    }),
    draw: (words) => {
      state.drawings += 1
      return draw(words)
    },
  })
  return { state, ask: () => app.inject({ url: '/share/home.png' }) }
}

it('draws once for fifty who ask at once, and not again where other content changed', async () => {
  const { state, ask } = drawnFrom(async ({ title }) => Buffer.from(title))
  const replies = await Promise.all(Array.from({ length: 50 }, ask))
  expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['A title']))
  expect(state.drawings).toBe(1)
  state.version = 2
  await Promise.all(Array.from({ length: 50 }, ask))
  expect(state.drawings).toBe(1)
  state.version = 3
  state.title = 'Another'
  expect((await ask()).body).toBe('Another')
  expect(state.drawings).toBe(2)
})

it('draws the same words once even where the content changes while they are drawn', async () => {
  const gate = Promise.withResolvers<void>()
  const { state, ask } = drawnFrom(async ({ title }) => gate.promise.then(() => Buffer.from(title)))
  const first = ask()
  await expect.poll(() => state.drawings).toBe(1)
  state.version = 2
  const second = ask()
  gate.resolve()
  expect([(await first).body, (await second).body]).toEqual(['A title', 'A title'])
  expect(state.drawings).toBe(1)
})

it('answers an error and no picture where the drawing fails, and tries again for the next one', async () => {
  let isBroken = true
  const { ask } = drawnFrom(async ({ title }) => (isBroken ? Promise.reject(new Error('No ink')) : Buffer.from(title)))
  const failed = await ask()
  expect([failed.statusCode, failed.headers['content-type']?.startsWith('image/'), failed.headers['cache-control']]).toEqual([
    500,
    false,
    undefined,
  ])
  isBroken = false
  expect((await ask()).statusCode).toBe(200)
})
