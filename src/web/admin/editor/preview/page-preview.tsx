import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import type { PageVisit } from '../../../../contract/core/page-rendering.ts'
import { isNotLoggedInError, UserError } from '../../../../contract/core/user-error.ts'
import { callOverHttp } from '../../../http-call.ts'
import { indexablePages } from '../../../indexable-pages.ts'
import { createRootRoute } from '../../../root-route.tsx'
import { createSiteRoute } from '../../../site-frame/site-route.ts'
import { visitContext } from '../../../visit-context.ts'
import { createPreviewCall, type EditedRecord } from './edited-record.ts'
import { startFieldHighlights } from './field-highlights.ts'

type Options = {
  path: string
  origin: string
  edited: EditedRecord
  /** The record, and everything around it, as they will be once the draft is published. */
  isDraftMode: boolean
  /** Somebody clicked on the words of this field. */
  onPick: (field: string) => void
}

export type PagePreview = {
  /** Draws the page with what is typed by now. */
  update: (edited: EditedRecord) => void
  /** Outlines the words of a field, and brings them into view. */
  focus: (field: string | undefined) => void
  /** How much smaller the page is shown than it is. */
  scale: (scale: number) => void
  /** Something else was saved: reads everything around the record anew. */
  refresh: () => void
  stop: () => void
}

/** Where a session has ended the form says so when it is saved: the page in the frame must not lead away from it. */
const callWithinFrame: ApiCall = async (endpoint, input) => {
  try {
    return await callOverHttp(endpoint, input)
  } catch (error) {
    throw isNotLoggedInError(error) ? new UserError(503, 'The page cannot be read now.') : error
  }
}

/**
 * Takes over the document of a public page and draws that page in it by its own routes, as a visitor meets it, with an
 * unsaved record laid over what is stored (decision 46). Nothing of it leaves the browser. Throws where the page cannot be read.
 */
export async function startPagePreview(document: Document, options: Options): Promise<PagePreview> {
  const { path, origin, isDraftMode, onPick } = options
  let { edited } = options
  const { call, clearCache } = createPreviewCall(callWithinFrame, { edited: () => edited, isDraftMode })
  const visit: PageVisit = { call, viewer: { kind: 'visitor' }, origin }
  const router = createMemoryRouter([createRootRoute([createSiteRoute(indexablePages)])], {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[visitContext, visit]])),
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
  const highlights = startFieldHighlights({ container, edited: () => edited, onPick })

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
    update(nextEdited) {
      edited = nextEdited
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
