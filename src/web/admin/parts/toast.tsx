import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useFrameData } from '../frame-data.ts'
import { useIsLive } from './live.tsx'

type Show = (message: string, undo?: () => void) => void

const ToastContext = createContext<Show>(() => {})

/** Shows an alert's text for a few seconds, with the way back where there is one; it waits while it is pointed at or focused. */
export function useToast(): Show {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ id: number; message: string; undo?: () => void }>()
  const show = useCallback<Show>((message, undo) => setToast((last) => ({ id: (last?.id ?? 0) + 1, message, undo })), [])
  return (
    <ToastContext value={show}>
      {children}
      {useIsLive() && (
        <Toast.Provider duration={toast?.undo ? 12_000 : 6_000}>
          {toast && <SavedToast key={toast.id} message={toast.message} undo={toast.undo} />}
          <Toast.Viewport asChild>
            <div className="fixed right-4 bottom-40 left-4 z-60 sm:bottom-24 sm:left-auto sm:w-96" />
          </Toast.Viewport>
        </Toast.Provider>
      )}
    </ToastContext>
  )
}

/** The library announces the text once itself; the visible copy has the role but stays quiet. */
function SavedToast({ message, undo }: { message: string; undo?: () => void }) {
  return (
    <Toast.Root asChild>
      <div
        role="status"
        aria-live="off"
        className="flex items-center gap-3 rounded-card border border-pine bg-success-tint py-2 pr-2 pl-4 font-semibold text-pine-deep"
      >
        <Toast.Title className="grow whitespace-pre-wrap">{message}</Toast.Title>
        {undo && (
          <Toast.Action altText="Undo, or look at the history" onClick={undo} className="min-h-11 px-3 underline">
            Undo
          </Toast.Action>
        )}
        <Toast.Close aria-label="Close" className="grid size-11 place-items-center rounded-field hover:bg-white">
          <X className="size-5" aria-hidden />
        </Toast.Close>
      </div>
    </Toast.Root>
  )
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
