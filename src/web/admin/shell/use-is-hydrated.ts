import { useSyncExternalStore } from 'react'

/** Returns false on the server and during hydration, true afterward. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe() {
  return () => {}
}
