import { readFile } from 'node:fs/promises'
import type { Assets, EntryServer, Rendered, Visit } from '../../../contract/grammar/rendering.ts'
import { builtFile } from '../../platform/built.ts'

type Manifest = Record<string, { file: string } | undefined>

export type Renderer = {
  render: (request: Request, visit: Visit) => Promise<Rendered | Response>
  loadPage: EntryServer['loadPage']
  factsOf: EntryServer['factsOf']
  pages: EntryServer['pages']
}

/** Loads the built pages and the addresses of the files they refer to. */
export async function loadRenderer(): Promise<Renderer> {
  const [entry, assets] = await Promise.all([
    import(builtFile('server/entry-server.js').href) as Promise<EntryServer>,
    readAssets(),
  ])
  return {
    render: (request, visit) => entry.renderPage(request, visit, assets),
    loadPage: entry.loadPage,
    factsOf: entry.factsOf,
    pages: entry.pages,
  }
}

/** The addresses of the built files that pages refer to. */
export async function readAssets(): Promise<Assets> {
  const manifest: Manifest = JSON.parse(await readFile(builtFile('client/.vite/manifest.json'), 'utf8'))
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
      details: address('src/web/details.css'),
      account: address('src/web/account.css'),
      admin: address('src/web/admin.css'),
    },
    font: address(font),
    enhance: address('src/web/enhance.ts'),
    admin: address('src/web/entry-admin.tsx'),
  }
}
