import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { isNotLoggedInError, UserError } from '#contract/core/user-error.ts'
import { callOverHttp } from '#web/call-over-http.ts'
import { indexablePages } from '#web/indexable-pages.ts'
import { pageRequestRouterContext } from '#web/page-request-context.ts'
import { createRootRoute } from '#web/root-route.tsx'
import { createSiteFrameRoute } from '#web/site-frame/site-route.ts'
import { createPreviewCall } from './create-preview-call.ts'
import { startFieldHighlights } from './field-highlights.ts'
import type { EditedRecord } from './overlay-edited-record.ts'

type Options = {
  path: string
  origin: string
  editedRecord: EditedRecord
  isDraftMode: boolean
  onPick: (field: string) => void
}

export type PagePreviewController = {
  /** Renders the page with the typed values. */
  update: (editedRecord: EditedRecord) => void
  /** Outlines the texts of a field and scrolls to them. */
  focus: (field: string | undefined) => void
  /** Sets the page's scale, 1 for full size. */
  scale: (scale: number) => void
  /** Reads the rest of the page again after another save. */
  refresh: () => void
  stop: () => void
}

/** Turns a login error into a 503, because the framed page must not redirect to the login. The form reports it on save. */
const callWithinFrame: ApiCallFunction = async (endpoint, input) => {
  try {
    return await callOverHttp(endpoint, input)
  } catch (error) {
    throw isNotLoggedInError(error) ? new UserError(503, 'We can’t load this page right now.') : error
  }
}

/**
 * Renders a public page into the document of a frame, as a visitor sees it (docs/decisions/0046). The unsaved record
 * replaces the stored one. The typed values don't leave the browser. Throws if the page can't be loaded.
 */
export async function renderPagePreview(document: Document, options: Options): Promise<PagePreviewController> {
  const { path, origin, isDraftMode, onPick } = options
  let { editedRecord } = options
  const getEditedRecord = () => editedRecord
  const { call, clearCache } = createPreviewCall(callWithinFrame, { getEditedRecord, isDraftMode })
  const visit: PageRequestContext = { call, viewer: { kind: 'visitor' }, origin }
  const router = createMemoryRouter([createRootRoute([createSiteFrameRoute(indexablePages)])], {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[pageRequestRouterContext, visit]])),
  })
  await new Promise<void>((resolve) => {
    const checkInitialized = () => router.state.initialized && resolve()
    router.subscribe(checkInitialized)
    checkInitialized()
  })
  const [routeError] = Object.values(router.state.errors ?? {})
  if (routeError) throw routeError
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const root = createRoot(container)
  root.render(<RouterProvider router={router} />)
  const highlights = startFieldHighlights({ container, getEditedRecord, onPick })

  let isRendering = false
  let isOutdated = false
  async function rerender() {
    isOutdated = true
    if (isRendering) return
    isRendering = true
    while (isOutdated) {
      isOutdated = false
      await router.revalidate()
    }
    isRendering = false
  }

  return {
    update(nextRecord) {
      editedRecord = nextRecord
      void rerender()
    },
    focus: highlights.focusField,
    scale: (scale) => document.documentElement.style.setProperty('--pixel', `${1 / scale}px`),
    refresh() {
      clearCache()
      void rerender()
    },
    stop() {
      highlights.stop()
      router.dispose()
      root.unmount()
    },
  }
}
