import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { PROJECT_ROOT } from './measured-server.ts'

const baselinePath = (name: string) => fileURLToPath(new URL(`../baseline/${name}`, import.meta.url))

/** Builds the landing page's components with a stub for the router. Returns the path of the built module. */
export async function buildLandingPage(folder: string): Promise<string> {
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: { alias: { 'react-router': baselinePath('router-stub.tsx') } },
    ssr: { noExternal: true },
    build: { ssr: baselinePath('landing-page.tsx'), outDir: folder, emptyOutDir: false, copyPublicDir: false, minify: false },
  })
  return join(folder, 'landing-page.js')
}
