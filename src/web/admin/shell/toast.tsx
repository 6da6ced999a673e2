import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useFrameData } from './frame-data.ts'
import { whenIdle } from './live.tsx'
import type { ShownToast, ToastView } from './toast-view.tsx'

type Show = (message: string, undo?: () => void) => void

const ToastContext = createContext<Show>(() => {})

/** Shows an alert's text for a few seconds, with the way back where there is one; it waits while it is pointed at or focused. */
export function useToast(): Show {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast>()
  const show = useCallback<Show>((message, undo) => setToast((last) => ({ id: (last?.id ?? 0) + 1, message, undo })), [])
  const View = useView(toast)
  return (
    <ToastContext value={show}>
      {children}
      {View && <View toast={toast} />}
    </ToastContext>
  )
}

/**
 * What shows alerts is no part of a page's first load: it comes as soon as the page has nothing better to do, which is before
 * anybody has saved anything. Where it did not arrive, it is asked for again with each alert.
 */
function useView(toast: ShownToast | undefined): typeof ToastView | undefined {
  const [View, setView] = useState<typeof ToastView>()
  useEffect(() => {
    if (View) return
    const load = () => void import('./toast-view.tsx').then(({ ToastView }) => setView(() => ToastView)).catch(() => {})
    if (toast) return load()
    return whenIdle(load)
  }, [View, toast])
  return View
}

/** What an admin was sent here with: a form on the site, which is open to admins too, leads to their pages. */
export function Notice() {
  const { notice } = useFrameData()
  const showToast = useToast()
  useEffect(() => {
    if (notice) showToast(notice)
  }, [notice, showToast])
  if (!notice) return null
  return (
    <noscript>
      <p className="bg-success-tint px-(--edge) py-3 font-semibold text-pine-deep">{notice}</p>
    </noscript>
  )
}
