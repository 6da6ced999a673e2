import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { isLoggedOut, Refusal } from '../../../../contract/grammar/refusal.ts'
import type { Visit } from '../../../../contract/grammar/rendering.ts'
import { callOverHttp } from '../../../call.ts'
import { listedPages } from '../../../listed-pages.ts'
import { rootRoute } from '../../../root.tsx'
import { siteArea } from '../../../site-frame/site-area.ts'
import { visitContext } from '../../../visit.ts'
import { callWithRecord, type Edited } from './edited-record.ts'
import { startMarks } from './marks.ts'

type Options = {
  path: string
  origin: string
  edited: Edited
  /** The record, and everything around it, as they will be once the draft is published. */
  withDraft: boolean
  /** Somebody clicked on the words of this field. */
  onPick: (field: string) => void
}

export type Drawing = {
  /** Draws the page with what is typed by now. */
  show: (edited: Edited) => void
  /** Outlines the words of a field, and brings them into view. */
  focus: (field: string | undefined) => void
  /** How much smaller the page is shown than it is. */
  scale: (scale: number) => void
  /** Something else was saved: reads everything around the record anew. */
  refresh: () => void
  end: () => void
}

/** Where a session has ended the form says so when it is saved: the page in the frame must not lead away from it. */
const callForFrame: Call = async (endpoint, input) => {
  try {
    return await callOverHttp(endpoint, input)
  } catch (error) {
    throw isLoggedOut(error) ? new Refusal(503, 'The page cannot be read now.') : error
  }
}

/**
 * Takes over the document of a public page and draws that page in it by its own routes, as a visitor meets it, with an
 * unsaved record laid over what is stored (decision 46). Nothing of it leaves the browser. Throws where the page cannot be read.
 */
export async function startDrawing(document: Document, options: Options): Promise<Drawing> {
  const { path, origin, withDraft, onPick } = options
  let { edited } = options
  const { call, forget } = callWithRecord(callForFrame, { edited: () => edited, withDraft })
  const visit: Visit = { call, viewer: { kind: 'visitor' }, origin }
  const router = createMemoryRouter([rootRoute([siteArea(listedPages)])], {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[visitContext, visit]])),
  })
  await new Promise<void>((resolve) => {
    const look = () => router.state.initialized && resolve()
    router.subscribe(look)
    look()
  })
  const [fault] = Object.values(router.state.errors ?? {})
  if (fault) throw fault
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const root = createRoot(container)
  root.render(<RouterProvider router={router} />)
  const marks = startMarks({ container, edited: () => edited, onPick })

  let isDrawing = false
  let isOutdated = false
  async function redraw() {
    isOutdated = true
    if (isDrawing) return
    isDrawing = true
    while (isOutdated) {
      isOutdated = false
      await router.revalidate()
    }
    isDrawing = false
  }

  return {
    show(now) {
      edited = now
      void redraw()
    },
    focus: marks.focus,
    scale: (scale) => document.documentElement.style.setProperty('--pixel', `${1 / scale}px`),
    refresh() {
      forget()
      void redraw()
    },
    end() {
      marks.end()
      router.dispose()
      root.unmount()
    },
  }
}
