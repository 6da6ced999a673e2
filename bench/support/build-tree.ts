import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { ROOT } from './processes.ts'

const inBare = (name: string) => fileURLToPath(new URL(`../bare/${name}`, import.meta.url))

/** Builds the landing page's components over a stand-in for the router; answers the module's path. */
export async function buildTree(folder: string): Promise<string> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: { alias: { 'react-router': inBare('router.tsx') } },
    ssr: { noExternal: true },
    build: { ssr: inBare('tree.tsx'), outDir: folder, emptyOutDir: false, copyPublicDir: false, minify: false },
  })
  return join(folder, 'tree.js')
}

/** The addresses that the built pages refer to. */
export function builtAssets() {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'dist/client/.vite/manifest.json'), 'utf8'))
  const font = Object.keys(manifest).find((name) => name.endsWith('figtree-latin-wght-normal.woff2')) ?? ''
  const address = (source: string): string => `/${manifest[source].file}`
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
