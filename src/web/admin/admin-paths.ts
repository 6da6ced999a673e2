import type { ContentKind, EditorGroupName } from '#contract/core/content-kind.ts'
import { STAGED_CHANGES_PAGE_PATH } from '#contract/core/page-rendering-interface.ts'

/** The paths of admin pages. Content kinds declare the paths of their editors. */
export const adminPaths = {
  overview: '/admin',
  orders: '/total-orders',
  order: '/admin/payment-status/:id',
  quotes: '/quotes',
  work: '/work',
  orderWork: '/work/:id',
  deliverable: '/work/:id/deliverable/:deliverableId',
  customers: '/customers',
  customer: '/customer',
  paymentsToReview: '/payments-to-check',
  launchChecklist: '/going-live',
  messages: '/all-messages',
  message: '/view/:id',
  subscribers: '/all-subscriber',
  undeliveredEmail: '/undelivered-mail',
  emailTemplates: '/emails',
  emailTemplate: '/emails/:name',
  allContent: '/setting',
  siteAudit: '/check-my-site',
  release: STAGED_CHANGES_PAGE_PATH,
  history: '/history/:kind/:id',
  images: '/pictures',
  transfer: '/transfer',
  oldPaths: '/old-addresses',
  users: '/add-user',
  user: '/admin-user/:id',
  auditLog: '/audit-log',
  guide: '/guide',
} as const

/** `listQuery` is the query of the list that the order's page leads back to, such as `?paymentStatus=Paid`. */
export function buildAdminOrderPath(id: string, listQuery = ''): string {
  const path = `/admin/payment-status/${id}`
  return listQuery === '' ? path : `${path}?${new URLSearchParams({ list: listQuery.replace(/^\?/, '') })}`
}

/** Returns the path of an order's work. */
export function buildOrderWorkPath(id: string): string {
  return adminPaths.orderWork.replace(':id', id)
}

export function buildAdminDeliverablePath(orderId: string, id: string): string {
  return adminPaths.deliverable.replace(':id', orderId).replace(':deliverableId', id)
}

/** Returns the path of a person's page. */
export function buildAdminCustomerPath(email: string): string {
  return `${adminPaths.customer}?${new URLSearchParams({ email })}`
}

export function buildEmailTemplatePath(name: string): string {
  return adminPaths.emailTemplate.replace(':name', encodeURIComponent(name))
}

export function buildRecordHistoryPath(kind: string, id: string): string {
  return `/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
}

/** Returns the path of the image library, which shows where this image is used. */
export function buildImageUsagePagePath(id: string): string {
  return `${adminPaths.images}?${new URLSearchParams({ uses: id })}`
}

/** Returns the path of the same page with the staged changes applied. */
export function addDraftParam(path: string): string {
  return `${path}?draft=1`
}

/** Returns the path of a kind's page that goes straight to the editor of its single record. */
export function buildSingleRecordEditorPath({ editor: { home } }: Pick<ContentKind, 'editor'>): string {
  return `${home}?${OPEN_SINGLE_RECORD_EDITOR_PARAM}=1`
}

export const OPEN_SINGLE_RECORD_EDITOR_PARAM = 'open'

export function hasDraftParam(params: URLSearchParams): boolean {
  return params.get('draft') === '1'
}

/** The groups of the All content page, in order. `id` is the anchor, and the value of `part` that shows only this group. */
export const editorGroups: Record<EditorGroupName, { id: string; title: string; note: string }> = {
  home: { id: 'home', title: 'Home page', note: 'The parts of the home page, top to bottom' },
  services: { id: 'services', title: 'Services', note: 'The service pages, and samples of your work' },
  pricing: { id: 'pricing', title: 'Pricing', note: 'The packages, and what happens after payment' },
  contact: { id: 'contact', title: 'Contact and legal', note: 'Contact, confirmations, Privacy and Terms' },
  frame: { id: 'header-footer', title: 'Header and footer', note: 'On every page' },
  business: { id: 'business', title: 'Business', note: 'Who you are, where to find you, and which account is paid' },
  searchEngines: { id: 'search-engines', title: 'Search engines', note: 'Search results and redirects' },
  more: { id: 'more', title: 'More', note: 'Not on any public page' },
}

/** Returns the path of the All content page with only one group. */
export function buildGroupPath(group: EditorGroupName): string {
  return `${adminPaths.allContent}?part=${editorGroups[group].id}`
}

/** Returns the group that the query of the All content page asks for. */
export function parseEditorGroup(search: string): EditorGroupName | undefined {
  const part = new URLSearchParams(search).get('part')
  return (Object.keys(editorGroups) as EditorGroupName[]).find((group) => editorGroups[group].id === part)
}

/** Returns the breadcrumbs above the editors of a group. */
export function buildEditorGroupCrumbs(group: EditorGroupName): { name: string; to: string }[] {
  return [
    { name: 'All content', to: adminPaths.allContent },
    { name: editorGroups[group].title, to: buildGroupPath(group) },
  ]
}
