import type { Access, ApiCall, Endpoint, EndpointReply, UploadOptions } from './endpoint.ts'
import type { PublishedPage } from './public-pages.ts'
import type { UserError } from './user-error.ts'
import type { Viewer } from './viewer.ts'

// What the server and the built pages hand each other: the one seam between them that no call describes.

/** What the built pages offer the server. */
export type PageRenderer = {
  renderPage: (request: Request, visit: PageVisit, assets: PageAssets) => Promise<RenderedPage | Response>
  /** What the loaders of an admin page answer, without the page. Throws what they throw. */
  loadPage: (request: Request, visit: PageVisit, withFrame: boolean) => Promise<LoadedPageData | Response>
  getPageFacts: (page: Pick<PublishedPage, 'name' | 'path'>, call: ApiCall) => Promise<PageFactsWithDefaults>
  pages: readonly SitePage[]
}

/**
 * A page of the site map as the server knows it; `accepts` where its path alone matches too much, `reads` where the
 * document depends on query parameters.
 */
export type SitePage = {
  path: string
  access: Access
  kind: PageKind
  accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean
  takesFile?: true
  cachedQueryParams?: readonly string[]
}

/**
 * Every page is rendered on the server. A public page is a `document`, which depends on content and viewer kind
 * alone, so it is kept, or a `form`, which depends on the request. An `account` page is rendered for whoever asks,
 * with the style sheet of account and customer pages. None of them ships React. An `app` page is hydrated: only the
 * admin's are.
 */
export type PageKind = 'document' | 'form' | 'account' | 'app'

/** What loaders and actions get besides the request: the data door, who is looking, where we live. */
export type PageVisit = {
  call: ApiCall
  viewer: Viewer
  /** The site's own address without a trailing slash, for canonical links. */
  origin: string
  /** Other machines can reach the site, so search engines must get no invented facts. */
  isPublicSite?: true
  /** Search engines must not list the page: the site still holds samples. */
  isKeptOut?: true
  /** The visitor was somebody whose session has ended. */
  hasEnded?: true
  /** The request was refused before any page could run: the page to show is the one that says so. */
  refusal?: UserError
  /** What the request is found by in our log; there where a page is rendered for it. */
  requestId?: string
  /** An admin looks at a public page with the draft laid over it. */
  isPreview?: true
  /** There where a form with a file was posted to a page that takes one. */
  callWithForm?: CallWithForm
  /** Seals what a browser is to keep for us; the server alone can. */
  cipher?: TextCipher
}

/** Makes a call with the posted form as it came: nothing of its file is read before the call has let its sender in. */
export type CallWithForm = <E extends Endpoint & { upload: UploadOptions }>(endpoint: E) => Promise<EndpointReply<E>>

export type TextCipher = {
  encrypt: (text: string) => string
  decrypt: (ciphertext: string) => string | undefined
}

/** The cookie by which an admin asks for public pages with the draft; over https its name begins with `__Host-`. */
export const PREVIEW_COOKIE_NAME = 'rankstead.preview'

/** The admin page that lists the draft's changes. A preview returns there. */
export const RELEASE_PAGE_PATH = '/drafts'

/** Addresses of the built files that a page refers to. */
export type PageAssets = {
  /** The style sheet of each part of the site. */
  styles: Record<SitePart, string>
  font: string
  /** The only script of a document. */
  enhance: string
  /** The script of hydrated pages. */
  admin: string
}

/** A part of the site with a style sheet of its own; customer pages look as account pages do. */
export type SitePart = 'public' | 'details' | 'account' | 'admin'

/** A page as rendered; `isDocument` where it depends on content and viewer kind alone, `fault` where something broke. */
export type RenderedPage = { status: number; headers: Headers; html: string; isDocument: boolean; fault?: unknown }

/** What each route of a page loads, by its name, and the headers that go with it. */
export type LoadedPageData = { headers: Headers; data: Record<string, unknown> }

/** What a public page says of itself to search engines and link previews. */
export type PageFacts = {
  /** Without the business name, which is added. */
  title: string
  description?: string
  /** A picture that the owner chose; otherwise one is drawn from the title. */
  shareImage?: string
}

/** The same, and what the page says by itself where the owner says nothing else. */
export type PageFactsWithDefaults = PageFacts & { defaults: PageFacts }
