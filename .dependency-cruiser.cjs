// The import rules of ARCHITECTURE.md. `npm run lint` runs them through scripts/check-imports.mjs.

const TESTS = '\\.test\\.tsx?$'
const SERVER_ENTRIES = '^src/server/(main|operations/command-line)\\.ts$'
/** A module is a folder of an area; its main file has the folder's name. */
const MODULE = '^src/server/(mail|audit-log|rate-limits|(?:people|content|site|sales|inbox|operations)/[^/]+)/'
const MAIN_FILE = '/(?<module>[^/]+)/\\k<module>\\.ts$'
// Each part of the public pages is found by its folder (decision 40).
const WEB_ENTRIES = '^src/web/(entry-[a-z]+\\.tsx|enhance\\.ts|[a-z]+\\.css|public/sections/[a-z-]+/section\\.tsx)$'

/** A rule about product code; tests may reach for whatever they test. */
function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from: { pathNot: TESTS, ...from }, to }
}

/** Folders from the lowest to the highest: each knows those below it, and none beside it. */
function layers(root, levels) {
  return levels.flatMap((folders, level) =>
    folders.map((folder) => {
      const above = levels
        .slice(level)
        .flat()
        .filter((one) => one !== folder)
      return forbid(
        `${folder}-stands-below`,
        'A folder knows only those below it: src/server from config to operations, src/web/admin from shell to overview.',
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
      'The contract is what both sides agree on: it imports the schema library and itself.',
      { path: '^src/contract/' },
      { pathNot: ['^src/contract/', 'node_modules/zod/'] },
    ),
    forbid(
      'server-knows-no-web',
      'The one seam is pages/renderer.ts, which loads the built file while running.',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    forbid('web-knows-no-server', 'Pages reach data through call().', { path: '^src/web/' }, { path: '^src/server/' }),
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
      ['operations'],
    ]),
    ...layers('^src/web/admin/', [
      ['shell'],
      ['forms'],
      ['autosave'],
      ['editor'],
      ['sales', 'inbox', 'people', 'site', 'operations'],
      ['overview', 'settings', 'guide'],
    ]),
    forbid(
      'modules-meet-at-main-files',
      'A module uses another one through the file named like its folder; the platform is open to all. The commands put modules together, as app.ts does.',
      { path: MODULE, pathNot: [TESTS, '^src/server/operations/'] },
      { path: MODULE, pathNot: ['^src/server/$1/', MAIN_FILE] },
    ),
    forbid(
      'main-files-open-transactions',
      'Only the file named like its folder holds the database; what it calls is handed a transaction, or the reader.',
      { path: '^src/server/[^/]+/', pathNot: [TESTS, MAIN_FILE, '^src/server/(platform/db|operations)/'] },
      { path: '^src/server/platform/db/(open-database|database)\\.ts$' },
    ),
    forbid(
      'handlers-stand-above',
      'Handlers call modules; only the main file of their folder knows them, and modules.ts those about pages.',
      { path: '^src/server/(.+)/[^/]+$' },
      { path: '/handlers\\.ts$', pathNot: '^src/server/$1/handlers\\.ts$' },
    ),
    forbid(
      'handlers-know-no-store',
      'From the input of a call to the module, from its result to the wire.',
      { path: '/handlers\\.ts$' },
      { path: '/store\\.ts$' },
    ),
    forbid(
      'stores-know-no-module',
      'A store is SQL: mail, the audit log and other modules are called from the file that opens the transaction.',
      { path: `${MODULE}.*store\\.ts$` },
      { path: '^src/server/[^/]+/', pathNot: ['^src/server/$1/', '^src/server/platform/(db|queue)/'] },
    ),
    forbid(
      'authentication-library-stays-in-auth',
      'Everybody else calls it through auth/auth.ts; the identity provider is a part of it.',
      { path: '^src/', pathNot: [TESTS, '^src/server/people/(auth|identity-provider)/'] },
      { path: 'node_modules/(better-auth|@better-auth)/' },
    ),
    forbid(
      'http-knows-no-module',
      'How a call is answered is the same whatever it is about; modules are put before and behind it in modules.ts.',
      { path: '^src/server/platform/http/' },
      { path: '^src/server/', pathNot: '^src/server/(config|platform/(http|db))/' },
    ),
    forbid(
      'stores-are-private',
      'Only its own module knows a store.',
      { path: '^src/server/', pathNot: [TESTS, '^src/server/[^/]+/'] },
      { path: '/store\\.ts$' },
    ),
    forbid(
      'orders-know-no-payments',
      'Payments calls orders, never the other way round.',
      { path: '^src/server/sales/orders/' },
      { path: '^src/server/sales/payments/' },
    ),
    forbid(
      'kysely-stays-in-stores',
      'Queries are written in store.ts files and db/.',
      { path: '^src/', pathNot: [TESTS, '/store\\.ts$', '^src/server/platform/db/'] },
      { path: 'node_modules/kysely/' },
    ),
    forbid(
      'fastify-stays-at-the-edge',
      'Only http/, pages/, health/, metrics/ and server.ts know Fastify.',
      {
        path: '^src/',
        pathNot: [TESTS, '^src/server/(platform/(http|health|metrics)|site/pages)/', '^src/server/build-server\\.ts$'],
      },
      { path: 'node_modules/(@fastify/|fastify)' },
    ),
    forbid(
      'shared-parts-know-no-page',
      'Small parts, forms, lists and the layout are used by pages, not the other way round.',
      { path: '^src/web/(ui|forms|lists|layout)/' },
      { path: '^src/web/((public|account|customer|admin|rehearsal|site-frame)/|routes|entry-|[a-z]+-pages\\.)' },
    ),
    forbid(
      'public-and-account-are-strangers',
      'What both need stands beside them.',
      { path: '^src/web/public/' },
      { path: '^src/web/(account|customer)/' },
    ),
    forbid(
      'account-knows-no-public-page',
      'What both need stands beside them.',
      { path: '^src/web/account/' },
      { path: '^src/web/(public|customer)/' },
    ),
    {
      name: 'no-folder-cycles',
      comment: 'Folders stand in layers too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    forbid(
      'no-cycles',
      'A cycle means two files are one. Handlers are given the module that provides them, and import its type alone.',
      { path: '^src/' },
      { circular: true, viaOnly: { pathNot: '^src/server/.+/handlers\\.ts$' } },
    ),
    forbid(
      'handlers-import-types-of-their-module',
      'The main file imports the handlers; the other way round only types go.',
      { path: '^src/server/(.*?)([^/]+)/handlers\\.ts$' },
      { path: '^src/server/$1$2/$2\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-barrels',
      'Imports name the file that declares the thing.',
      { path: '^src/' },
      { path: '(^|/)index\\.tsx?$', pathNot: 'node_modules/' },
    ),
    forbid('no-missing', 'The import leads nowhere.', { path: '^src/' }, { couldNotResolve: true }),
    {
      name: 'no-orphans',
      comment: 'Nothing uses this file.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: [TESTS, SERVER_ENTRIES, WEB_ENTRIES] },
      to: {},
    },
    {
      name: 'no-tests-in-product',
      comment: 'A test is used by nothing.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: [TESTS, '^(tests|e2e|bench)/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Types count: what a file knows about is what it depends on.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
