import { matchPath } from 'react-router'
import { paymentEmail as payee } from '../../../contract/content/kinds/payment-email.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { adminPaths, recordPageAt, screenAt } from '../site-map.ts'

/** The chapters of the owner's guide in their order, each with the screens that lead to it. */
const screensOf = {
  start: [adminPaths.overview, adminPaths.goingLive],
  edit: [adminPaths.settings],
  preview: [],
  history: [adminPaths.history],
  lists: [],
  drafts: [adminPaths.draft],
  check: [adminPaths.siteChecks],
  pictures: [adminPaths.pictures],
  business: [],
  search: [],
  orders: [adminPaths.orders, adminPaths.order],
  payments: [adminPaths.paymentsToCheck],
  messages: [adminPaths.messages, adminPaths.message],
  subscribers: [adminPaths.subscribers],
  mail: [adminPaths.undeliveredEmail],
  people: [adminPaths.users, adminPaths.user],
  log: [adminPaths.auditLog],
  copy: [adminPaths.transfer],
} as const satisfies Record<string, readonly string[]>

export type ChapterId = keyof typeof screensOf
export const chapterIds = Object.keys(screensOf) as ChapterId[]

/** Where the guide says something of a screen: in the chapter that names it, or that of its kind of content. */
export function guideTo(pathname: string): string {
  const named = chapterIds.find((id) => screensOf[id].some((screen) => matchPath(screen, pathname)))
  const contentKind = recordPageAt(pathname)?.contentKind
  const contentKinds = screenAt(pathname)?.contentKinds ?? (contentKind ? [contentKind] : [])
  return `${adminPaths.guide}#${named ?? chapterOf(contentKinds)}`
}

function chapterOf(contentKinds: readonly ContentKind[]): ChapterId {
  const has = (is: (contentKind: ContentKind) => boolean) => contentKinds.some(is)
  if (contentKinds.length === 0) return 'start'
  if (has(({ kind }) => kind === payee.kind)) return 'payments'
  if (has(({ group }) => group === 'account')) return 'people'
  if (has(({ group }) => group === 'searchEngines')) return 'search'
  if (has(({ facts }) => facts !== undefined)) return 'business'
  return has(({ shape }) => shape === 'list') ? 'lists' : 'edit'
}
