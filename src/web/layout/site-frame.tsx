import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { Footer } from '../public/sections/footer/section.tsx'
import { Header } from '../public/sections/header/section.tsx'
import { visitOf } from '../visit.ts'
import { type FrameContent, readFrame, useFrame } from './frame-content.ts'
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
    <div className="site">
      <a id="top" className="skip-link" href="#main">
        Skip to content
      </a>
      <Header {...frame} />
      {children}
      <Footer {...frame} />
    </div>
  )
}
