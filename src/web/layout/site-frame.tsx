import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { KnownPictures } from '../ui/picture.tsx'
import { visitOf } from '../visit.ts'
import { Footer } from './footer.tsx'
import { type FrameContent, readFrame, useFrame } from './frame-content.ts'
import { Header } from './header.tsx'
import { Problem } from './problem.tsx'

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
export function SiteProblem() {
  return <Problem offersHelp />
}

/** In place of page and frame, where not even the frame's own content could be read. */
export function FramedProblem() {
  return (
    <Framed>
      <SiteProblem />
    </Framed>
  )
}

function Framed({ children }: { children: ReactNode }) {
  const frame = useFrame()
  return (
    <KnownPictures facts={frame.pictures}>
      <div className="site">
        <a id="top" className="skip-link" href="#main">
          Skip to content
        </a>
        <Header logo={frame.logo?.logo} />
        {children}
        <Footer {...frame} />
      </div>
    </KnownPictures>
  )
}
