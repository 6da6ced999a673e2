import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { toSafeUrl } from './safe-url.ts'

const styleClasses = {
  /** The one act of a view. */
  filled: 'button',
  outline: 'button button-outline',
  ink: 'button button-ink',
  mint: 'button button-mint',
}

type Props = { href: string; buttonStyle?: keyof typeof styleClasses; children: ReactNode }

/** A link that looks like a button. Draws nothing where the address is unsafe or the words are missing. Without styles it stands apart from what follows. */
export function LinkButton({ href, buttonStyle = 'filled', children }: Props) {
  const url = toSafeUrl(href)
  if (!url || !children) return null
  return (
    <>
      <a className={styleClasses[buttonStyle]} href={url}>
        {children}
      </a>{' '}
    </>
  )
}

/** A link to more of the same, with an arrow, which stays on the line of the last word. Without styles it stands apart from what is before it. */
export function ArrowLink({ href, children: text }: { href: string; children: string }) {
  const end = text.trimEnd().lastIndexOf(' ') + 1
  return (
    <>
      {' '}
      <a className="arrow-link" href={href}>
        <span>
          {text.slice(0, end)}
          <span>
            {text.slice(end)}
            <Icon name="right" />
          </span>
        </span>
      </a>
    </>
  )
}
