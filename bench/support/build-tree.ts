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
