import { X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useAdminLayoutData } from './admin-layout-data.ts'

/** Without a message, closes the alert. */
type ShowToast = (message?: string, undo?: () => void) => void

type ToastState = { id: number; message: string; undo?: (() => void) | undefined }

/** How long an alert stays, in ms. */
const DURATION_MS = 5_000

const ToastContext = createContext<ShowToast>(() => {})

/** Returns a function that shows an alert for a few seconds. A new alert replaces the last one. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastState>()
  const showToastMessage = useCallback<ShowToast>(
    (message, undo) => setToast((last) => (message === undefined ? undefined : { id: (last?.id ?? 0) + 1, message, undo })),
    [],
  )
  const close = useCallback(() => setToast(undefined), [])
  return (
    <ToastContext value={showToastMessage}>
      {children}
      {/* The region exists before any alert, because screen readers announce only additions to it. In a narrow window,
          it is in the bar at the top. */}
      <div
        role="status"
        className="pointer-coarse:pointer-events-none fixed top-0.5 right-4 left-20 z-60 sm:left-auto sm:w-96 lg:top-auto lg:bottom-4 lg:in-[:has(.save-bar)]:bottom-24"
      >
        {toast && <Toast key={toast.id} toast={toast} close={close} />}
      </div>
    </ToastContext>
  )
}

/** The timer stops while the alert has the pointer or the focus (P-169). On a touch screen, taps go through the text. */
function Toast({ toast: { message, undo }, close }: { toast: ToastState; close: () => void }) {
  const { pathname } = useLocation()
  const [shownOnPathname] = useState(pathname)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const previousFocus = useRef<HTMLElement>(null)
  const ref = useRef<HTMLDivElement>(null)
  // A focused Undo may go away with its page, without an event.
  useEffect(() => {
    if (pathname !== shownOnPathname && !ref.current?.contains(document.activeElement)) setFocused(false)
  }, [pathname, shownOnPathname])
  const [shift, setShift] = useState(0)
  useLayoutEffect(() => setShift(findFreeShift(ref.current)), [])
  function dismiss() {
    close()
    previousFocus.current?.focus()
  }
  useEffect(() => {
    if (isHovered || isFocused) return
    const timer = setTimeout(close, DURATION_MS)
    return () => clearTimeout(timer)
  }, [isHovered, isFocused, close])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events only pause a timer; the buttons inside do the work.
    <div
      ref={ref}
      style={{ translate: -shift }}
      className="flex items-center gap-3 rounded-card border border-pine bg-success-tint py-2 pr-2 pl-4 font-semibold text-pine-deep"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget as HTMLElement | null
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && dismiss()}
    >
      <p className="min-w-0 grow whitespace-pre-wrap">{message}</p>
      {/* Another page could not show what Undo answers. */}
      {undo && pathname === shownOnPathname && (
        <button
          type="button"
          className="pointer-events-auto min-h-11 flex-none px-3 underline"
          onClick={() => {
            undo()
            dismiss()
          }}
        >
          Undo
        </button>
      )}
      <button
        type="button"
        aria-label="Close"
        className="pointer-events-auto grid size-11 flex-none place-items-center rounded-field hover:bg-white"
        onClick={dismiss}
      >
        <X className="size-5" aria-hidden />
      </button>
    </div>
  )
}

/** Returns how far an alert at the bottom must move left to cover no control, in pixels. Returns 0 if there is no free place. */
function findFreeShift(alert: HTMLElement | null): number {
  const main = document.querySelector('main')
  if (!alert || !main || innerWidth < 1024) return 0
  const { left, right, top, bottom } = alert.getBoundingClientRect()
  const boxes = [...main.querySelectorAll('a,button,input,select,textarea,summary')]
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.top < bottom && box.bottom > top)
  for (let shift = 0; left - shift > main.offsetLeft; shift += 16)
    if (!boxes.some((box) => box.right > left - shift && box.left < right - shift)) return shift
  return 0
}

/** Shows the notice of a form on the public site that sent an admin here. */
export function FlashNoticeToast() {
  const { notice } = useAdminLayoutData()
  const showToast = useToast()
  useEffect(() => {
    if (notice) showToast(notice)
  }, [notice, showToast])
  return null
}
