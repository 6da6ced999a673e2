import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../parts/button.tsx'

type Props = { isDirty: boolean; onLeave: () => void }

/** Asks before a link leads away from unsaved changes. A reload asks nothing: it restores them. */
export function LeaveDialog({ isDirty, onLeave }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  const stayButton = useRef<HTMLButtonElement>(null)
  const cameFrom = useRef<Element>(null)
  const isOpen = blocker.state === 'blocked'
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && blocker.reset?.()}>
      <Dialog.Portal>
        {/* Not the library's overlay: its scroll lock writes a style element, which the content policy forbids. */}
        <div className="dialog-ground fixed inset-0 z-40 bg-night/60" />
        <Dialog.Content
          className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-card border border-rule bg-white p-6"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            cameFrom.current = document.activeElement
            stayButton.current?.focus()
          }}
          onCloseAutoFocus={() => cameFrom.current instanceof HTMLElement && cameFrom.current.focus()}
        >
          <Dialog.Title className="text-heading font-semibold">Leave without saving?</Dialog.Title>
          <Dialog.Description className="mt-2 text-muted">Your changes on this page are not on the site yet.</Dialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button
              look="outline"
              onClick={() => {
                onLeave()
                blocker.proceed?.()
              }}
            >
              Leave without saving
            </Button>
            <Dialog.Close asChild>
              <Button ref={stayButton}>Stay</Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
