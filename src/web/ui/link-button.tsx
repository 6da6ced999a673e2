import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { safeHref } from './safe-href.ts'

const looks = {
  /** The one act of a view. */
  filled: 'button',
  outline: 'button button-outline',
  ink: 'button button-ink',
  mint: 'button button-mint',
}

type Props = { href: string; look?: keyof typeof looks; children: ReactNode }

/** A link that looks like a button. Draws nothing where the address is unsafe or the words are missing. Without styles it stands apart from what follows. */
export function LinkButton({ href, look = 'filled', children }: Props) {
  const address = safeHref(href)
  if (!address || !children) return null
  return (
    <>
      <a className={looks[look]} href={address}>
        {children}
      </a>{' '}
    </>
  )
}

/** A link to more of the same, with an arrow, which stays on the line of the last word. Without styles it stands apart from what is before it. */
export function ArrowLink({ href, children: words }: { href: string; children: string }) {
  const end = words.trimEnd().lastIndexOf(' ') + 1
  return (
    <>
      {' '}
      <a className="arrow-link" href={href}>
        <span>
          {words.slice(0, end)}
          <span>
            {words.slice(end)}
            <Icon name="right" />
          </span>
        </span>
      </a>
    </>
  )
}
