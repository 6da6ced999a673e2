import type { Call } from '../../contract/endpoint.ts'
import { openMessageForm } from '../../contract/messages.ts'
import { about } from '../../contract/sections/about.ts'
import { banner } from '../../contract/sections/banner.ts'
import { callToAction } from '../../contract/sections/call-to-action.ts'
import { contactEntry } from '../../contract/sections/contact-entry.ts'
import { counters } from '../../contract/sections/counters.ts'
import { experience } from '../../contract/sections/experience.ts'
import { faqItem } from '../../contract/sections/faq-item.ts'
import { faqText } from '../../contract/sections/faq-text.ts'
import { featureItem } from '../../contract/sections/feature-item.ts'
import { featureText } from '../../contract/sections/feature-text.ts'
import { pricingPackage } from '../../contract/sections/pricing-package.ts'
import { serviceItem } from '../../contract/sections/service-item.ts'
import { serviceText } from '../../contract/sections/service-text.ts'
import { teamMember } from '../../contract/sections/team-member.ts'
import { teamText } from '../../contract/sections/team-text.ts'
import { testimonial } from '../../contract/sections/testimonial.ts'
import { testimonialText } from '../../contract/sections/testimonial-text.ts'
import { videoMember } from '../../contract/sections/video-member.ts'
import { videoSection } from '../../contract/sections/video-section.ts'
import { workStep } from '../../contract/sections/work-step.ts'
import { readAll, readFirst } from '../content.ts'

export type LandingContent = Awaited<ReturnType<typeof readLanding>>
export type PricingContent = Awaited<ReturnType<typeof readPricing>>
export type ServiceContent = Awaited<ReturnType<typeof readService>>
export type ContactContent = Awaited<ReturnType<typeof readContact>>

/** Everything the landing page shows, read at once. */
export async function readLanding(call: Call) {
  return settle({
    banner: readFirst(call, banner),
    featureText: readFirst(call, featureText),
    features: readAll(call, featureItem),
    about: readFirst(call, about),
    ...work(call),
    ...prices(call),
    testimonialText: readFirst(call, testimonialText),
    testimonials: readAll(call, testimonial),
    steps: readAll(call, workStep),
    video: readFirst(call, videoSection),
    membersWithProfiles: readAll(call, videoMember),
    teamText: readFirst(call, teamText),
    members: readAll(call, teamMember),
    ...questions(call),
    ...invitation(call),
  })
}

/** The pricing page's share of it. */
export async function readPricing(call: Call) {
  return settle({ ...prices(call), ...questions(call), ...invitation(call) })
}

/** The service page's share, and the skills that only it shows. */
export async function readService(call: Call) {
  const words = { about: readFirst(call, about), experience: readFirst(call, experience) }
  return settle({ ...work(call), ...words, ...invitation(call) })
}

/** The contact page's share, and the note that a new form carries with it. */
export async function readContact(call: Call) {
  const note = call(openMessageForm, {}).then(({ form }) => form)
  return settle({ entries: readAll(call, contactEntry), ...invitation(call), note })
}

function work(call: Call) {
  return {
    counters: readFirst(call, counters),
    serviceText: readFirst(call, serviceText),
    services: readAll(call, serviceItem),
  }
}

function prices(call: Call) {
  return { packages: readAll(call, pricingPackage) }
}

function questions(call: Call) {
  return { faqText: readFirst(call, faqText), questions: readAll(call, faqItem) }
}

function invitation(call: Call) {
  return { callToAction: readFirst(call, callToAction) }
}

async function settle<T extends Record<string, Promise<unknown>>>(reads: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const values = await Promise.all(Object.values(reads))
  return Object.fromEntries(Object.keys(reads).map((name, index) => [name, values[index]])) as { [K in keyof T]: Awaited<T[K]> }
}
