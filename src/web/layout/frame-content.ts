import { useRouteLoaderData } from 'react-router'
import { type Business, businessOf } from '../../contract/business.ts'
import { footerAddress } from '../../contract/sections/footer-address.ts'
import { firstOf, type PageContent } from '../public/page-content.ts'

/** What the frame around the current page shows, each part as far as it is there; empty where it could not be read. */
export function useFrame(): PageContent {
  return useRouteLoaderData<PageContent>('site') ?? {}
}

/** Name, address, phone and hours as every public, account and customer page shows them. */
export function useBusiness(): Business {
  return businessOf(firstOf(useFrame(), footerAddress))
}
