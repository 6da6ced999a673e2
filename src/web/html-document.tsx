import type { ReactNode } from 'react'
import type { HydrationState, StaticHandlerContext } from 'react-router'
import type { PageAssets, PageRequestContext, StylesheetName } from '#contract/core/page-rendering-interface.ts'
import { THEME_COLOR } from '#contract/site/theme-color.ts'

type HtmlDocumentProps = {
  assets: PageAssets
  stylesheet: StylesheetName
  /** The router's state, for a hydrated page. A page without it ships no React. */
  hydration?: string
  children: ReactNode
}

/** Renders the HTML around every page. Pages render their own titles and descriptions; React moves them to the head. */
export function HtmlDocument({ assets, stylesheet, hydration, children }: HtmlDocumentProps) {
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="theme-color" content={THEME_COLOR} />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        {(stylesheet === 'work' ? (['account', 'work'] as const) : [stylesheet]).map((part) => (
          <link key={part} rel="stylesheet" href={assets.styles[part]} />
        ))}
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
            {/* The content security policy allows this as data: it isn't a script. */}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, with every `<` escaped */}
            <script id="hydration" type="application/json" dangerouslySetInnerHTML={{ __html: hydration }} />
            <script type="module" src={assets.admin} />
          </>
        )}
      </body>
    </html>
  )
}

type RouterState = HydrationState & { loaderData: { root: Pick<PageRequestContext, 'viewer' | 'origin'> } }
type HydrationData = { state: RouterState; assets: PageAssets }

/** Serializes the router's state as JSON that can't close its script element. */
export function serializeHydrationData({ loaderData }: StaticHandlerContext, assets: PageAssets): string {
  return JSON.stringify({ state: { loaderData }, assets }).replaceAll('<', '\\u003c')
}

/** Reads the state in the browser. `text` lets React render the same document again. */
export function readHydrationData(document: Document): HydrationData & { text: string } {
  const text = document.getElementById('hydration')?.textContent ?? '{}'
  return { ...(JSON.parse(text) as HydrationData), text }
}
