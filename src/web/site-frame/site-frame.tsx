import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { footerAddress } from '../../contract/content/kinds/footer-address.ts'
import { logo } from '../../contract/content/kinds/logo.ts'
import { menuWords } from '../../contract/content/kinds/menu-words.ts'
import { listPictureFacts } from '../../contract/content/media.ts'
import { type FrameContent, useFrame } from '../layout/frame-content.ts'
import { Problem } from '../layout/problem.tsx'
import { readContent, wordsOf } from '../page-content.ts'
import { sectionOf } from '../public/sections/all-sections.tsx'
import { footerLinks } from '../public/sections/header/section.tsx'
import { useRoot } from '../root.tsx'
import { KnownPictures } from '../ui/picture.tsx'
import { visitOf } from '../visit.ts'
import { PreviewBar } from './preview-bar.tsx'

const header = sectionOf(logo)
const footer = sectionOf(footerAddress)

export async function loader({ context }: LoaderFunctionArgs): Promise<FrameContent> {
  const { call } = visitOf(context)
  const [content, pictures] = await Promise.all([
    readContent(call, [...header.reads, ...footer.reads]),
    call(listPictureFacts, {}),
  ])
  return { content, pictures }
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
  return <Problem ways={footerLinks(wordsOf(useFrame().content, menuWords))} />
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
  const { content, pictures } = useFrame()
  return (
    <KnownPictures facts={pictures}>
      <div className="site">
        <a id="top" className="skip-link" href="#main">
          Skip to content
        </a>
        {header.draw(content)}
        {children}
        {footer.draw(content)}
        {useRoot().isPreview && <PreviewBar />}
      </div>
    </KnownPictures>
  )
}
