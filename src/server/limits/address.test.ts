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

it('takes an address with a port, in brackets or inside IPv6 as the address alone', () => {
  for (const address of [
    '203.0.113.9:1000',
    '203.0.113.9:65535',
    ' 203.0.113.9 ',
    '::ffff:cb00:7109',
    '[::ffff:203.0.113.9]:1000',
  ])
    expect(networkOf(address)).toBe('203.0.113.9')
  for (const address of ['[2001:db8:0:7::1]', '[2001:db8:0:7::2]:443', '[2001:db8:0:7::3%eth0]:443'])
    expect(networkOf(address)).toBe('2001:db8:0:7')
})

it('takes everybody without an address as one', () => {
  const none = [
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
  for (const text of [...none, '1'.repeat(16_000), 'a:'.repeat(8_000), '['.repeat(16_000)])
    expect([text.slice(0, 20), networkOf(text)]).toEqual([text.slice(0, 20), 'unknown'])
})
