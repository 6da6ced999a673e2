import { legalWords } from '../../contract/content/kinds/legal-words.ts'
import { IDEAL_TITLE } from '../../contract/grammar/page-facts.ts'
import { wordsOf } from '../page-content.ts'
import { legalHeading } from './sections/legal/section.tsx'
import { sectionsPage } from './sections-page.tsx'

/** What each page is for, also while it says nothing yet: after a short heading, and in a sentence. */
const ABOUT = {
  Privacy: {
    topic: 'what we keep and why',
    description:
      'This page says what we keep about you when you write to us, place an order or subscribe, why we keep it, and what you can ask of us.',
  },
  Terms: {
    topic: 'what holds when you order',
    description:
      'This page says what holds between us when you use this site or order from it: what you get, how you pay, and what stays yours.',
  },
}

export const privacy = legalPage('Privacy')
export const terms = legalPage('Terms')

/** A page of legal clauses. */
function legalPage(name: 'Privacy' | 'Terms') {
  return sectionsPage(name, (content) => {
    const heading = legalHeading(name, wordsOf(content, legalWords))
    const { topic, description } = ABOUT[name]
    return { title: heading.length < IDEAL_TITLE.least ? `${heading}: ${topic}` : heading, description }
  })
}
