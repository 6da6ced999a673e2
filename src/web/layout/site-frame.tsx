import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet, type RouteObject } from 'react-router'
import { noSuchPage, routeOf } from '../guards.ts'
import type { SitePage } from '../page.ts'
import { visitOf } from '../visit.ts'
import { Footer } from './footer.tsx'
import { type FrameContent, readFrame, useFrame } from './frame-content.ts'
import { Header } from './header.tsx'
import { Problem } from './problem.tsx'

/** The pages between the public header and footer, and the 404 for every address that no page claims. */
export function siteArea(pages: readonly SitePage[]): RouteObject {
  return {
    id: 'site',
    loader,
    Component: SiteFrame,
    ErrorBoundary: FramedProblem,
    children: [
      { id: 'site-pages', ErrorBoundary: SiteProblem, children: [...pages.map(routeOf), { path: '*', loader: noPage }] },
    ],
  }
}

export function loader({ context }: LoaderFunctionArgs): Promise<FrameContent> {
  return readFrame(visitOf(context).call)
}

/** The header and footer around a public, account or customer page. */
export function SiteFrame() {
  return (
    <Framed>
      <Outlet />
    </Framed>
  )
}

/** In place of a page inside the frame. */
function SiteProblem() {
  return <Problem offersHelp />
}

/** In place of page and frame, where not even the frame's own content could be read. */
function FramedProblem() {
  return (
    <Framed>
      <SiteProblem />
    </Framed>
  )
}

function Framed({ children }: { children: ReactNode }) {
  const frame = useFrame()
  return (
    <div className="site">
      <a id="top" className="skip-link" href="#main">
        Skip to content
      </a>
      <Header logo={frame.logo?.logo} />
      {children}
      <Footer {...frame} />
    </div>
  )
}

function noPage({ context }: LoaderFunctionArgs): never {
  throw visitOf(context).refusal ?? noSuchPage()
}
