import { type GuideChapter, GuideScreenLink } from './guide-chapter-type-and-screen-link.tsx'
import { workChapters } from './work-chapters.tsx'

/** The guide's chapters about orders, messages, emails, admins and the data they produce. */
export const salesInboxAndTeamChapters = {
  orders: {
    title: 'Orders',
    imageAlt: 'All orders, with the filters above them.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/total-orders">Orders</GuideScreenLink> lists your orders, newest first. Search by number, customer
          or package, filter by status or month, and export what you see for your bookkeeping.
        </p>
        <p>
          Open an order to see its history: what the customer did and what the payment provider reported. When the work is done,
          set it to <strong>Delivered</strong>, and the customer gets an email. If you were paid another way, mark the order as
          paid and give the reason. Receipts and invoices are created automatically.
        </p>
      </>
    ),
  },
  ...workChapters,
  payments: {
    title: 'Payments',
    imageAlt: 'A payment that didn’t match, and what you can do about it.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/add-paypal-Email">Payment account</GuideScreenLink> sets which account your customers pay. You
          confirm each change with your password, and we email both the old and the new address.
        </p>
        <p>
          An order is paid once the provider confirms the payment, and the amount, currency and account are right. Anything else
          is listed under <GuideScreenLink to="/payments-to-check">Payments to check</GuideScreenLink>: attach it to its order,
          note that you sent it back, or close it with a reason.
        </p>
      </>
    ),
  },
  messages: {
    title: 'Messages',
    imageAlt: 'Messages: unread above, read below.',
    text: (
      <>
        <p>
          Messages from your contact page are under <GuideScreenLink to="/all-messages">Messages</GuideScreenLink>, and you get
          each one by email. Answer that email, or open the message and choose <strong>Reply by email</strong>. The visitor gets a
          thank-you email, at most once a day. <strong>Mark Read</strong> opens the next unread message. Archive what’s done;
          search still finds it. Select several to handle them at once.
        </p>
        <p>
          Tell visitors how soon you answer: the text is under{' '}
          <GuideScreenLink to="/add-contact/">Contact entries</GuideScreenLink>. The pages that people see after sending a form
          are under <GuideScreenLink to="/edit-confirmations">Confirmation text</GuideScreenLink>.
        </p>
        <p>
          Likely spam goes to the Spam folder, and we don’t email it to you. Check it now and then. <strong>Not spam</strong>{' '}
          moves a message back.
        </p>
      </>
    ),
  },
  subscribers: {
    title: 'Subscribers',
    imageAlt: 'The list of subscribers, and who has confirmed.',
    text: (
      <p>
        New subscribers get an email and join the <GuideScreenLink to="/all-subscriber">list</GuideScreenLink> when they click its
        link. The file that you download has confirmed subscribers only, so you may write to all of them. People who unsubscribe
        are removed.
      </p>
    ),
  },
  mail: {
    title: 'Emails',
    imageAlt: 'Emails that are waiting, and what the mail server said.',
    text: (
      <p>
        <GuideScreenLink to="/emails">Emails</GuideScreenLink> shows every email that your site sends. We try to deliver each one
        for three days. <GuideScreenLink to="/undelivered-mail">Undelivered email</GuideScreenLink> shows what is waiting and what
        the mail server said. Once the problem is fixed, choose <strong>Try again now</strong>.
      </p>
    ),
  },
  people: {
    title: 'Your team',
    imageAlt: 'The admins, one of them invited.',
    text: (
      <p>
        Invite another admin under <GuideScreenLink to="/add-user">Team & access</GuideScreenLink>: they get an email with a link,
        and show as <strong>Pending</strong> until they use it. Choose <strong>Invite again</strong> to resend it, or{' '}
        <strong>Remove</strong> to cancel it. Turn on two-step verification under{' '}
        <a href="/account" className="underline">
          Your account
        </a>
        , and ask your team to do the same. Passwords can be guessed or stolen.
      </p>
    ),
  },
  log: {
    title: 'Who did what',
    imageAlt: 'The activity log: who did what, and when.',
    text: (
      <p>
        The <GuideScreenLink to="/audit-log">activity log</GuideScreenLink> shows who changed content, orders, payments and
        accounts. Search by text, person or type of change. No one can edit the log.
      </p>
    ),
  },
  copy: {
    title: 'Back up and move',
    imageAlt: 'Export and import: all content in one file.',
    text: (
      <p>
        <GuideScreenLink to="/transfer">Export and import</GuideScreenLink> saves all content and images in one file, as a backup
        or to copy your site. Before an import, you see what would change. The file never has accounts, orders, messages or your
        payment account.
      </p>
    ),
  },
} satisfies Record<string, GuideChapter>
