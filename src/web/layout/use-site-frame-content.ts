import { useRouteLoaderData } from 'react-router'
import { type BusinessFacts, buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import type { ImageDisplayDetails } from '#contract/content/media.ts'
import { getFirstRecord, type PageContent } from '../page-content.ts'

/** The content of the header and footer. Each part may be missing. */
export type SiteFrameContent = {
  /** Records of the kinds that header and footer use. */
  content: PageContent
  /** Details of all library images on the site. */
  pictures: readonly ImageDisplayDetails[]
}

/** Returns the content around the current page; empty if it failed to load. */
export function useSiteFrameContent(): SiteFrameContent {
  return useRouteLoaderData<SiteFrameContent>('site') ?? { content: {}, pictures: [] }
}

/** Returns the business's name, address, phone and hours (P-32). */
export function useBusinessFacts(): BusinessFacts {
  return buildBusinessFacts(getFirstRecord(useSiteFrameContent().content, businessInfo))
}
