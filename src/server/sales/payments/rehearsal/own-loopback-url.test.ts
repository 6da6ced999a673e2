import { expect, it } from 'vitest'
import { getOwnLoopbackUrl } from './rehearsal-gateway.ts'

it('returns a URL that reaches the process from this machine', () => {
  const urls = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', '192.168.1.5'].map((host) =>
    getOwnLoopbackUrl({ host, port: 3000 }),
  )
  expect(urls).toEqual([
    'http://127.0.0.1:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://[::1]:3000',
    'http://localhost:3000',
    'http://192.168.1.5:3000',
  ])
})
