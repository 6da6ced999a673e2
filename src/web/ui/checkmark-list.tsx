import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = { hasDividers?: boolean; children: readonly ReactNode[] }

export function CheckmarkList({ hasDividers, children }: Props) {
  return (
    <ul className={hasDividers ? 'ticks ruled' : 'ticks'}>
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

/** For what isn't done or given yet: a check mark would say that it is. */
export function BulletList({ hasDividers, children }: Props) {
  return (
    <ul className={hasDividers ? 'bullets ruled' : 'bullets'}>
      {children.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity and never move
        <li key={index}>{point}</li>
      ))}
    </ul>
  )
}
