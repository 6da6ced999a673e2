import { expect, it } from 'vitest'
import { networkOf } from './address.ts'

it('takes an IPv4 address as it is, also where it comes as IPv6', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

it('takes all addresses of one IPv6 network as one, in every spelling', () => {
  for (const address of ['2001:db8:0:7::1', '2001:0db8:0000:0007:ffff:ffff:ffff:ffff', '2001:DB8:0:7::', '2001:db8:0:7::1%eth0'])
    expect(networkOf(address)).toBe('2001:db8:0:7')
  expect(networkOf('2001:db8:0:8::1')).toBe('2001:db8:0:8')
  expect(networkOf('::1')).toBe('0:0:0:0')
})
