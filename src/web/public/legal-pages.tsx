import { legalCopy } from '../../contract/content/kinds/legal-copy.ts'
import { IDEAL_TITLE_LENGTH } from '../../contract/core/page-facts.ts'
import { getCopy } from '../page-content.ts'
import { getLegalHeading } from './sections/legal/section.tsx'
import { createSectionsPage } from './sections-page.tsx'

/** The purpose of each page: `topic` completes a short title; `description` is the meta description. */
const PAGE_DESCRIPTIONS = {
  Privacy: {
    topic: 'what we keep and why',
    description:
      'This page says what we keep about you when you write to us, place an order or subscribe, why we keep it, and what you can ask of us.',
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
  return createSectionsPage(name, (content) => {
    const heading = getLegalHeading(name, getCopy(content, legalCopy))
    const { topic, description } = PAGE_DESCRIPTIONS[name]
    return { title: heading.length < IDEAL_TITLE_LENGTH.min ? `${heading}: ${topic}` : heading, description }
  })
}
