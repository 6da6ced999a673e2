import { matchPath } from 'react-router'
import { payeeEmail as payee } from '#contract/content/kinds/payee-email.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { adminPaths } from '../admin-paths.ts'
import { findEditorScreenByPath, findRecordEditorByPath } from '../editor-screens.ts'

/** The chapters of the owner's guide in order, each with the paths of its screens. */
const chapterScreens = {
  start: [adminPaths.overview, adminPaths.launchChecklist],
  edit: [adminPaths.allContent],
  preview: [],
  history: [adminPaths.history],
  lists: [],
  drafts: [adminPaths.release],
  check: [adminPaths.siteAudit],
  pictures: [adminPaths.images],
  business: [],
  search: [adminPaths.oldPaths],
  orders: [adminPaths.orders, adminPaths.order],
  work: [adminPaths.work],
  month: [adminPaths.orderWork],
  deliverables: [adminPaths.deliverable],
  conversation: [],
  payments: [adminPaths.paymentsToReview],
  messages: [adminPaths.messages, adminPaths.message],
  subscribers: [adminPaths.subscribers],
  mail: [adminPaths.undeliveredEmail],
  people: [adminPaths.users, adminPaths.user],
  log: [adminPaths.auditLog],
  copy: [adminPaths.transfer],
} as const satisfies Record<string, readonly string[]>

export type GuideChapterId = keyof typeof chapterScreens
export const guideChapterIds = Object.keys(chapterScreens) as GuideChapterId[]

/** Returns the URL of the chapter about a screen, or about the screen's content kinds. */
export function getGuideUrlForScreen(pathname: string): string {
  const listedChapter = guideChapterIds.find((id) => chapterScreens[id].some((screen) => matchPath(screen, pathname)))
  const contentKind = findRecordEditorByPath(pathname)?.contentKind
  const contentKinds = findEditorScreenByPath(pathname)?.contentKinds ?? (contentKind ? [contentKind] : [])
  return `${adminPaths.guide}#${listedChapter ?? findContentKindChapter(contentKinds)}`
}

function findContentKindChapter(contentKinds: readonly ContentKind[]): GuideChapterId {
  const hasKind = (test: (contentKind: ContentKind) => boolean) => contentKinds.some(test)
  if (contentKinds.length === 0) return 'start'
  if (hasKind(({ kind }) => kind === payee.kind)) return 'payments'
  if (hasKind(({ group }) => group === 'searchEngines')) return 'search'
  if (hasKind(({ facts }) => facts !== undefined)) return 'business'
  return hasKind(({ shape }) => shape === 'list') ? 'lists' : 'edit'
}
