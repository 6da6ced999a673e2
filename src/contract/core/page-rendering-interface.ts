import type { Access, ApiCallFunction, Endpoint } from './endpoint.ts'
import type { PublishedPage } from './public-pages.ts'
import type { UserError } from './user-error.ts'
import type { Viewer } from './viewer.ts'

// The interface between the server and the built pages, apart from the API calls.

/** What the built pages offer the server. */
export type PageRenderer = {
  renderPage: (request: Request, visit: PageRequestContext, assets: PageAssets) => Promise<RenderedPage | Response>
  /** Returns what the loaders of an admin page return, without the page. Throws what they throw. */
  loadAdminRouteData: (
    request: Request,
    visit: PageRequestContext,
    withFrame: boolean,
  ) => Promise<AdminRouteDataAndHeaders | Response>
  getPageMetadata: (page: Pick<PublishedPage, 'name' | 'path'>, call: ApiCallFunction) => Promise<PageMetadataAndDefaults>
  pages: readonly PageDeclaration[]
}

/** A declared page as the server knows it. */
export type PageDeclaration = {
  path: string
  access: Access
  kind: PageDeliveryKind
  /** Says whether the path parameters belong to this page. If not, the path answers 404. */
  accepts?: (params: Readonly<Record<string, string | undefined>>) => boolean
  /** One of its forms is a `defineFileUploadForm`. */
  takesFile?: true
  /** Another site may lead here by POST, as a payment provider does. The server turns it into a GET, which changes nothing. */
  isReturnTarget?: true
  /** The query parameters that a cached page reads. The page cache ignores all others (docs/decisions/0002). */
  cachedQueryParams?: readonly string[]
}

/**
 * The server renders every page. A `cached` page depends only on content and viewer kind. An `uncached` page depends on
 * the request or its viewer. Neither ships React. A `hydrated` page does; only admin pages are hydrated.
 */
export type PageDeliveryKind = 'cached' | 'uncached' | 'hydrated'

/** The hidden field, and the query parameter of a form with a file, that names the account that a form was rendered for. */
export const ACCOUNT_FIELD = '_account'

/** What loaders and actions receive besides the request. */
export type PageRequestContext = {
  call: ApiCallFunction
  viewer: Viewer
  /** The site's origin without a trailing slash, for canonical links. */
  origin: string
  /** Other machines can reach the site, so search engines must get no invented facts. */
  isPublicSite?: true
  /** Search engines must not list the page, because the site still holds samples. */
  isKeptOut?: true
  /** The identity provider is set up (P-60). */
  hasIdentityProvider?: true
  /** The visitor's session has ended. */
  hasEnded?: true
  /** The server refused the request before a page ran. The page shows this error. */
  refusal?: UserError
  /** Identifies the request in our log. */
  requestId?: string
  /** An admin previews a public page with its staged changes. */
  isPreview?: true
  /** Set if a form with a chosen file was posted to a page that accepts files. */
  readFileForm?: ReadFileForm
  /** Lists when each public page last changed, in epoch ms. */
  listPageChanges?: () => Promise<readonly { page: string; changedAt: number }[]>
  /** Encrypts values that the browser stores for the server. */
  cipher?: CookieCipher
}

/** A file of a posted form while it streams in. */
export type FileOfForm = { name: string; chunks: AsyncIterable<Uint8Array> }

/**
 * Reads a posted form whose files go to one call. It is admitted like one upload, however many files it has. The texts before
 * its first file arrive even if it isn't admitted.
 */
type ReadFileForm = (endpoint: Endpoint & { raw?: undefined }, input: { params: unknown; form: FileFormReading }) => Promise<void>

/** Receives the texts and the files of a posted form in their order. The next file waits for `onFile`. */
export type FileFormReading = {
  maxFiles: number
  onField: (name: string, value: string) => void
  onFile: (file: FileOfForm) => Promise<unknown>
}

export type CookieCipher = {
  encrypt: (text: string) => string
  decrypt: (ciphertext: string) => string | undefined
}

/** The cookie with which an admin previews staged changes. Over https its name begins with `__Host-`. */
export const PREVIEW_COOKIE_NAME = 'rankstead.preview'

/** The admin page that lists staged changes. A preview returns there. */
export const STAGED_CHANGES_PAGE_PATH = '/drafts'

/** URLs of the built files that a page loads. */
export type PageAssets = {
  styles: Record<StylesheetName, string>
  font: string
  /** The only script of a document. */
  enhance: string
  /** The script of hydrated pages. */
  admin: string
}

/**
 * A part of the site with its own style sheet. Customer pages use the account style sheet. The pages of an order's work
 * load the work style sheet besides.
 */
export type StylesheetName = 'public' | 'secondary' | 'account' | 'work' | 'admin'

/** A rendered page. `isCacheable` means that it depends only on content and viewer kind. `fault` is the error that was thrown. */
export type RenderedPage = { status: number; headers: Headers; html: string; isCacheable: boolean; fault?: unknown }

/** What each route of a page loads, by route id, and the headers of the reply. */
export type AdminRouteDataAndHeaders = { headers: Headers; data: Record<string, unknown> }

/** What a public page tells search engines and link previews. */
export type PageMetadata = {
  /** Without the business name, which is added later. */
  title: string
  description?: string
  /** An image that the owner chose. Without it, one is rendered from the title. */
  shareImage?: string
  shareImageAlt?: string
  /** What link previews show in place of title and description. */
  socialTitle?: string
  socialText?: string
  /** The owner keeps the page out of search engines. */
  isHiddenFromSearch?: true
  /** The URL that search engines should list in place of this page. */
  canonicalUrl?: string
  /** Codes that prove to search engines whose site this is. */
  verification?: { google?: string; bing?: string }
}

/** Adds the page's own texts, which apply where the owner wrote none. */
export type PageMetadataAndDefaults = PageMetadata & { defaults: PageMetadata }
