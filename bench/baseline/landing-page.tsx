import { renderToStaticMarkup } from 'react-dom/server'
import type { ApiCallFunction } from '../../src/contract/core/endpoint.ts'
import type { PageAssets } from '../../src/contract/core/page-rendering-interface.ts'
import { HtmlDocument } from '../../src/web/html-document.tsx'
import { Page, loader as readPage } from '../../src/web/public/home-page.tsx'
import { loader as readFrame, SiteFrame } from '../../src/web/site-frame/site-frame.tsx'
import { StubDataContext } from './router-stub.tsx'

/** Renders the landing page for a visitor with the product's queries and components, but without a router. */
export async function renderLandingPage(call: ApiCallFunction, origin: string, assets: PageAssets): Promise<string> {
  const request = new Request(`${origin}/?registered`)
  const args = { request, context: { get: () => ({ call }) } } as unknown as Parameters<typeof readPage>[0]
  const [site, page] = await Promise.all([readFrame(args), readPage(args)])
  const data = { pathname: '/', root: { viewer: { kind: 'visitor' }, origin }, site, page, outlet: <Page /> }
  const html = renderToStaticMarkup(
    <HtmlDocument assets={assets} stylesheet="public">
      <StubDataContext value={data}>
        <SiteFrame />
      </StubDataContext>
    </HtmlDocument>,
  )
  return `<!DOCTYPE html>${html}`
}
