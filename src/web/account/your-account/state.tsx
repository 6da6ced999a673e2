import type { ReactNode } from 'react'

/** How something stands, in a word. */
export function State({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return <span className={isGood ? 'state state-good' : 'state'}>{children}</span>
}
