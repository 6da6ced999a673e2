import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Business } from '../../contract/content/business.ts'
import { contactEntry } from '../../contract/content/kinds/contact-entry.ts'
import { contactWords } from '../../contract/content/kinds/contact-words.ts'
import { Refusal } from '../../contract/grammar/refusal.ts'
import { ownWords, type WordsOf } from '../../contract/grammar/words.ts'
import { addMessage, openMessageForm } from '../../contract/inbox/messages.ts'
import { hiddenField } from '../forms/field.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { keyOf } from '../forms/submission.ts'
import { useBusiness, useFrame } from '../layout/frame-content.ts'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { redirectWithNotice } from '../notice.ts'
import { wordsOf } from '../page-content.ts'
import { useRoot } from '../root.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { visitOf } from '../visit.ts'
import { MessageForm, messageFields } from './message-form.tsx'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections, sectionOf } from './sections/all-sections.tsx'
import { UNANSWERED } from './sent-pages.tsx'
import { breadcrumbData, contactData } from './structured-data/page-data.ts'
import { useStatedFacts } from './structured-data/stated-facts.ts'

const data = publicData('Contact', () => ({
  title: 'Contact us about SEO for real estate',
  description:
    'Ask us about SEO for real estate before you order, or about an order you have placed. Our hours and every way to reach us are here.',
}))

export const { facts } = data

/** `note` goes with a new form: it is signed, and says when it was shown. */
export async function loader(args: LoaderFunctionArgs): Promise<PublicData & { note: string }> {
  const [loaded, { form }] = await Promise.all([data.loader(args), visitOf(args.context).call(openMessageForm, {})])
  return { ...loaded, note: form }
}

const NO_ADDRESS = 'We could not answer you: add an email address or a phone number, or send it anyway.'

/** The second button of a form that came back sends it in spite of the question. */
const sentFields = { ...messageFields(ownWords(contactWords)), anyway: hiddenField }

/** Takes the form, with script or without; where the sender lands is the spec's (section 2). Asks before it sends what nobody could answer. */
export const action = formAction(sentFields, async ({ call, values, posted: { website = '', form }, request }) => {
  const { anyway, ...written } = values
  const body = { ...written, form, website, messageStatus: 'UnRead' as const }
  const hasAddress = (written.email + written.number).trim() !== ''
  // What is at fault comes first.
  const isToBeAsked = !hasAddress && !anyway && addMessage.body.safeParse(body).success
  if (isToBeAsked) throw new Refusal(400, NO_ADDRESS, { anyway: NO_ADDRESS })
  const { message } = await call(addMessage, { body, key: keyOf(form, body) })
  return redirectWithNotice(request, '/all-messages', message, hasAddress ? undefined : UNANSWERED)
})

/** Details first, then the form (spec section 2); the map last, where there is no room beside the form. */
export function Page() {
  const { content, facts, note } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const business = useBusiness()
  const { pictures } = useFrame()
  const stated = useStatedFacts()
  const { origin } = useRoot()
  const words = wordsOf(content, contactWords)
  return (
    <main id="main" tabIndex={-1}>
      {answer ? <UnlistedMeta title={facts.title} hasProblem /> : <PublicMeta page="Contact" facts={facts} />}
      <Section>
        <div className="contact">
          <div>
            <SectionHeading eyebrow={words.smallHeading} title={words.mainHeading || headingOf(business)} isPage />
            {words.lead && <p className="lead">{words.lead}</p>}
            {words.jumpLink && <ArrowLink href="#message-form">{words.jumpLink}</ArrowLink>}
            {sectionOf(contactEntry).draw(content, 'Contact')}
          </div>
          <MessageForm answer={answer} note={note} words={words} />
          <DrawnMap address={business.addresses[0]} words={words} />
        </div>
      </Section>
      <PageSections page="Contact" content={content} />
      <StructuredData
        graph={[
          breadcrumbData(origin, 'Contact'),
          ...contactData({ origin, business: stated.business, logo: stated.logo, pictures }),
        ]}
      />
    </main>
  )
}

type MapProps = { address: string | undefined; words: WordsOf<typeof contactWords> }

/** It shows no real place: the way to the real one is asked for by a link, so that no map is loaded here. */
function DrawnMap({ address, words }: MapProps) {
  if (!address) return null
  return (
    <figure className="drawn-map">
      <Picture src="/art/contact-map.svg" width={640} height={302} />
      <figcaption>
        {words.mapNote && <span>{words.mapNote}</span>}
        {words.mapLink && <ArrowLink href={`${DIRECTIONS}${encodeURIComponent(address)}`}>{words.mapLink}</ArrowLink>}
      </figcaption>
    </figure>
  )
}

/** Maps URLs (developers.google.com/maps/documentation/urls): from wherever the visitor is to the address that follows. */
const DIRECTIONS = 'https://www.google.com/maps/dir/?api=1&destination='

/** Names no way that is not there. */
function headingOf({ phones, addresses }: Business): string {
  const others = [...(phones.length > 0 ? ['call'] : []), ...(addresses.length > 0 ? ['come by'] : [])]
  if (others.length === 0) return 'Contact us'
  return `Contact us: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(['write', ...others])}`
}
