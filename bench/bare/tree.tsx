import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '../../src/contract/grammar/endpoint.ts'
import type { Assets } from '../../src/contract/grammar/rendering.ts'
import { Document } from '../../src/web/document.tsx'
import { Page, loader as readPage } from '../../src/web/public/landing.tsx'
import { loader as readFrame, SiteFrame } from '../../src/web/site-frame/site-frame.tsx'
import { BareData } from './router.tsx'

/** The landing page for a visitor: its queries, its components, and no router. */
export async function renderLanding(call: Call, origin: string, assets: Assets): Promise<string> {
  const request = new Request(`${origin}/?registered`)
  const args = { request, context: { get: () => ({ call }) } } as unknown as Parameters<typeof readPage>[0]
  const [site, page] = await Promise.all([readFrame(args), readPage(args)])
  const data = { pathname: '/', root: { viewer: { kind: 'visitor' }, origin }, site, page, outlet: <Page /> }
  const html = renderToStaticMarkup(
    <Document assets={assets} part="public">
      <BareData value={data}>
        <SiteFrame />
      </BareData>
    </Document>,
  )
  return `<!DOCTYPE html>${html}`
}
