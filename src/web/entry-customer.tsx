import { siteArea } from './site-area.tsx'
import { sitePages } from './site-pages.ts'
import { startApp } from './start-app.tsx'

await startApp(siteArea(sitePages.filter(({ kind }) => kind === 'app')))
