import { useRouteLoaderData } from 'react-router'
import { type Business, businessOf } from '../../contract/business.ts'
import type { Call } from '../../contract/endpoint.ts'
import { listPictureFacts, type PictureFacts } from '../../contract/media.ts'
import type { RecordOf } from '../../contract/section.ts'
import { copyright } from '../../contract/sections/copyright.ts'
import { footerAbout } from '../../contract/sections/footer-about.ts'
import { footerAddress } from '../../contract/sections/footer-address.ts'
import { footerSocial } from '../../contract/sections/footer-social.ts'
import { logo } from '../../contract/sections/logo.ts'
import { readFirst } from '../content.ts'

/** The content around every public, account and customer page; each part may still be missing. */
export type FrameContent = {
  logo?: RecordOf<typeof logo>
  about?: RecordOf<typeof footerAbout>
  address?: RecordOf<typeof footerAddress>
  social?: RecordOf<typeof footerSocial>
  copyright?: RecordOf<typeof copyright>
  /** Of all pictures of the library that the site shows. */
  pictures?: readonly PictureFacts[]
}

export async function readFrame(call: Call): Promise<FrameContent> {
  const [logoRecord, about, address, social, copyrightRecord, pictures] = await Promise.all([
    readFirst(call, logo),
    readFirst(call, footerAbout),
    readFirst(call, footerAddress),
    readFirst(call, footerSocial),
    readFirst(call, copyright),
    call(listPictureFacts, {}),
  ])
  return { logo: logoRecord, about, address, social, copyright: copyrightRecord, pictures }
}

/** What the frame around the current page shows; empty where it could not be read. */
export function useFrame(): FrameContent {
  return useRouteLoaderData<FrameContent>('site') ?? {}
}

/** Name, address, phone and hours as every public, account and customer page shows them. */
export function useBusiness(): Business {
  return businessOf(useFrame().address)
}
