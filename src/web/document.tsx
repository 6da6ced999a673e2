import type { ReactNode } from 'react'
import { THEME_COLOR } from '../contract/theme-color.ts'

/** Addresses of the built files that a page refers to. */
export type Assets = {
  /** The style sheet of each part of the site. */
  styles: Record<Part, string>
  font: string
  /** The only script of a document. */
  enhance: string
  /** The script of hydrated pages. */
  admin: string
}

/** A part of the site with a style sheet of its own; customer pages look as account pages do. */
export type Part = 'public' | 'account' | 'admin'

type Props = {
  assets: Assets
  part: Part
  /** The router's state for a page that is hydrated; without it the page ships no React. */
  hydration?: string
  children: ReactNode
}

/** The HTML around every page. Titles and descriptions come from the pages themselves: React lifts them into the head. */
export function Document({ assets, part, hydration, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="theme-color" content={THEME_COLOR} />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assets.styles[part]} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        {children}
        {hydration === undefined ? (
          <script type="module" src={assets.enhance} />
        ) : (
          <>
            {/* A data block, not a script: the content policy needs no exception for it. */}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, in which nothing can close the element */}
            <script id="hydration" type="application/json" dangerouslySetInnerHTML={{ __html: hydration }} />
            <script type="module" src={assets.admin} />
          </>
        )}
      </body>
    </html>
  )
}
