import { X } from 'lucide-react'
import { Toast } from 'radix-ui'

export type ShownToast = { id: number; message: string; undo?: (() => void) | undefined }

/** Where alerts are shown, and the one that is shown now. */
export function ToastView({ toast }: { toast: ShownToast | undefined }) {
  return (
    <Toast.Provider duration={toast?.undo ? 12_000 : 6_000}>
      {toast && <SavedToast key={toast.id} message={toast.message} undo={toast.undo} />}
      <Toast.Viewport asChild>
        <div className="fixed right-4 bottom-40 left-4 z-60 sm:bottom-24 sm:left-auto sm:w-96" />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

/** The library announces the text once itself; the visible copy has the role but stays quiet. */
function SavedToast({ message, undo }: Pick<ShownToast, 'message' | 'undo'>) {
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
