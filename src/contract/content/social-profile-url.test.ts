import { expect, it } from 'vitest'
import { hasSocialProfilePath, isBareSocialNetworkUrl } from './social-profile-url.ts'

it.each([
  'https://www.facebook.com/own.office',
  'https://facebook.com/profile.php?id=100',
  'https://www.linkedin.com/in/ada-lovelace/',
  'http://youtube.com/@own',
  'https://own-office.example/team',
])('%s is a profile', (url) => {
  expect([hasSocialProfilePath(url), isBareSocialNetworkUrl(url)]).toEqual([true, false])
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
])('%s is a web URL without a profile', (url) => {
  expect([hasSocialProfilePath(url), isBareSocialNetworkUrl(url)]).toEqual([false, true])
})

it.each(['', '#', '/contact', 'mailto:hello@example.com', 'no address'])('“%s” is not a web URL', (url) => {
  expect([hasSocialProfilePath(url), isBareSocialNetworkUrl(url)]).toEqual([false, false])
})
