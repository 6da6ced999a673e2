import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { legalCopy } from '#contract/content/kinds/legal-copy.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { formatDate } from '#contract/core/format-date-time.ts'
import { IDEAL_TITLE_LENGTH } from '#contract/core/ideal-seo-lengths.ts'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { getCopy, type PageContent } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import type { PublicPageData } from './load-public-page.ts'
import { getLegalHeading } from './sections/legal/section.tsx'
import { createSectionsPage } from './sections-page.tsx'

/** The purpose of each page: `topic` completes a short title; `description` is the meta description. */
const PAGE_DESCRIPTIONS = {
  Privacy: {
    topic: 'what we keep and why',
    description:
      'This page says what we keep about you when you write to us, place an order or subscribe, why we keep it, and what you can ask us to do.',
  },
  Terms: {
    topic: 'the agreement between us',
    description:
      'The agreement between us when you use this site or order from it: what you get, how you pay, what we promise, and what you own.',
  },
}

export const privacyPage = createLegalPage('Privacy')
export const termsPage = createLegalPage('Terms')

function createLegalPage(name: 'Privacy' | 'Terms') {
  const buildDefaultMetadata = (content: PageContent) => {
    const heading = getLegalHeading(name, getCopy(content, legalCopy))
    const { topic, description } = PAGE_DESCRIPTIONS[name]
    return { title: heading.length < IDEAL_TITLE_LENGTH.min ? `${heading}: ${topic}` : heading, description }
  }
  const page = createSectionsPage(name, buildDefaultMetadata, LastUpdated)
  async function loader(args: LoaderFunctionArgs): Promise<LegalPageData> {
    const [data, changes = []] = await Promise.all([page.loader(args), getPageRequestContext(args.context).listPageChanges?.()])
    return { ...data, changedAt: changes.find((change) => change.page === name)?.changedAt }
  }
  return { ...page, loader }
}

/** `changedAt`: the last change of the page, in epoch ms. */
type LegalPageData = PublicPageData & { changedAt: number | undefined }

function LastUpdated() {
  const { content, changedAt } = useLoaderData<LegalPageData>()
  const { timeZone } = useBusinessFacts()
  const { updated } = getCopy(content, legalCopy)
  if (!updated || changedAt === undefined) return null
  return <p className="container aside legal-date">{fillPlaceholders(updated, { date: formatDate(timeZone, changedAt) })}</p>
}
