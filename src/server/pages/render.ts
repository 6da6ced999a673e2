import { readFile } from 'node:fs/promises'
import type { Access, Call } from '../../contract/endpoint.ts'
import type { PublicPageName } from '../../contract/public-pages.ts'
import type { Refusal } from '../../contract/refusal.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { builtFile } from '../built.ts'
import type { Sealer } from '../secrets/sealer.ts'

/** What the built pages are handed; the one seam between server and web. */
type Visit = { call: Call; viewer: Viewer; origin: string; hasEnded?: true; refusal?: Refusal; sealer?: Sealer }

export type Rendered = { status: number; headers: Headers; html: string; isDocument: boolean; fault?: unknown }

type Assets = { styles: Record<'public' | 'account' | 'admin', string>; font: string; enhance: string; admin: string }

type EntryServer = {
  renderPage: (request: Request, visit: Visit, assets: Assets) => Promise<Rendered | Response>
  factsOf: (name: PublicPageName, call: Call) => Promise<PageFacts & { itself: PageFacts }>
  pages: readonly { path: string; access: Access; kind: 'document' | 'form' | 'account' | 'app' }[]
}

/** What a public page says of itself. */
export type PageFacts = { title: string; description?: string; shareImage?: string }

type Manifest = Record<string, { file: string } | undefined>

export type Renderer = {
  render: (request: Request, visit: Visit) => Promise<Rendered | Response>
  factsOf: EntryServer['factsOf']
  pages: EntryServer['pages']
}

/** Loads the built pages and the addresses of the files they refer to. */
export async function loadRenderer(): Promise<Renderer> {
  const [entry, manifest] = await Promise.all([
    import(builtFile('web/entry-server.js').href) as Promise<EntryServer>,
    readFile(builtFile('client/.vite/manifest.json'), 'utf8').then((text) => JSON.parse(text) as Manifest),
  ])
  const assets = assetsOf(manifest)
  return {
    render: (request, visit) => entry.renderPage(request, visit, assets),
    factsOf: entry.factsOf,
    pages: entry.pages,
  }
}

function assetsOf(manifest: Manifest): Assets {
  const address = (source: string) => {
    const built = manifest[source]
    if (!built) throw new Error(`The build lacks ${source}. Run npm run build.`)
    return `/${built.file}`
  }
  const font = Object.keys(manifest).find((name) => /figtree-latin-wght-normal\.woff2$/.test(name))
  if (!font) throw new Error('The build lacks the font. Run npm run build.')
  return {
    styles: {
      public: address('src/web/public.css'),
      account: address('src/web/account.css'),
      admin: address('src/web/admin.css'),
    },
    font: address(font),
    enhance: address('src/web/enhance.ts'),
    admin: address('src/web/entry-admin.tsx'),
  }
}
