import { expect, it } from 'vitest'
import { createNetworkMatcher, getClientNetwork, isIpNetwork } from './ip-address.ts'

it('matches named networks, single addresses and ranges', () => {
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
    const isInside = createNetworkMatcher([network])
    expect([network, isIpNetwork(network)]).toEqual([network, true])
    for (const address of inside) expect([network, address, isInside(address)]).toEqual([network, address, true])
    for (const address of outside) expect([network, address, isInside(address)]).toEqual([network, address, false])
  }
})

it('matches an address in any of the networks, and none without networks', () => {
  const isProxy = createNetworkMatcher(['10.9.0.0/16', 'loopback', '2001:db8::1'])
  expect(['127.0.0.1', '10.9.0.1', '2001:db8::1'].every(isProxy)).toBe(true)
  expect(['192.0.2.1', '', '_hidden', undefined].some(isProxy)).toBe(false)
  expect(createNetworkMatcher([])('127.0.0.1')).toBe(false)
})

it('keeps an IPv4 address, also in its IPv6 form', () => {
  expect(getClientNetwork('203.0.113.9')).toBe('203.0.113.9')
  expect(getClientNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

it('treats all addresses of an IPv6 /64 network as one, in every spelling', () => {
  for (const address of ['2001:db8:0:7::1', '2001:0db8:0000:0007:ffff:ffff:ffff:ffff', '2001:DB8:0:7::', '2001:db8:0:7::1%eth0'])
    expect(getClientNetwork(address)).toBe('2001:db8:0:7')
  expect(getClientNetwork('2001:db8:0:8::1')).toBe('2001:db8:0:8')
  expect(getClientNetwork('::1')).toBe('0:0:0:0')
})

it('ignores ports, brackets and IPv6 mapping around an address', () => {
  for (const address of [
    '203.0.113.9:1000',
    '203.0.113.9:65535',
    ' 203.0.113.9 ',
    '::ffff:cb00:7109',
    '[::ffff:203.0.113.9]:1000',
  ])
    expect(getClientNetwork(address)).toBe('203.0.113.9')
  for (const address of ['[2001:db8:0:7::1]', '[2001:db8:0:7::2]:443', '[2001:db8:0:7::3%eth0]:443'])
    expect(getClientNetwork(address)).toBe('2001:db8:0:7')
})

it('groups clients without an address', () => {
  const invalidAddresses = [
    '',
    'unknown',
    '_hidden',
    'no address',
    '[::1',
    '::1]',
    '203.0.113.9:',
    '203.0.113.9:x',
    '203.0.113',
    '0x7f.1',
    '12345',
  ]
  for (const text of [...invalidAddresses, '1'.repeat(16_000), 'a:'.repeat(8_000), '['.repeat(16_000)])
    expect([text.slice(0, 20), getClientNetwork(text)]).toEqual([text.slice(0, 20), 'unknown'])
})
