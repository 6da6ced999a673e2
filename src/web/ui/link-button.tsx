import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { toSafeUrl } from './safe-url.ts'

const styleClasses = {
  /** The main action of a view. */
  filled: 'button',
  outline: 'button button-outline',
  ink: 'button button-ink',
  mint: 'button button-mint',
}

export type ButtonStyle = keyof typeof styleClasses

type Props = { href: string; buttonStyle?: ButtonStyle; children: ReactNode }

/** Renders a link that looks like a button. Renders nothing without text or with an unsafe URL. The space separates it without styles. */
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

/** Renders a link with an arrow. The arrow never wraps away from the last word. The space separates it without styles. */
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
