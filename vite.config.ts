import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// React ships two builds and picks one at run time; naming it here leaves the other out.
const production = { 'process.env.NODE_ENV': '"production"' }

const output = {
  // In one folder with its entry, so that a file's distance to dist/ does not depend on how the build is cut.
  chunkFileNames: '[name]-[hash].js',
  // The source text stays in memory for as long as the process lives; nobody reads comments there.
  comments: { legal: true, annotation: false, jsdoc: false },
}

/** One letter outside of Latin-1 makes V8 keep the whole file in two bytes a letter, for as long as the process lives (decision 32). */
const asciiOutputPlugin: Plugin = {
  name: 'only-ascii',
  applyToEnvironment: ({ name }) => name !== 'client',
  // At the very end: whatever prints the code once more would write the letters themselves again.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[\u0080-\uffff]/g, escapeCharacter)
    }
  },
}

function escapeCharacter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Pages are rendered to strings, so the half of react-dom that streams stays out of memory. */
const stringRendererPlugin: Plugin = {
  name: 'only-strings',
  applyToEnvironment: ({ name }) => name === 'server',
  resolveId: {
    filter: { id: /^react-dom\/server$/ },
    handler: () =>
      fileURLToPath(new URL('node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js', import.meta.url)),
  },
}

/** Lets `@import` name several style sheets with stars: each folder of the public pages brings its own (decision 40). */
const cssGlobImportPlugin: Plugin = {
  name: 'starred-imports',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(\?|$)/ },
    handler: (code, id) =>
      code.replace(/@import '([^']*\*[^']*)';/g, (_line, pattern: string) =>
        globSync(pattern, { cwd: dirname(id) })
          .toSorted()
          .map((name) => `@import './${name}';`)
          .join('\n'),
      ),
  },
}

/**
 * What the pages of the admin share, in a few files and not in thirty crumbs of which each costs a request. The
 * libraries that every page needs change rarely, so a new release of ours leaves that file in the browser's cache.
 */
const adminChunkGroups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // Cookies are set on the server; in the browser only the preview's pages bring this code along.
  {
    name: 'cookies',
    test: /src[\\/]web[\\/]flash-notice|cookie-es|server-runtime[\\/](cookies|crypto)/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  { name: 'media', test: /src[\\/]contract[\\/]content[\\/]media/, includeDependenciesRecursively: false, priority: 3 },
  // What the views of the public pages are made of, which come with the preview; the admin's own pages use the other three.
  {
    name: 'views',
    test: /src[\\/]web[\\/](forms[\\/]html-form|ui[\\/](?!icon|link-button|safe-url)|public[\\/]sections[\\/][a-z-]+[\\/](?!section))/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  { name: 'admin', test: /^(?!.*(src[\\/]web[\\/](ui|public)[\\/]))/, minShareCount: 6, priority: 2 },
  {
    name: 'parts',
    test: /lucide-react|src[\\/](web[\\/]admin[\\/](shell|settings|editor[\\/]records)|contract)[\\/]/,
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'editor',
    test: /lucide-react|src[\\/]web[\\/](site-page\.ts|admin[\\/](forms[\\/](?!text)|autosave|editor[\\/](form|pages[\\/](?!add)|history[\\/]history-link|business-facts[\\/]see-also)))/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'lists',
    test: /src[\\/](web[\\/](lists[\\/](page|load-error)|admin[\\/](sales|inbox|shell[\\/]search-form))|contract[\\/](sales|inbox|operations))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 3,
  },
]

export default defineConfig({
  appType: 'custom',
  cacheDir: '.cache/vite',
  plugins: [react(), cssGlobImportPlugin, tailwindcss(), asciiOutputPlugin, stringRendererPlugin],
  build: { emptyOutDir: false, reportCompressedSize: false },
  environments: {
    client: {
      optimizeDeps: { entries: ['src/web/entry-admin.tsx', 'src/web/enhance.ts'] },
      build: {
        outDir: 'dist/client',
        manifest: true,
        // A data: address would need its own line in the content security policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // What is imported by a part of a file that nobody asked for stays out: an editor needs outlines, not views.
          treeshake: { moduleSideEffects: [{ test: /\/src\/.*\.tsx?$/, sideEffects: false }] },
          input: [
            'src/web/entry-admin.tsx',
            'src/web/enhance.ts',
            'src/web/public.css',
            'src/web/details.css',
            'src/web/account.css',
            'src/web/admin.css',
          ],
          output: { codeSplitting: { groups: adminChunkGroups } },
        },
      },
    },
    // The pages as `npm run dev` renders them; a build has them in the server, so that both share the contract.
    web: { consumer: 'server' },
    server: {
      consumer: 'server',
      define: production,
      resolve: {
        noExternal: true,
        external: [
          // These read files beside themselves or load compiled code.
          '@fastify/static',
          '@fastify/swagger-ui',
          'pg-native',
          'sharp',
          // Fastify loads these for what we don't use; inside the build their text would stay in memory (decision 32).
          '@fastify/ajv-compiler',
          '@fastify/fast-json-stringify-compiler',
          'light-my-request',
        ],
      },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          input: [
            'src/server/main.ts',
            'src/server/operations/command-line.ts',
            'src/web/entry-server.tsx',
            'src/server/site/pages/share-image/render-share-image.ts',
            'src/server/sales/invoices/rendering/render-invoice-process.ts',
            'src/server/content/media/encoding/encode-image.ts',
          ],
          output,
        },
      },
    },
  },
})
