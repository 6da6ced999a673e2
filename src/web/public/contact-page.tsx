import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { contactCopy } from '#contract/content/kinds/contact-copy.ts'
import { contactMethod } from '#contract/content/kinds/contact-method.ts'
import { type CopyKindTexts, fillPlaceholders, getDefaultCopyTexts } from '#contract/core/define-page-copy-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import { issueMessageFormTokenEndpoint, sendContactMessageEndpoint } from '#contract/inbox/messages.ts'
import { getOrderEndpoint, type Order } from '#contract/sales/orders.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { type FormFieldSpec, hiddenFieldSpec } from '../forms/form-field.tsx'
import { computeIdempotencyKey } from '../forms/form-idempotency-key.ts'
import { ErrorSummary } from '../forms/form-messages.tsx'
import { Honeypot, HtmlForm, HtmlFormField, listNonHiddenFieldNames } from '../forms/html-form.tsx'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { SUPPORT_ORDER_PARAM } from '../order-support-url.ts'
import { getCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { ContentImage } from '../ui/content-image.tsx'
import { ArrowLink, FormButton } from '../ui/link-button.tsx'
import { Section, SectionHeading } from '../ui/section.tsx'
import { SENT_WITHOUT_CONTACT_DETAILS_TOPIC } from './form-confirmation-pages.tsx'
import { createPublicPageLoader } from './load-public-page.ts'
import { getSectionForKind, PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'

const pageData = createPublicPageLoader('Contact', () => ({
  title: 'Call or write us about real estate SEO',
  description:
    'Ask us about real estate SEO before you order, or about an order you placed. Find our hours, phone number, email and address here.',
}))

export const { metadata } = pageData

/** Loads the page with a new form token: it is signed and holds the time at which the form was shown. */
export async function loader(args: LoaderFunctionArgs) {
  const [loaded, { form }, order] = await Promise.all([
    pageData.loader(args),
    getPageRequestContext(args.context).call(issueMessageFormTokenEndpoint, {}),
    findOwnOrder(args),
  ])
  return { ...loaded, note: form, order }
}

/** Finds the order that a signed-in customer asks about. */
async function findOwnOrder({ context, request }: LoaderFunctionArgs): Promise<Order | undefined> {
  const { call, viewer } = getPageRequestContext(context)
  const id = new URL(request.url).searchParams.get(SUPPORT_ORDER_PARAM)
  if (!id || viewer.kind === 'visitor') return undefined
  const order = await call(getOrderEndpoint, { params: { id } }).catch(() => undefined)
  return order?.customerEmail === viewer.email ? order : undefined
}

const NO_CONTACT_DETAILS = 'We can’t reply without an email or phone number. Add one, or send anyway.'

/** `anyway` is the second button of a returned form. It sends the message without contact details. */
const formFields = { ...buildContactFormFields(getDefaultCopyTexts(contactCopy)), anyway: hiddenFieldSpec }

/** Sends the message and leads to `/all-messages` (P-120). Asks first if the message can't be answered (P-118). */
export const action = createFormAction(
  formFields,
  async ({ call, values, postedValues: { website = '', form = '' }, request }) => {
    const { anyway, ...messageValues } = values
    // The page always has a token, so a post without one comes from a program.
    const body = { ...messageValues, form, website, messageStatus: 'UnRead' as const }
    const canBeAnswered = (messageValues.email + messageValues.number).trim() !== ''
    // Reports invalid fields before it asks about missing contact details.
    const needsConfirmation = !canBeAnswered && !anyway && sendContactMessageEndpoint.body.safeParse(body).success
    if (needsConfirmation) throw new UserError(400, NO_CONTACT_DETAILS, 'anyway')
    const { message } = await call(sendContactMessageEndpoint, { body, key: computeIdempotencyKey(form, body) })
    return redirectWithFlashNotice(
      request,
      '/all-messages',
      message,
      canBeAnswered ? undefined : SENT_WITHOUT_CONTACT_DETAILS_TOPIC,
    )
  },
)

/** Shows the details before the form (P-137). Narrow screens show the map last. */
export function Page() {
  const { content, metadata, note, order } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const business = useBusinessFacts()
  const copy = getCopy(content, contactCopy)
  return (
    <main id="main" tabIndex={-1}>
      {answer ? <NoindexHead title={metadata.title} hasProblem /> : <SeoMeta page="Contact" metadata={metadata} />}
      <Section>
        <div className="contact">
          <div>
            <SectionHeading eyebrow={copy.smallHeading} title={copy.mainHeading || buildHeading(business)} isPage />
            {copy.lead && <p className="lead">{copy.lead}</p>}
            {copy.jumpLink && <ArrowLink href="#message-form">{copy.jumpLink}</ArrowLink>}
            {getSectionForKind(contactMethod).render(content, 'Contact')}
          </div>
          <ContactForm answer={answer} formToken={note} order={order} copy={copy} />
          <MapIllustration address={business.addresses[0]} copy={copy} />
        </div>
      </Section>
      <PageSections page="Contact" content={content} />
      <PageStructuredData page="Contact" metadata={metadata} />
    </main>
  )
}

type MapProps = { address: string | undefined; copy: CopyKindTexts<typeof contactCopy> }

/** Illustrates a map, not a real place. A link opens directions: the page loads no map (P-152). */
function MapIllustration({ address, copy }: MapProps) {
  if (!address) return null
  return (
    <figure className="map-illustration">
      <ContentImage src="/art/contact-map.svg" width={640} height={302} />
      <figcaption>
        {copy.mapNote && <span>{copy.mapNote}</span>}
        {copy.mapLink && <ArrowLink href={`${DIRECTIONS_URL}${encodeURIComponent(address)}`}>{copy.mapLink}</ArrowLink>}
      </figcaption>
    </figure>
  )
}

/** Opens directions from the visitor's location (developers.google.com/maps/documentation/urls). */
const DIRECTIONS_URL = 'https://www.google.com/maps/dir/?api=1&destination='

/** Builds the heading. It names only contact methods that exist. */
function buildHeading({ phones, addresses }: BusinessFacts): string {
  const methods = [...(phones.length > 0 ? ['call'] : []), 'write', ...(addresses.length > 0 ? ['stop by'] : [])]
  if (methods.length === 1) return 'Contact us'
  const list = `${methods.slice(0, -1).join(', ')} or ${methods.at(-1)}`
  return list.charAt(0).toUpperCase() + list.slice(1)
}

/** No field is required (P-117). `form` holds the signed time at which the form was shown. */
function buildContactFormFields(copy: ContactCopy) {
  return {
    name: { label: copy.nameLabel, type: 'text', autoComplete: 'name' },
    number: { label: copy.numberLabel, type: 'tel', autoComplete: 'tel' },
    email: { label: copy.emailLabel, type: 'email', autoComplete: 'email' },
    subject: { label: copy.subjectLabel, type: 'text' },
    siteUrl: { label: copy.siteLabel, type: 'text', autoComplete: 'url', inputMode: 'url' },
    zipCodes: { label: copy.zipLabel, type: 'text' },
    message: { label: copy.messageLabel, type: 'textarea', help: copy.messageHelp },
    form: hiddenFieldSpec,
  } satisfies Record<string, FormFieldSpec>
}

type ContactCopy = CopyKindTexts<typeof contactCopy>

type ContactFormProps = {
  answer: FormAnswer | undefined
  formToken: string
  /** The customer's own order that the message is about. */
  order: Order | undefined
  copy: ContactCopy
}

/** Renders the contact form. Multipart, because URL encoding triples most non-Latin text. */
function ContactForm({ answer, formToken, order, copy }: ContactFormProps) {
  const fields = buildContactFormFields(copy)
  return (
    <div id="message-form" className="card">
      {answer?.error && <ErrorSummary answer={answer} names={listNonHiddenFieldNames(fields)} />}
      <h2 className="h2">{copy.formHeading}</h2>
      {(copy.formNote || copy.replyTime) && <p>{[copy.formNote, copy.replyTime].filter(Boolean).join(' ')}</p>}
      <HtmlForm
        action="/contact"
        encType="multipart/form-data"
        fields={fields}
        answer={answer}
        initialValues={{ form: formToken, ...(order && buildOrderValues(order, copy)) }}
        busyLabel="Sending…"
      >
        <div className="pair">
          <HtmlFormField name="name" />
          <HtmlFormField name="number" />
        </div>
        <div className="pair">
          <HtmlFormField name="email" />
          <HtmlFormField name="subject" />
        </div>
        <div className="pair">
          <HtmlFormField name="siteUrl" />
          <HtmlFormField name="zipCodes" />
        </div>
        <HtmlFormField name="message" />
        <Honeypot />
        <div className="send">
          <FormButton>{copy.sendButton}</FormButton>
          {(answer?.fields.anyway || answer?.values.anyway) && (
            <FormButton name="anyway" value="yes" buttonStyle="outline">
              {copy.sendAnywayButton}
            </FormButton>
          )}
          <div>
            {copy.dataNote && <p>{copy.dataNote}</p>}
            {/* The script fills it if sending fails. */}
            <p className="send-error" role="status" />
          </div>
        </div>
      </HtmlForm>
    </div>
  )
}

function buildOrderValues({ customerName, customerEmail, _number, packageName }: Order, { orderSubject }: ContactCopy) {
  const subject = fillPlaceholders(orderSubject, { number: _number, package: packageName })
  return { name: customerName, email: customerEmail, subject }
}
