import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = { className?: string; children: readonly ReactNode[] }

/** Points with a tick before each. */
export function TickList({ className = '', children }: Props) {
  return (
    <ul className={`ticks ${className}`}>
      {children.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity and never move
        <li key={index}>
          <Icon name="tick" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  )
}
