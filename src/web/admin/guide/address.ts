import { matchPath } from 'react-router'
import type { Section } from '../../../contract/section.ts'
import { paymentEmail as payee } from '../../../contract/sections/payment-email.ts'
import { CHECKS } from '../checks/address.ts'
import { recordPageAt, screenAt, withoutSlash } from '../content/screens.ts'
import { HISTORY } from '../history/address.ts'
import { TRANSFER } from '../transfer/address.ts'

export const GUIDE = '/guide'

/** The chapters of the owner's guide in their order, each with the screens that lead to it. */
const screensOf = {
  start: ['/admin', '/going-live'],
  edit: ['/setting'],
  preview: [],
  history: [HISTORY],
  lists: [],
  drafts: ['/drafts'],
  check: [CHECKS],
  pictures: ['/pictures'],
  business: [],
  search: [],
  orders: ['/total-orders', '/admin/payment-status/:id'],
  payments: ['/payments-to-check'],
  messages: ['/all-messages', '/view/:id'],
  subscribers: ['/all-subscriber'],
  mail: ['/undelivered-mail'],
  people: ['/add-user'],
  log: ['/audit-log'],
  copy: [TRANSFER],
} as const satisfies Record<string, readonly string[]>

export type ChapterId = keyof typeof screensOf
export const chapterIds = Object.keys(screensOf) as ChapterId[]

/** Where the guide says something of a screen: in the chapter that names it, or that of its kind of content. */
export function guideTo(pathname: string): string {
  const path = withoutSlash(pathname)
  const named = chapterIds.find((id) => screensOf[id].some((screen) => matchPath(screen, path)))
  const section = recordPageAt(path)?.section
  const sections = screenAt(path)?.sections ?? (section ? [section] : [])
  return `${GUIDE}#${named ?? chapterOf(sections)}`
}

function chapterOf(sections: readonly Section[]): ChapterId {
  const has = (is: (section: Section) => boolean) => sections.some(is)
  if (sections.length === 0) return 'start'
  if (has(({ kind }) => kind === payee.kind)) return 'payments'
  if (has(({ group }) => group === 'account')) return 'people'
  if (has(({ group }) => group === 'searchEngines')) return 'search'
  if (has(({ facts }) => facts !== undefined)) return 'business'
  return has(({ shape }) => shape === 'list') ? 'lists' : 'edit'
}
