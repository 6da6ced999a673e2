import { expect, it } from 'vitest'
import { getIconFieldUrl } from './built-in-icons.ts'
import { iconUrlOrClassSchema } from './text-schemas.ts'

it.each([
  ['fa fa-home', '/art/icons.svg#storefront'],
  ['fa-solid fa-phone', '/art/icons.svg#phone'],
  ['bi bi-calendar-check', '/art/icons.svg#calendar-check'],
  ['fa fa-rocket', '/art/icons.svg#pages'],
  ['/art/own.svg', '/art/own.svg'],
  ['https://cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
])('draws %j as %s', (value, url) => {
  expect(iconUrlOrClassSchema('Icon').parse(value)).toBe(value)
  expect(getIconFieldUrl(value)).toBe(url)
})

it.each(['', '   ', 'javascript:alert(1)', 'data:image/png;base64,AA'])('refuses %j as an icon', (value) => {
  expect(iconUrlOrClassSchema('Icon').safeParse(value).success).toBe(false)
})

it('completes the URL of an icon on another site', () => {
  expect(iconUrlOrClassSchema('Icon').parse('cdn.example.com/a.png')).toBe('https://cdn.example.com/a.png')
})
