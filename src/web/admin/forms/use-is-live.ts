import { useSyncExternalStore } from 'react'

/** False on the server and while the browser takes over its HTML, true afterwards. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe() {
  return () => {}
}
