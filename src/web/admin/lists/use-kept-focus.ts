import { useEffect } from 'react'

/** A button that an answer takes off the page would take the reader's place along: the focus goes to the heading. */
export function useKeptFocus(answer: unknown, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when what is shown has changed
  useEffect(() => {
    if (answer === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [answer, shown])
}
