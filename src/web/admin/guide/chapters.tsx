import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ChapterId } from './address.ts'

export type Chapter = {
  title: string
  /** What its picture shows; the picture is `/guide/{id}.webp`. */
  picture: string
  text: ReactNode
}

function To({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="underline">
      {children}
    </Link>
  )
}

/** The owner's guide: what each part of the admin area is for, in the order in which an owner comes to it. */
export const chapters: Record<ChapterId, Chapter> = {
  start: {
    title: 'Your first hour',
    picture: 'The overview: what needs you today, the list before you launch, and what was sold.',
    text: (
      <>
        <p>
          The <To to="/admin">overview</To> tells you two things. <strong>What needs you</strong> lists what waits: messages
          nobody has read, payments to look at, orders to deliver, mail that did not arrive. While there is nothing, it says so.
        </p>
        <p>
          <strong>Before you launch</strong> is the list to work through once: whose account is paid, mail that really goes out, a
          second factor for your own account, and every place that still holds an invented sample. Each line leads to where it is
          settled. When the last one is done, the list is gone.
        </p>
        <p>
          <To to="/check-my-site">Check my site</To> reads every public page as visitors get it and lists what is wrong there:
          links that lead nowhere, pictures that are gone, titles that are cut off. Each point leads to the field that mends it. A
          save that would put something new and wrong on a page is asked about first; you can save it anyway.
        </p>
      </>
    ),
  },
  edit: {
    title: 'Change what visitors read',
    picture: 'The menu of the parts of the site, each with a small picture of where it stands.',
    text: (
      <>
        <p>
          <To to="/setting">Setting</To> has a card for each part of the site, in the order of the pages. Know a word that stands
          on the site, but not where it is kept? Type it into the box at the top: the way leads straight to its field.
        </p>
        <p>
          Open a card, change the words, <strong>Save</strong>: the next visitor reads them. Beside the words that say it worked
          there is <strong>Undo</strong>. Fields marked <strong>Sample</strong> hold what we invented so that the site looks
          finished; put your own there.
        </p>
        <p>
          The headings around a list, the links, the buttons and the small print stand below what they belong to, as its words;
          the menu and the footer have cards of their own. A line that you empty is not shown.
        </p>
        <p>
          <To to="/transfer">Export and import</To> puts all content with its pictures into one file: to keep, or to make a copy
          of the site from it.
        </p>
        <p>
          Did somebody else save the same part meanwhile? Nothing is lost: you are shown each field in which you differ, and
          choose for each whether yours or theirs stays.
        </p>
        <p>
          What you type and do not save waits for you in its form, on this device and any other. <strong>History</strong>, at the
          top of a form, has every earlier version: compare any two, and bring an old one back into the form.
        </p>
      </>
    ),
  },
  lists: {
    title: 'Lists: order, hide, delete',
    picture: 'A list with the buttons of each row, and the form that adds to it below.',
    text: (
      <>
        <p>
          Questions, services, packages, people: they are lists. The arrows move a row up or down, and so does the mouse.{' '}
          <strong>Hide</strong> takes it off the site and keeps it here. <strong>Duplicate</strong> is the quick way to a second
          one like it. The form for a new one stands below the list.
        </p>
        <p>
          <strong>Delete</strong> can be taken back: at once with Undo, and for 30 days from the trash under the list. Where the
          design has room for so many and no more (three packages, four steps), a full list says so.
        </p>
      </>
    ),
  },
  drafts: {
    title: 'Change much, publish once',
    picture: 'The draft of the site: all changes that wait, old and new words marked.',
    text: (
      <>
        <p>
          <strong>Save</strong> is for now. <strong>Save as draft</strong>, beside it, collects: nobody sees it until you publish.
          The <To to="/drafts">draft</To> lists every change with the words that go and the words that come.
        </p>
        <p>
          Look at the whole site as it would be with <strong>Preview</strong>, then publish everything together, now or at a time
          that you set, or drop what you do not want after all. What is hidden from or deleted from a list can wait for that as
          well: the link is below the list.
        </p>
      </>
    ),
  },
  pictures: {
    title: 'Pictures',
    picture: 'The library of pictures, each with its description and where it is used.',
    text: (
      <>
        <p>
          Wherever a picture belongs, the picture itself is the button. Take one from your disk or your phone’s camera, drop or
          paste it, choose from what you have uploaded before or from our drawings, or name an address. Then choose the part that
          is shown, and the point that must stay in view on every screen.
        </p>
        <p>
          Describe what it shows in a sentence: people who cannot see it hear that, and search engines read it. You are asked
          once; the description stays with the picture. <To to="/pictures">Pictures</To> has all of them. We make small and modern
          versions ourselves; you need not.
        </p>
      </>
    ),
  },
  business: {
    title: 'Name, address, phone, hours: in one place',
    picture: 'The business’s own facts, with a row for each day of the week.',
    text: (
      <>
        <p>
          <To to="/add-address-footer">Footer address</To> says who you are and when you are there. The header, the footer, the
          contact page, search engines, invoices and every mail take it from there. Hours are a row for each day, with a break or
          by appointment where you like.
        </p>
        <p>
          When your phone number changes, other texts may still hold the old one. After you save, they are listed with one button
          each, and one for all.
        </p>
      </>
    ),
  },
  search: {
    title: 'Be found',
    picture: 'What search engines show of each page, and the way to say it yourself.',
    text: (
      <>
        <p>
          <To to="/edit-search">Search results</To> show each page as people find it. A page speaks for itself and follows its
          content; where you know better, write your own title and description. You see where they would be cut. The picture that
          stands beside a shared link is drawn from the title, or is one of yours.
        </p>
        <p>
          When an address ends, for example of a page on your old site, say under <To to="/edit-redirects">Redirects</To> where it
          moved, or that it is gone. People with old links then arrive where they should.
        </p>
      </>
    ),
  },
  orders: {
    title: 'Orders',
    picture: 'All orders, with the boxes that narrow the list down.',
    text: (
      <>
        <p>
          <To to="/total-orders">Orders</To> lists what was ordered, newest first. Look for a number, a customer or a package,
          choose a status or a month, and take what you see along as a file for your bookkeeping.
        </p>
        <p>
          Open an order to see what happened when: what the customer did, and every notice of the payment provider, as it came and
          as we read it. Set it to <strong>Delivered</strong> when the work is done; the customer gets a mail. Money that came by
          another way you mark as paid by hand, with the reason. Receipts and invoices make themselves.
        </p>
      </>
    ),
  },
  payments: {
    title: 'Payments',
    picture: 'A payment that did not match, with what can be done about it.',
    text: (
      <>
        <p>
          <To to="/add-paypal-Email">Payment</To> says whose account is paid. Confirm it with your password: nobody else can
          change it unseen, since each change is mailed to the old address and the new one.
        </p>
        <p>
          An order counts as paid only when the provider says so and amount, currency and account are right. Whatever does not
          match is put under <To to="/payments-to-check">Payments to check</To> and never thrown away: attach it to its order,
          note that it went back, or set it aside with a reason.
        </p>
      </>
    ),
  },
  messages: {
    title: 'Messages',
    picture: 'Messages: unread above, read below.',
    text: (
      <>
        <p>
          What visitors write through the contact page is under <To to="/all-messages">Messages</To>, and you get a mail of each.
          Answer that mail, or open the message and choose <strong>Reply by email</strong>. <strong>Mark Read</strong> leads to
          the next unread one. What is settled goes to the archive; the search finds it there. Several at once: tick them.
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
    picture: 'The list of subscribers, with who has confirmed.',
    text: (
      <p>
        Whoever subscribes gets a mail and is on the <To to="/all-subscriber">list</To> once they have followed the link in it.
        The file that you download holds those who confirmed and nobody else: these you may write to. Whoever leaves disappears.
      </p>
    ),
  },
  mail: {
    title: 'When mail does not arrive',
    picture: 'Mail that waits for its server, with what that answered.',
    text: (
      <p>
        Mail waits until your mail server takes it, for three days. While something could not be delivered, Messages says so and{' '}
        <To to="/undelivered-mail">Undelivered mail</To> shows to whom, and what the server answered. Once the cause is mended,
        choose <strong>Try again now</strong>.
      </p>
    ),
  },
  people: {
    title: 'Who may do all this',
    picture: 'The admins, with one who has been invited and has not come yet.',
    text: (
      <p>
        <To to="/add-user">Admin Email</To> invites another admin: they get a mail with a link, and look invited until they have
        followed it. You can send it again or take it back. Turn on a second factor under <a href="/account">Your account</a>, and
        ask the same of everybody here: a password alone can be guessed or stolen.
      </p>
    ),
  },
  log: {
    title: 'Who did what',
    picture: 'The audit log: who did what, and when.',
    text: (
      <p>
        The <To to="/audit-log">audit log</To> keeps who changed content, orders, payments and accounts. Look for words, a person
        or a kind of act. Nothing in it can be changed.
      </p>
    ),
  },
}
