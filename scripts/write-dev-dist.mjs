import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeIllustrationSprite } from './illustration-sprite.mjs'

const FILES = [
  'src/web/public.css',
  'src/web/secondary-pages.css',
  'src/web/account.css',
  'src/web/customer-order-pages.css',
  'src/web/admin.css',
  'src/web/enhance.ts',
  'src/web/entry-admin.tsx',
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
]
const PROGRAMS = {
  'render-share-image-process': 'src/server/site/pages/share-image/render-share-image-process.ts',
  'render-invoice-process': 'src/server/sales/invoices/rendering/render-invoice-process.ts',
  'image-encoder-process': 'src/server/content/media/encoding/image-encoder-process.ts',
}

/** Writes the `dist` folder of `npm run dev`. Its files only import their sources. */
export function writeDevBuild(root, dist) {
  const source = (path) => JSON.stringify(pathToFileURL(join(root, path)).href)
  const write = (path, text) => {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
  }
  rmSync(dist, { recursive: true, force: true })
  cpSync(join(root, 'package.json'), join(dist, '../package.json'))
  cpSync(join(root, 'public'), join(dist, 'client'), { recursive: true })
  writeIllustrationSprite(join(dist, 'client'))
  write('client/.vite/manifest.json', JSON.stringify(Object.fromEntries(FILES.map((file) => [file, { file }]))))
  write('server/entry-server.js', `export * from ${source('scripts/dev-page-renderer.mjs')}\n`)
  const build = JSON.stringify(pathToFileURL(`${dist}/`).href)
  for (const [name, path] of Object.entries(PROGRAMS)) {
    // The server doesn't pass DEV_BUILD on to these programs.
    write(`server/${name}.js`, `process.env.DEV_BUILD = ${build}\nawait import(${source(path)})\n`)
  }
}
