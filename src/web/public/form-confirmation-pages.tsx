import { useLoaderData } from 'react-router'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import { contactCopy } from '#contract/content/kinds/contact-copy.ts'
import { formConfirmationCopy } from '#contract/content/kinds/form-confirmation-copy.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { type DeclaredPage, defineUncachedPage } from '../define-page.ts'
import { type AcknowledgmentNotice, loadAcknowledgmentPageData } from '../flash-notices.ts'
import { FormSuccessPage, type NextStepHrefAndText } from '../forms/form-success-page.tsx'
import { getCopy, loadPageContent, type PageContent } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { withAccessGuard } from '../page-route.ts'
import { appendReturnPath } from '../return-path.ts'
import { useRootData } from '../root-route.tsx'

/** Marks the notice of a message without contact details. */
export const SENT_WITHOUT_CONTACT_DETAILS_TOPIC = 'unanswered'

/** Marks the notice of a canceled order whose payment was being checked. */
export const CANCELED_WHILE_MONEY_MAY_ARRIVE_TOPIC = 'canceledDuringPayment'

/** Pages that replace admin pages after a form, for people who aren't admins (P-129). */
export const formConfirmationPages: readonly DeclaredPage[] = [
  createConfirmationPage('/all-messages', (content, about) => {
    const copy = getCopy(content, formConfirmationCopy)
    const heading = copy.messageHeading
    if (about === SENT_WITHOUT_CONTACT_DETAILS_TOPIC) {
      return { heading, next: copy.unansweredNext, nextLink: { href: '/contact', text: copy.unansweredLink } }
    }
    const next = [copy.messageNext, getCopy(content, contactCopy).replyTime].filter(Boolean).join(' ')
    return { heading, next, nextLink: { href: '/pricing/', text: copy.messageLink } }
  }),
  createConfirmationPage('/all-subscriber', (content) => {
    const { askedHeading: heading, subscribeNext: next, askedLink } = getCopy(content, formConfirmationCopy)
    return { heading, next, nextLink: { href: '/service/', text: askedLink } }
  }),
  createConfirmationPage('/admin', (content, about) => {
    const copy = getCopy(content, accountActionConfirmationCopy)
    const next = about === CANCELED_WHILE_MONEY_MAY_ARRIVE_TOPIC ? copy.cancelledMoneyMayArriveNext : copy.cancelledNext
    return { heading: copy.cancelledHeading, next, nextLink: { href: '/my-order', text: 'My Orders' } }
  }),
]

type ConfirmationCopy = { heading: string; next: string; nextLink: NextStepHrefAndText }
type LoaderData = AcknowledgmentNotice & { confirmation: ConfirmationCopy; copy: CopyKindTexts<typeof formConfirmationCopy> }

/**
 * Creates a page that acknowledges a form at an admin path, without data (P-129). A reload repeats it.
 * Without a form, the admin guard acts.
 */
function createConfirmationPage(
  path: string,
  getConfirmation: (content: PageContent, about: string | undefined) => ConfirmationCopy,
): DeclaredPage {
  const guard = withAccessGuard({ access: 'admin' })
  return defineUncachedPage(path, 'anyone', async () => ({
    Page: function ConfirmationPage() {
      const { confirmation, copy, notice, isAgain } = useLoaderData<LoaderData>()
      return (
        <FormSuccessPage {...confirmation} notice={notice}>
          {isAgain && <RepeatedVisitNote copy={copy} path={path} />}
        </FormSuccessPage>
      )
    },
    loader: async (args) => {
      const acknowledgement = await loadAcknowledgmentPageData(args.request, async (about) => {
        const content = await loadPageContent(getPageRequestContext(args.context).call, [
          formConfirmationCopy,
          contactCopy,
          accountActionConfirmationCopy,
        ])
        return { confirmation: getConfirmation(content, about), copy: getCopy(content, formConfirmationCopy) }
      })
      return acknowledgement ?? guard(args)
    },
  }))
}

/** Says that a reload sends nothing again, and offers owners who tried their own form a login. */
function RepeatedVisitNote({ copy: { againNote, ownerNote, ownerLink }, path }: Pick<LoaderData, 'copy'> & { path: string }) {
  const { viewer } = useRootData()
  return (
    <>
      <p className="elsewhere">{againNote}</p>
      {viewer.kind === 'visitor' && (
        <p className="elsewhere">
          {ownerNote} <a href={appendReturnPath('/login', path)}>{ownerLink}</a>
        </p>
      )}
    </>
  )
}
