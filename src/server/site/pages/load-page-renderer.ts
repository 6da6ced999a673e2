import { readFile } from 'node:fs/promises'
import type { PageAssets, PageRenderer, PageRequestContext, RenderedPage } from '#contract/core/page-rendering-interface.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'

type BuildManifest = Record<string, { file: string } | undefined>

export type Renderer = {
  render: (request: Request, visit: PageRequestContext) => Promise<RenderedPage | Response>
  loadAdminRouteData: PageRenderer['loadAdminRouteData']
  getPageMetadata: PageRenderer['getPageMetadata']
  pages: PageRenderer['pages']
}

export async function loadPageRenderer(): Promise<Renderer> {
  const [entry, assets] = await Promise.all([
    import(getBuiltFileUrl('server/entry-server.js').href) as Promise<PageRenderer>,
    readPageAssets(),
  ])
  return {
    render: (request, visit) => entry.renderPage(request, visit, assets),
    loadAdminRouteData: entry.loadAdminRouteData,
    getPageMetadata: entry.getPageMetadata,
    pages: entry.pages,
  }
}

export async function readPageAssets(): Promise<PageAssets> {
  const manifest: BuildManifest = JSON.parse(await readFile(getBuiltFileUrl('client/.vite/manifest.json'), 'utf8'))
  const getAssetPath = (source: string) => {
    const builtAsset = manifest[source]
    if (!builtAsset) throw new Error(`The build lacks ${source}. Run npm run build.`)
    return `/${builtAsset.file}`
  }
  const font = Object.keys(manifest).find((name) => /figtree-latin-wght-normal\.woff2$/.test(name))
  if (!font) throw new Error('The build lacks the font. Run npm run build.')
  return {
    styles: {
      public: getAssetPath('src/web/public.css'),
      secondary: getAssetPath('src/web/secondary-pages.css'),
      account: getAssetPath('src/web/account.css'),
      work: getAssetPath('src/web/customer-order-pages.css'),
      admin: getAssetPath('src/web/admin.css'),
    },
    font: getAssetPath(font),
    enhance: getAssetPath('src/web/enhance.ts'),
    admin: getAssetPath('src/web/entry-admin.tsx'),
  }
}
