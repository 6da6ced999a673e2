import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { visitOf } from '../visit.ts'
import { Footer } from './footer.tsx'
import { type FrameContent, readFrame, useFrame } from './frame-content.ts'
import { Header } from './header.tsx'

export function loader({ context }: LoaderFunctionArgs): Promise<FrameContent> {
  return readFrame(visitOf(context).call)
}

/** The header and footer around a public, account or customer page. */
export function SiteFrame() {
  const frame = useFrame()
  return (
    <div className="site">
      <a id="top" className="skip-link" href="#main">
        Skip to content
      </a>
      <Header logo={frame.logo?.logo} />
      <Outlet />
      <Footer {...frame} />
    </div>
  )
}
