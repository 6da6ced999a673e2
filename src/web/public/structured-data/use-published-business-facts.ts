import { type BusinessFacts, buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { footerAbout } from '#contract/content/kinds/footer-about.ts'
import { footerSocialLinks } from '#contract/content/kinds/footer-social-links.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'
import { useSiteFrameContent } from '../../layout/use-site-frame-content.ts'
import { getFirstRecord } from '../../page-content.ts'
import { useRootData } from '../../root-route.tsx'

/** The facts about the business in structured data. `logo` and `profiles` are URLs as the owner entered them. */
type PublishedFacts = {
  business: BusinessFacts
  logo: string | undefined
  profiles: readonly string[]
  /** What the footer says about the business. */
  description: string | undefined
}

/**
 * Returns the facts that structured data may state about the business. A public site leaves out sample fields:
 * search engines would keep invented data for months.
 */
export function usePublishedBusinessFacts(): PublishedFacts {
  const { content } = useSiteFrameContent()
  const { isPublicSite } = useRootData()
  function getPublishedRecord<S extends ContentKind>(section: S): ContentRecord<S> | undefined {
    const record = getFirstRecord(content, section)
    return record && isPublicSite ? withoutSamples(record) : record
  }
  const { fblink = '', inslink = '' } = getPublishedRecord(footerSocialLinks) ?? {}
  return {
    business: buildBusinessFacts(getPublishedRecord(businessInfo)),
    logo: getPublishedRecord(logo)?.logo,
    profiles: [fblink, inslink],
    description: getPublishedRecord(footerAbout)?.aboutFooterDetails,
  }
}

/** Returns the record with its sample fields empty. */
function withoutSamples<R extends { _sampleFields?: readonly string[] }>(record: R): R {
  return { ...record, ...Object.fromEntries((record._sampleFields ?? []).map((name) => [name, ''])) }
}
