import { expect, it } from 'vitest'
import { ownAddress } from './own-address.ts'

it('is where this machine reaches the process, wherever it listens', () => {
  const addresses = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', '192.168.1.5'].map((host) =>
    ownAddress({ host, port: 3000 }),
  )
  expect(addresses).toEqual([
    'http://127.0.0.1:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://[::1]:3000',
    'http://localhost:3000',
    'http://192.168.1.5:3000',
  ])
})
