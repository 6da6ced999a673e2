import { type LoaderFunctionArgs, Outlet, useRouteLoaderData } from 'react-router'
import type { RecordOf } from '../../contract/section.ts'
import { copyright } from '../../contract/sections/copyright.ts'
import { footerAbout } from '../../contract/sections/footer-about.ts'
import { footerAddress } from '../../contract/sections/footer-address.ts'
import { footerSocial } from '../../contract/sections/footer-social.ts'
import { logo } from '../../contract/sections/logo.ts'
import { readFirst } from '../content.ts'
import { visitOf } from '../visit.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The content around every public, account and customer page; each part may still be missing. */
export type Frame = {
  logo?: RecordOf<typeof logo>
  about?: RecordOf<typeof footerAbout>
  address?: RecordOf<typeof footerAddress>
  social?: RecordOf<typeof footerSocial>
  copyright?: RecordOf<typeof copyright>
}

export async function loader({ context }: LoaderFunctionArgs): Promise<Frame> {
  const { call } = visitOf(context)
  const [logoRecord, about, address, social, copyrightRecord] = await Promise.all([
    readFirst(call, logo),
    readFirst(call, footerAbout),
    readFirst(call, footerAddress),
    readFirst(call, footerSocial),
    readFirst(call, copyright),
  ])
  return { logo: logoRecord, about, address, social, copyright: copyrightRecord }
}

/** The frame's content; empty where its loader failed. */
export function useFrame(): Frame {
  return useRouteLoaderData<Frame>('site') ?? {}
}

export function SiteFrame() {
  const frame = useFrame()
  return (
    <div className="site">
      <a id="top" className="skip-link" href="#main">
        Skip to content
      </a>
      <Header logo={frame.logo?.logo} />
      <Outlet />
      <Footer {...frame} />
    </div>
  )
}
