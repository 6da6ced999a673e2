import { loadedOverHttp } from './call.ts'
import { siteArea } from './site-area.tsx'
import { sitePages } from './site-pages.ts'
import { startApp } from './start-app.tsx'

await startApp(siteArea(sitePages.filter(({ kind }) => kind === 'app').map(loadedOverHttp)))
// The header's menu and the footer's form are the same as on pages without React.
await import('./enhance.ts')
