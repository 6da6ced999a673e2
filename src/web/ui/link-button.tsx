import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { toSafeUrl } from './safe-url.ts'

const styleClasses = {
  /** The main action of a view. */
  filled: 'button',
  outline: 'button button-outline',
  ink: 'button button-ink',
  mint: 'button button-mint',
  plain: 'button button-plain',
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

export function OutlineLinkButton(props: Omit<Props, 'buttonStyle'>) {
  return <LinkButton {...props} buttonStyle="outline" />
}

/** Renders a button that sends its form. */
export function FormButton({ buttonStyle = 'filled', ...attributes }: ComponentProps<'button'> & { buttonStyle?: ButtonStyle }) {
  return <button type="submit" {...attributes} className={styleClasses[buttonStyle]} />
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
