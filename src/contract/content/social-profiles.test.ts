import { expect, it } from 'vitest'
import { isBareSocialNetworkUrl, isSocialProfileUrl } from './social-profiles.ts'

it.each([
  'https://www.facebook.com/own.office',
  'https://facebook.com/profile.php?id=100',
  'https://www.linkedin.com/in/ada-lovelace/',
  'http://youtube.com/@own',
  'https://own-office.example/team',
])('%s is a profile', (address) => {
  expect([isSocialProfileUrl(address), isBareSocialNetworkUrl(address)]).toEqual([true, false])
})

it.each([
  'https://facebook.com',
  ' https://www.facebook.com/ ',
  'https://www.facebook.com/#',
  'https://x.com/?lang=en',
  'https://www.linkedin.com/in/',
  'https://www.linkedin.com/company',
  'https://www.facebook.com/profile.php',
  'https://www.youtube.com/@',
])('%s names nobody', (address) => {
  expect([isSocialProfileUrl(address), isBareSocialNetworkUrl(address)]).toEqual([false, true])
})

it.each(['', '#', '/contact', 'mailto:hello@example.com', 'no address'])('“%s” is no web address at all', (address) => {
  expect([isSocialProfileUrl(address), isBareSocialNetworkUrl(address)]).toEqual([false, false])
})
