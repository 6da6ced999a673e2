import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// React ships two builds and picks one at run time. This setting leaves out the other one.
const production = { 'process.env.NODE_ENV': '"production"' }

const output = {
  // Keeps chunks in the folder of their entry, so that the path from a file to dist/ never changes.
  chunkFileNames: '[name]-[hash].js',
  // The process keeps the source text in memory, so the build drops comments.
  comments: { legal: true, annotation: false, jsdoc: false },
}

/** Escapes non-ASCII characters. Some would make V8 store the whole file with two bytes per character (decision 32). */
const asciiOutputPlugin: Plugin = {
  name: 'only-ascii',
  applyToEnvironment: ({ name }) => name !== 'client',
  // Runs last, because a later printer would write the characters again.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[\u0080-\uffff]/g, escapeCharacter)
    }
  },
}

function escapeCharacter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Leaves out the streaming half of react-dom, because the server renders pages to strings. */
const stringRendererPlugin: Plugin = {
  name: 'only-strings',
  applyToEnvironment: ({ name }) => name === 'server',
  resolveId: {
    filter: { id: /^react-dom\/server$/ },
    handler: () =>
      fileURLToPath(new URL('node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js', import.meta.url)),
  },
}

/** Leaves out Node's HTTP/2, which Fastify loads for an option that the server doesn't use. It would take 4 MB (decision 32). */
const noHttp2Plugin: Plugin = {
  name: 'no-http2',
  applyToEnvironment: ({ name }) => name === 'server',
  enforce: 'pre',
  resolveId: { filter: { id: /^node:http2$/ }, handler: () => '\0no-http2' },
  load: { filter: { id: /^\0no-http2$/ }, handler: () => 'export {}' },
}

/** Leaves out most of lucide's code, which has options that no icon here uses. */
const plainIconsPlugin: Plugin = {
  name: 'plain-icons',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: () => fileURLToPath(new URL('src/web/admin/shell/lucide-create-icon-substitute.ts', import.meta.url)),
  },
}

/** Leaves out the summaries of calls in the browser, because only the API's description shows them. */
const noEndpointSummariesPlugin: Plugin = {
  name: 'no-endpoint-summaries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/]contract[\\/].*\.ts$/ },
    handler: (code) => code.replace(/^ +summary: (['"`]).*\1,$/gm, ''),
  },
}

/** Lets `@import` take a glob pattern, because each folder of the public pages has its own style sheet (decision 40). */
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
 * Puts the shared code of the admin pages into a few files instead of thirty small requests. Libraries change rarely, so
 * their file stays in the browser's cache after a release.
 */
const adminChunkGroups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // The server sets cookies. In the browser, only the preview's pages load this code.
  {
    name: 'cookies',
    test: /src[\\/]web[\\/]flash-notices|cookie-es|server-runtime[\\/](cookies|crypto)/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  { name: 'media', test: /src[\\/]contract[\\/]content[\\/]media/, includeDependenciesRecursively: false, priority: 3 },
  // The Markdown parser, which only the preview loads.
  {
    name: 'markdown',
    test: /formatted-text\.tsx?|node_modules[\\/](markdown-it|mdurl|linkify-it|uc\.micro|entities|punycode\.js)[\\/]/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  // The parts of public pages, which only the preview loads.
  {
    name: 'views',
    test: /src[\\/]web[\\/](forms[\\/]html-form|ui[\\/](?!icon|link-button|safe-url|phone-url|format-file-size)|public[\\/]sections[\\/][a-z-]+[\\/](?!section))/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  { name: 'admin', test: /^(?!.*(src[\\/]web[\\/](ui|public)[\\/]))/, minShareCount: 4, priority: 2 },
  // The work after a payment, which no editor needs.
  {
    name: 'work',
    test: /src[\\/]((contract|web[\\/]admin)[\\/]work|web[\\/]conversation)[\\/]/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'parts',
    test: /lucide-react|src[\\/](web[\\/]admin[\\/](shell|all-content|editor[\\/]records)|contract)[\\/]/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'editor',
    test: /lucide-react|src[\\/]web[\\/](define-page\.ts|admin[\\/](forms[\\/](?!text)|autosave|editor[\\/](form|pages[\\/](?!add|record-form-definitions)|preview[\\/]form-with-preview|history[\\/]history-link|business-facts[\\/]see-also)))/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'lists',
    test: /src[\\/](web[\\/](lists[\\/](page|load-error)|admin[\\/](sales|inbox|shell[\\/](list-filters|row-selection)))|contract[\\/](sales|inbox|operations))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 3,
  },
]

export default defineConfig({
  appType: 'custom',
  cacheDir: '.cache/vite',
  plugins: [
    react(),
    plainIconsPlugin,
    noEndpointSummariesPlugin,
    cssGlobImportPlugin,
    tailwindcss(),
    asciiOutputPlugin,
    stringRendererPlugin,
    noHttp2Plugin,
  ],
  build: { emptyOutDir: false, reportCompressedSize: false },
  environments: {
    client: {
      optimizeDeps: { entries: ['src/web/entry-admin.tsx', 'src/web/enhance.ts'] },
      build: {
        outDir: 'dist/client',
        manifest: true,
        // A data: URL would need its own rule in the content security policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Drops imports that only unused parts of a file need: an editor needs outlines, not views.
          treeshake: { moduleSideEffects: [{ test: /\/src\/.*\.tsx?$/, sideEffects: false }] },
          input: [
            'src/web/entry-admin.tsx',
            'src/web/enhance.ts',
            'src/web/public.css',
            'src/web/secondary-pages.css',
            'src/web/account.css',
            'src/web/customer-order-pages.css',
            'src/web/admin.css',
          ],
          output: { codeSplitting: { groups: adminChunkGroups } },
        },
      },
    },
    // Renders pages in `npm run dev`. A build puts them into the server, so that both share the contract.
    web: { consumer: 'server' },
    server: {
      consumer: 'server',
      define: production,
      resolve: {
        noExternal: true,
        external: [
          // These packages read files in their own folder or load compiled code.
          '@fastify/static',
          '@fastify/swagger-ui',
          'pg-native',
          'sharp',
          // Fastify loads these packages for features that we don't use. In the build, their text would stay in memory (decision 32).
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
            'src/server/site/pages/logo/render-logo-process.ts',
            'src/server/site/pages/share-image/render-share-image-process.ts',
            'src/server/sales/invoices/rendering/render-invoice-process.ts',
            'src/server/content/media/encoding/image-encoder-process.ts',
          ],
          output,
        },
      },
    },
  },
})
