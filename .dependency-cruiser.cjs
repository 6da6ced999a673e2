// The import rules of ARCHITECTURE.md. `npm run lint` runs them through scripts/check-imports.mjs.

const { join } = require('node:path')

const TESTS = '\\.test\\.tsx?$'
// The modules' tables merge into the tables of the platform.
const SERVER_ENTRIES = '^src/server/(main|operations/command-line|.+/tables)\\.ts$'
/** A module is a folder of an area; its main file has the folder's name. */
const MODULE = '^src/server/(mail|audit-log|rate-limits|(?:people|content|site|sales|inbox|work|operations)/[^/]+)/'
const MAIN_FILE = '/(?<module>[^/]+)/\\k<module>\\.ts$'
// The build finds each section of the public pages by its folder (decision 40).
const WEB_ENTRIES = '^src/web/(entry-[a-z]+\\.tsx|enhance\\.ts|[a-z]+\\.css|public/sections/[a-z-]+/section\\.tsx)$'

/** Creates a rule for product code. Tests may import anything. */
function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from: { pathNot: TESTS, ...from }, to }
}

/** Creates rules for folders from lowest to highest. A folder may import those below it, but none on its level. */
function layers(root, levels) {
  return levels.flatMap((folders, level) =>
    folders.map((folder) => {
      const above = levels
        .slice(level)
        .flat()
        .filter((one) => one !== folder)
      return forbid(
        `${folder}-stands-below`,
        'A folder imports only folders below it: src/server from config to operations, src/web/admin from shell to overview.',
        { path: `${root}${folder}/` },
        { path: `${root}(${above.join('|')})/` },
      )
    }),
  )
}

