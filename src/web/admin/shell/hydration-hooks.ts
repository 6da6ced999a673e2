import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Returns false on the server and during hydration, true afterward. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/**
 * Calls `readInputs` once after hydration. What the admin typed or chose before it is in the inputs, but caused no React
 * event. Without this, the next render of a controlled input would undo it.
 */
export function useInputsSetBeforeHydration(readInputs: () => void): void {
  const read = useEffectEvent(readInputs)
  useEffect(() => read(), [])
}

function subscribe() {
  return () => {}
}
