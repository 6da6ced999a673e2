import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '../../src/contract/endpoint.ts'
import { type Assets, Document } from '../../src/web/document.tsx'
import { SiteFrame } from '../../src/web/layout/site-frame.tsx'
import { Page } from '../../src/web/public/landing.tsx'
import { BareData } from './router.tsx'

export { readLanding } from '../../src/web/public/landing-content.ts'
