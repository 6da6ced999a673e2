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

/** Words of common icon fonts, by the built-in icon that shows the same. */
const SYNONYMS: Readonly<Partial<Record<IconName, string>>> = {
  storefront: 'home house building shop store',
  mail: 'envelope email',
  pin: 'map location marker',
  phone: 'call mobile',
  link: 'chain',
  'calendar-check': 'calendar clock check',
  braces: 'code',
  report: 'file chart bar line',
  scales: 'balance',
  key: 'lock',
  layers: 'stack',
  pages: 'page',
}

export function getBuiltInIconUrl(name: IconName): string {
  return `/art/icons.svg#${name}`
}

/** Returns the URL of an icon field's value. Class names such as `fa fa-home` give the built-in icon of that name. */
export function getIconFieldUrl(value: string): string {
  if (!hasIconClassFormat(value)) return value
  const words = value.toLowerCase().split(/[\s_-]+/)
  const name = builtInIconNames.find((one) => one.split('-').every((word) => words.includes(word)))
  return getBuiltInIconUrl(name ?? words.map(findIconBySynonym).find(Boolean) ?? PLAIN_ICON)
}

function findIconBySynonym(word: string): IconName | undefined {
  return builtInIconNames.find((name) => SYNONYMS[name]?.split(' ').includes(word))
}
