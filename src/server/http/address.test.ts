import { expect, it } from 'vitest'
import { belongsTo, isNetwork } from './address.ts'

it('knows the networks by their names, by one address and by many', () => {
  const cases: [network: string, inside: string[], outside: string[]][] = [
    ['loopback', ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '::2']],
    ['linklocal', ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'], ['169.255.1.1', 'fec0::1']],
    ['uniquelocal', ['10.1.1.1', '172.31.0.1', '192.168.0.1', 'fc00::1', 'fd12::1'], ['172.32.0.1', '2001:db8::1']],
    ['10.9.0.0/16', ['10.9.255.1', '10.9.0.1:8080', '[::ffff:10.9.0.1]:8080'], ['10.10.0.1', 'unknown', '::a09:1']],
    ['2001:db8::/32', ['2001:db8:1::1', '[2001:db8::1]:443'], ['2001:db9::1', '10.9.0.1']],
    ['203.0.113.9', ['203.0.113.9', '::ffff:203.0.113.9'], ['203.0.113.8']],
    ['::ffff:10.9.0.0/112', ['10.9.1.1'], ['10.10.0.1', '::1:a09:101']],
  ]
  for (const [network, inside, outside] of cases) {
    const isInside = belongsTo([network])
    expect([network, isNetwork(network)]).toEqual([network, true])
    for (const address of inside) expect([network, address, isInside(address)]).toEqual([network, address, true])
    for (const address of outside) expect([network, address, isInside(address)]).toEqual([network, address, false])
  }
})

it('knows an address by any of many networks, and nobody without one', () => {
  const isProxy = belongsTo(['10.9.0.0/16', 'loopback', '2001:db8::1'])
  expect(['127.0.0.1', '10.9.0.1', '2001:db8::1'].every(isProxy)).toBe(true)
  expect(['192.0.2.1', '', '_hidden', undefined].some(isProxy)).toBe(false)
  expect(belongsTo([])('127.0.0.1')).toBe(false)
})
