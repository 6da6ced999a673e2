import { useRouteLoaderData } from 'react-router'
import { type Business, businessOf } from '../../contract/content/business.ts'
import { footerAddress } from '../../contract/content/kinds/footer-address.ts'
import type { PictureFacts } from '../../contract/content/media.ts'
import { firstOf, type PageContent } from '../page-content.ts'

/** The content around every public, account and customer page; each part may still be missing. */
export type FrameContent = {
  /** Of the kinds that header and footer read. */
  content: PageContent
  /** Of all pictures of the library that the site shows. */
  pictures: readonly PictureFacts[]
}

/** What the frame around the current page shows; empty where it could not be read. */
export function useFrame(): FrameContent {
  return useRouteLoaderData<FrameContent>('site') ?? { content: {}, pictures: [] }
}

/** Name, address, phone and hours as every public, account and customer page shows them. */
export function useBusiness(): Business {
  return businessOf(firstOf(useFrame().content, footerAddress))
}
