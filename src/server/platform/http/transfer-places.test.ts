import { expect, it } from 'vitest'
import { signedOutSession } from './request-session-types.ts'
import { createDownloadPlaces, createUploadAdmission } from './transfer-places.ts'
import { CLIENT_IP_ADDRESS_HEADER } from './web-headers.ts'

const MB = 1024 ** 2

function createCaller(ip: string, userId?: string) {
  const person = userId ? { userId, sessionId: userId, email: userId, isAdmin: false, assertCurrent: async () => {} } : undefined
  const session = { ...signedOutSession, ...(person && { person }) }
  return { session, headers: new Headers({ [CLIENT_IP_ADDRESS_HEADER]: ip }), replyHeaders: new Headers() }
}

it('leaves room on the disk for every running upload', async () => {
  let freeBytes = 120 * MB
  const admit = createUploadAdmission(async () => freeBytes)
  const upload = { maxBytes: 25 * MB } as Parameters<typeof admit>[0]
  const first = await admit(upload, createCaller('192.0.2.1'), false)
  const second = await admit(upload, createCaller('192.0.2.1'), false)
  await expect(admit(upload, createCaller('192.0.2.1'), false)).rejects.toMatchObject({
    status: 503,
    fields: { file: expect.any(String) },
  })
  first()
  second()
  freeBytes = 49 * MB
  await expect(admit(upload, createCaller('192.0.2.1'), false)).rejects.toMatchObject({ status: 503 })
})

it('counts by account and by network, and frees a place once', () => {
  const take = createDownloadPlaces()
  const ends = Array.from({ length: 10 }, (_, nth) => take(createCaller(`192.0.2.${nth}`, 'rosa')))
  expect(() => take(createCaller('192.0.2.99', 'rosa'))).toThrow('Too many downloads from here')
  ends[0]?.()
  ends[0]?.()
  take(createCaller('192.0.2.99', 'rosa'))
  expect(() => take(createCaller('192.0.2.98', 'rosa'))).toThrow('Too many downloads')
  for (let nth = 0; nth < 40; nth++) take(createCaller('2001:db8:1:2::1', `account ${nth}`))
  expect(() => take(createCaller('2001:db8:1:2::99', 'another'))).toThrow('Too many downloads')
  take(createCaller('2001:db8:9::1', 'another'))
})
