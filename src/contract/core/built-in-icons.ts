import { hasIconClassFormat } from './text-schemas.ts'

/** The built-in icons, views of one file. */
export const builtInIconNames = [
  'calendar-check',
  'report',
  'scales',
  'key',
  'storefront',
  'pages',
  'layers',
  'braces',
  'book',
  'link',
  'pin',
  'phone',
  'mail',
] as const

type IconName = (typeof builtInIconNames)[number]

/** The icon for a class name that names no built-in icon. */
const PLAIN_ICON: IconName = 'pages'

/** Words of common icon fonts, and the built-in icons that show the same. */
const SYNONYMS: Readonly<Record<string, IconName>> = {
  home: 'storefront',
  house: 'storefront',
  building: 'storefront',
  shop: 'storefront',
  store: 'storefront',
  envelope: 'mail',
  email: 'mail',
  map: 'pin',
  location: 'pin',
  marker: 'pin',
  call: 'phone',
  mobile: 'phone',
  chain: 'link',
  calendar: 'calendar-check',
  clock: 'calendar-check',
  check: 'calendar-check',
  code: 'braces',
  file: 'report',
  chart: 'report',
  bar: 'report',
  line: 'report',
  balance: 'scales',
  lock: 'key',
  stack: 'layers',
  page: 'pages',
}

export function getBuiltInIconUrl(name: IconName): string {
  return `/art/icons.svg#${name}`
}

/** Returns the URL of an icon field's value. Class names such as `fa fa-home` give the built-in icon of that name. */
export function getIconFieldUrl(value: string): string {
  if (!hasIconClassFormat(value)) return value
  const words = value.toLowerCase().split(/[\s_-]+/)
  const name = builtInIconNames.find((one) => one.split('-').every((word) => words.includes(word)))
  const synonym = words.find((word) => Object.hasOwn(SYNONYMS, word)) ?? ''
  return getBuiltInIconUrl(name ?? SYNONYMS[synonym] ?? PLAIN_ICON)
}
