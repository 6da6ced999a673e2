import { adminArea } from './admin-area.tsx'
import { adminPages } from './admin-pages.ts'
import { loadedOverHttp } from './call.ts'
import { startApp } from './start-app.tsx'

await startApp(adminArea(adminPages.map(loadedOverHttp)))
