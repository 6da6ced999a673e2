import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { menuCopy } from '#contract/content/kinds/menu-copy.ts'
import { listSiteImageDetailsEndpoint } from '#contract/content/media.ts'
import { ErrorPage } from '../layout/error-page.tsx'
import { type SiteFrameContent, useSiteFrameContent } from '../layout/use-site-frame-content.ts'
import { getCopy, loadPageContent } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { buildFooterPageLinks } from '../public/sections/footer/section.tsx'
import { getSectionForKind } from '../public/sections/public-sections.tsx'
import { useRootData } from '../root-route.tsx'
import { LibraryImageProvider } from '../ui/content-image.tsx'
import { DraftPreviewBar } from './draft-preview-bar.tsx'

const header = getSectionForKind(logo)
const footer = getSectionForKind(businessInfo)

export async function loader({ context }: LoaderFunctionArgs): Promise<SiteFrameContent> {
  const { call } = getPageRequestContext(context)
  const [content, pictures] = await Promise.all([
    loadPageContent(call, [...header.reads, ...footer.reads]),
    call(listSiteImageDetailsEndpoint, {}),
  ])
  return { content, pictures }
}

/** Renders header and footer around a public, account or customer page. */
export function SiteFrame() {
  return (
    <HeaderAndFooter>
      <Outlet />
    </HeaderAndFooter>
  )
}

/** Replaces a failed page inside the frame. */
export function ErrorPageInsideFrame() {
  return <ErrorPage suggestedLinks={buildFooterPageLinks(getCopy(useSiteFrameContent().content, menuCopy))} />
}

/** Replaces page and frame if the frame's own content failed to load. */
export function ErrorPageWithOwnFrame() {
  return (
    <HeaderAndFooter>
      <ErrorPageInsideFrame />
    </HeaderAndFooter>
  )
}

function HeaderAndFooter({ children }: { children: ReactNode }) {
  const { content, pictures } = useSiteFrameContent()
  return (
    <LibraryImageProvider images={pictures}>
      <div className="site">
        <a id="top" className="skip-link" href="#main">
          Skip to content
        </a>
        {header.render(content)}
        {children}
        {footer.render(content)}
        {useRootData().isPreview && <DraftPreviewBar />}
      </div>
    </LibraryImageProvider>
  )
}
