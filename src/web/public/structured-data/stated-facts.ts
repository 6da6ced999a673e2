import { type Business, businessOf } from '../../../contract/content/business.ts'
import { footerAddress } from '../../../contract/content/kinds/footer-address.ts'
import { footerSocial } from '../../../contract/content/kinds/footer-social.ts'
import { logo } from '../../../contract/content/kinds/logo.ts'
import type { ContentKind, RecordOf } from '../../../contract/grammar/content-kind.ts'
import { useFrame } from '../../layout/frame-content.ts'
import { firstOf } from '../../page-content.ts'
import { useRoot } from '../../root.tsx'

/** The facts about the business in structured data. `logo` and `profiles` are URLs as the owner entered them. */
type StatedFacts = { business: Business; logo: string | undefined; profiles: readonly string[] }

/**
 * Returns the facts of the business that structured data may state. On a public site it leaves out every field that
 * still holds a sample: a search engine would keep an invented address or phone number for months.
 */
export function useStatedFacts(): StatedFacts {
  const { content } = useFrame()
  const { isPublicSite } = useRoot()
  function stated<S extends ContentKind>(section: S): RecordOf<S> | undefined {
    const record = firstOf(content, section)
    return record && isPublicSite ? withoutSamples(record) : record
  }
  const { fblink = '', inslink = '' } = stated(footerSocial) ?? {}
  return { business: businessOf(stated(footerAddress)), logo: stated(logo)?.logo, profiles: [fblink, inslink] }
}

/** Returns the record with its sample fields empty. */
function withoutSamples<R extends { _sampleFields?: readonly string[] }>(record: R): R {
  return { ...record, ...Object.fromEntries((record._sampleFields ?? []).map((name) => [name, ''])) }
}
