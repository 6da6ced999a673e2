import type { GuideChapter } from './guide-chapter-text.tsx'
import { workChapters } from './work-chapters.ts'

/** The guide's chapters about orders, messages, emails, admins and the data they produce. */
export const businessChapters = {
  orders: {
    title: 'Orders',
    imageAlt: 'All orders, with the filters above them.',
    text: `
      [Orders](/total-orders) lists your orders, newest first. Search by number, customer or package, filter by status or
      month, and export what you see for your bookkeeping.

      Open an order to see its history: what the customer did and what the payment provider reported. When the work is done,
      set it to **Delivered**, and the customer gets an email. If you were paid another way, mark the order as paid and give
      the reason. Receipts and invoices are created automatically.
    `,
  },
  ...workChapters,
  payments: {
    title: 'Payments',
    imageAlt: 'A payment that didn’t match, and what you can do about it.',
    text: `
      [Payment account](/add-paypal-Email) sets which account your customers pay. You confirm each change with your
      password, and we email both the old and the new address.

      An order is paid once the provider confirms the payment, and the amount, currency and account are right. Anything else
      is listed under [Payments to check](/payments-to-check): attach it to its order, note that you sent it back, or close
      it with a reason.
    `,
  },
  messages: {
    title: 'Messages',
    imageAlt: 'Messages: unread above, read below.',
    text: `
      Messages from your contact page are under [Messages](/all-messages), and you get each one by email. Answer that email,
      or open the message and choose **Reply by email**. The visitor gets a thank-you email, at most once a day. **Mark
      Read** opens the next unread message. Archive what’s done; search still finds it. Select several to handle them at
      once.

      Tell visitors how soon you answer: the text is under [Contact entries](/add-contact/). The pages that people see after
      sending a form are under [Confirmation text](/edit-confirmations).

      Likely spam goes to the Spam folder. We don’t email it to you, but the overview and the daily email say how much of it
      is unread. **Not spam** moves a message back. Spam that you have read is deleted after 60 days.
    `,
  },
  subscribers: {
    title: 'Subscribers',
    imageAlt: 'The list of subscribers, and who has confirmed.',
    text: `
      New subscribers get an email and join the [list](/all-subscriber) when they click its link. The file that you download
      has confirmed subscribers only, so you may write to all of them. People who unsubscribe are removed.
    `,
  },
  mail: {
    title: 'Emails',
    imageAlt: 'Emails that are waiting, and what the mail server said.',
    text: `
      [Emails](/emails) shows every email that your site sends. We try to deliver each one for three days, unless the mail
      server refuses it for good. [Undelivered email](/undelivered-mail) shows what is waiting and what the mail server said.
      Once the problem is fixed, choose **Try again now**.
    `,
  },
  people: {
    title: 'Your team',
    imageAlt: 'The admins, one of them invited.',
    text: `
      Invite another admin under [Team & access](/add-user): they get an email with a link, and show as **Pending** until
      they use it. Choose **Invite again** to resend it, or **Remove** to cancel it. Turn on two-step verification under
      [Your account](/account), and ask your team to do the same. Passwords can be guessed or stolen.
    `,
  },
  log: {
    title: 'Who did what',
    imageAlt: 'The activity log: who did what, and when.',
    text: `
      The [activity log](/audit-log) shows who changed content, orders, payments and accounts. Search by text, person or
      type of change. No one can edit the log.
    `,
  },
  copy: {
    title: 'Back up and move',
    imageAlt: 'Export and import: all content in one file.',
    text: `
      [Export and import](/transfer) saves all content and images in one file, as a backup or to copy your site. Before an
      import, you see what would change. The file never has accounts, orders, messages or your payment account.
    `,
  },
} satisfies Record<string, GuideChapter>
