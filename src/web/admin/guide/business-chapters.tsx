import { type Chapter, GuideScreenLink } from './chapter.tsx'

/** The guide's chapters about orders, messages, emails, admins and the data they produce. */
export const businessChapters = {
  orders: {
    title: 'Orders',
    imageAlt: 'All orders, with the boxes that narrow the list down.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/total-orders">Orders</GuideScreenLink> lists what was ordered, newest first. Look for a number, a
          customer or a package, choose a status or a month, and export what you see for your bookkeeping.
        </p>
        <p>
          Open an order to see what happened when: what the customer did, and every notice of the payment provider, as it came and
          as we read it. Set it to <strong>Delivered</strong> when the work is done; the customer gets a mail. Money that came by
          another way you mark as paid by hand, with the reason. Receipts and invoices are created automatically.
        </p>
      </>
    ),
  },
  payments: {
    title: 'Payments',
    imageAlt: 'A payment that did not match, with what can be done about it.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/add-paypal-Email">Payment</GuideScreenLink> says whose account is paid. Confirm it with your
          password: nobody else can change it unseen, since each change is mailed to the old address and the new one.
        </p>
        <p>
          An order counts as paid only when the provider says so and amount, currency and account are right. Whatever does not
          match is put under <GuideScreenLink to="/payments-to-check">Payments to check</GuideScreenLink> and never thrown away:
          attach it to its order, note that it went back, or set it aside with a reason.
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
          What visitors write through the contact page is under <GuideScreenLink to="/all-messages">Messages</GuideScreenLink>,
          and you get a mail of each. Answer that mail, or open the message and choose <strong>Reply by email</strong>.{' '}
          <strong>Mark Read</strong> opens the next unread message. Archive what’s done; search still finds it. Several at once:
          select them.
        </p>
        <p>
          How soon you answer stands above the form and on the page that thanks for a message: say what you keep, under{' '}
          <GuideScreenLink to="/add-contact/">Contact</GuideScreenLink>. What people read after any form is under{' '}
          <GuideScreenLink to="/edit-confirmations">Confirmations</GuideScreenLink>.
        </p>
        <p>
          What looks like a program’s work waits under Spam and is not mailed. Look there now and then: <strong>Not spam</strong>{' '}
          brings a message back.
        </p>
      </>
    ),
  },
  subscribers: {
    title: 'Subscribers',
    imageAlt: 'The list of subscribers, with who has confirmed.',
    text: (
      <p>
        Whoever subscribes gets a mail and is on the <GuideScreenLink to="/all-subscriber">list</GuideScreenLink> once they have
        followed the link in it. The file that you download holds those who confirmed and nobody else: these you may write to.
        Whoever leaves disappears.
      </p>
    ),
  },
  mail: {
    title: 'When mail does not arrive',
    imageAlt: 'Mail that waits for its server, with what that answered.',
    text: (
      <p>
        Mail waits until your mail server takes it, for three days. While something could not be delivered, Messages says so and{' '}
        <GuideScreenLink to="/undelivered-mail">Undelivered email</GuideScreenLink> shows to whom, and what the server answered.
        Once the cause is mended, choose <strong>Try again now</strong>.
      </p>
    ),
  },
  people: {
    title: 'Who may do all this',
    imageAlt: 'The admins, with one who has been invited and has not come yet.',
    text: (
      <p>
        <GuideScreenLink to="/add-user">Admin Email</GuideScreenLink> invites another admin: they get an email with a link, and
        show as “Invited” until they use it. You can resend or cancel the invite. Turn on a second factor under{' '}
        <a href="/account">Your account</a>, and ask the same of everybody here: a password alone can be guessed or stolen.
      </p>
    ),
  },
  log: {
    title: 'Who did what',
    imageAlt: 'The audit log: who did what, and when.',
    text: (
      <p>
        The <GuideScreenLink to="/audit-log">audit log</GuideScreenLink> keeps who changed content, orders, payments and accounts.
        Look for words, a person or a kind of act. Nothing in it can be changed.
      </p>
    ),
  },
  copy: {
    title: 'Back up and move',
    imageAlt: 'Export and import: all content in one file.',
    text: (
      <p>
        <GuideScreenLink to="/transfer">Export and import</GuideScreenLink> puts all content with its pictures into one file: to
        keep, or to make a copy of this site from it. Another site shows you what would change before it takes anything over.
        Accounts, orders, messages and whose account is paid are never in it.
      </p>
    ),
  },
} satisfies Record<string, Chapter>
