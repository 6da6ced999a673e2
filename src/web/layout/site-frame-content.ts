import { useRouteLoaderData } from 'react-router'
import { type Business, toBusiness } from '../../contract/content/business-facts.ts'
import { footerAddress } from '../../contract/content/kinds/footer-address.ts'
import type { ImageDetails } from '../../contract/content/media.ts'
import { getFirstRecord, type PageContent } from '../page-content.ts'

/** The content around every public, account and customer page; each part may still be missing. */
export type SiteFrameContent = {
  /** Of the kinds that header and footer read. */
  content: PageContent
  /** Of all pictures of the library that the site shows. */
  pictures: readonly ImageDetails[]
}

/** What the frame around the current page shows; empty where it could not be read. */
export function useSiteFrameContent(): SiteFrameContent {
  return useRouteLoaderData<SiteFrameContent>('site') ?? { content: {}, pictures: [] }
}

/** Name, address, phone and hours as every public, account and customer page shows them. */
export function useBusiness(): Business {
  return toBusiness(getFirstRecord(useSiteFrameContent().content, footerAddress))
}