module.exports = {
  forbidden: [
    forbid(
      'contract-is-pure',
      'The contract imports only the schema library, the Markdown parser and itself.',
      { path: '^src/contract/' },
      { pathNot: ['^src/contract/', 'node_modules/(zod|markdown-it)/'] },
    ),
    forbid(
      'server-knows-no-web',
      'Only pages/load-page-renderer.ts connects the server with the pages. It loads the built file at run time.',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    forbid('web-knows-no-server', 'Pages read data through call().', { path: '^src/web/' }, { path: '^src/server/' }),
    ...layers('^src/server/', [
      ['config'],
      ['platform'],
      ['audit-log'],
      ['mail'],
      ['rate-limits'],
      ['people'],
      ['content'],
      ['site'],
      ['sales', 'inbox'],
      ['work'],
      ['operations'],
    ]),
    ...layers('^src/web/admin/', [
      ['shell'],
      ['forms'],
      ['autosave'],
      ['editor'],
      ['refunds', 'conversation'],
      ['sales', 'inbox', 'people', 'site', 'work', 'operations'],
      ['overview', 'all-content', 'guide'],
    ]),
    forbid(
      'modules-meet-at-main-files',
      'A module imports only the main file of another module, which is named like its folder, and stores its queries.ts. All may import the platform. Commands assemble modules, like app.ts.',
      { path: MODULE, pathNot: [TESTS, '^src/server/operations/'] },
      { path: MODULE, pathNot: ['^src/server/$1/', MAIN_FILE, '/queries\\.ts$'] },
    ),
    forbid(
      'stores-open-no-transaction',
      'A store gets a transaction or the reader. The file that answers a call opens its transaction.',
      { path: '/store\\.ts$' },
      { path: '^src/server/platform/db/(open-database|database)\\.ts$' },
    ),
    forbid(
      'stores-know-no-module',
      'A store holds only SQL, and joins the queries.ts of other modules. The file that opens the transaction calls mail, the audit log and other modules.',
      { path: `${MODULE}.*(store|queries)\\.ts$` },
      {
        path: '^src/server/[^/]+/',
        pathNot: ['^src/server/$1/', '^src/server/(platform/(db|queue)|migrations)/', '/queries\\.ts$'],
      },
    ),
    forbid(
      'authentication-library-stays-in-auth',
      'Other code calls the library through auth/auth.ts. The identity provider is part of it.',
      { path: '^src/', pathNot: [TESTS, '^src/server/people/(auth|identity-provider)/'] },
      { path: 'node_modules/(better-auth|@better-auth)/' },
    ),
    forbid(
      'platform-names-no-area',
      'The platform gets the calls and tables of areas as values.',
      { path: '^src/server/platform/' },
      { path: '^src/contract/', pathNot: '^src/contract/core/' },
    ),
    forbid(
      'http-knows-no-module',
      'HTTP handling is the same for all calls. modules.ts adds the modules.',
      { path: '^src/server/platform/http/' },
      { path: '^src/server/', pathNot: '^src/server/(config|platform/(http|db))/' },
    ),
    forbid(
      'only-stores-join-queries',
      'A queries.ts is for the stores of other modules. Everything else calls the owner.',
      { path: '^src/', pathNot: [TESTS, '/(store|queries)\\.ts$'] },
      { path: '/queries\\.ts$' },
    ),
    forbid(
      'stores-are-private',
      'Only its own module imports a store.',
      { path: '^src/server/', pathNot: [TESTS, '^src/server/[^/]+/'] },
      { path: '/store\\.ts$' },
    ),
    forbid(
      'orders-know-no-payments',
      'Payments import orders, never the other way around.',
      { path: '^src/server/sales/orders/' },
      { path: '^src/server/sales/payments/' },
    ),
    forbid(
      'kysely-stays-in-stores',
      'Only store.ts and queries.ts files and db/ contain queries.',
      { path: '^src/', pathNot: [TESTS, '/(store|queries)\\.ts$', '^src/server/platform/db/'] },
      { path: 'node_modules/kysely/' },
    ),
    forbid(
      'fastify-stays-at-the-edge',
      'Only http/, pages/, health/, metrics/ and build-http-server.ts import Fastify.',
      {
        path: '^src/',
        pathNot: [TESTS, '^src/server/(platform/(http|health|metrics)|site/pages)/', '^src/server/build-http-server\\.ts$'],
      },
      { path: 'node_modules/(@fastify/|fastify)' },
    ),
    forbid(
      'shared-parts-know-no-page',
      'Pages import small parts, forms, lists and the layout, not the other way around.',
      { path: '^src/web/(ui|forms|lists|layout|conversation)/' },
      { path: '^src/web/((public|account|customer|admin|rehearsal|site-frame)/|routes|entry-|[a-z]+-pages\\.)' },
    ),
    forbid(
      'public-and-account-are-strangers',
      'Code that both need belongs in a folder outside of them.',
      { path: '^src/web/public/' },
      { path: '^src/web/(account|customer)/' },
    ),
    forbid(
      'account-knows-no-public-page',
      'Code that both need belongs in a folder outside of them.',
      { path: '^src/web/account/' },
      { path: '^src/web/(public|customer)/' },
    ),
    {
      name: 'no-folder-cycles',
      comment: 'Folders must not import each other in a circle.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    forbid('no-cycles', 'Two files in a cycle are really one. Types count too.', { path: '^src/' }, { circular: true }),
    forbid(
      'no-barrels',
      'Imports name the file that declares the symbol.',
      { path: '^src/' },
      { path: '(^|/)index\\.tsx?$', pathNot: 'node_modules/' },
    ),
    forbid('no-missing', 'The imported file does not exist.', { path: '^src/' }, { couldNotResolve: true }),
    {
      name: 'no-orphans',
      comment: 'No file imports this file.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: [TESTS, SERVER_ENTRIES, WEB_ENTRIES] },
      to: {},
    },
    {
      name: 'no-tests-in-product',
      comment: 'Product code must not import tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: [TESTS, '^(tests|e2e|bench)/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: join(__dirname, 'tsconfig.json') },
    // Type imports count as dependencies too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
