import type { GuideChapter } from './guide-chapter-text.tsx'

/** The guide's chapters about the month of work that a payment buys. */
export const workChapters = {
  work: {
    title: 'Your day',
    imageAlt: 'The work board: what the team has to do, by date.',
    text: `
      [Work](/work) is the list to start the day with. It shows what is late, what is due this week, what waits for a
      client, and which paid orders haven’t started. The overview shows the same numbers.

      Each row has one button for the next step. If a step needs a link, a file or a note, the button opens the page where
      you add it. Filter the list by person or package to see only your part.

      At 8 AM, you get an email about what’s late, due today or unread. Choose how often on [your account page](/account).
    `,
  },
  month: {
    title: 'Questions and the first day',
    imageAlt: 'A paid order: the five steps of its month, and its deliverables.',
    text: `
      Right after a payment, the customer gets your questions by email, and a reminder 2, 5 and 10 days later if the answers
      are missing. Read them on the order’s work page. If something is unclear, reopen them and say why: the customer gets
      your reason by email and sends the answers again. You keep both versions.

      Press **Start the month** once you have the access you need. From then on, each deliverable has a due date. Until
      then, nothing is due, and the customer sees why.

      You can change the [questions](/edit-brief-questions) and the [deliverables of each
      package](/edit-deliverable-templates) at any time. Orders that are already paid keep the ones they have.
    `,
  },
  deliverables: {
    title: 'Drafts, approvals and proof',
    imageAlt: 'One deliverable, with its state and its history.',
    text: `
      Some deliverables need the customer’s approval. Send the draft as a link, a file or text. The customer approves it or
      asks for changes, and you get the answer by email. We remind the customer after 3 and 7 days, but silence is never a
      yes. A new draft needs a new approval.

      To mark something delivered, add proof: a link, a file or a note. The customer sees the proof on the order’s page. If
      you can’t go on without the customer, say what you need, and it is listed first on that page.

      After 30 days, the order’s page lists what isn’t delivered. For each deliverable, choose whether to deliver it free in
      the next order or to refund its share of the price. You make a refund at PayPal yourself only if the page shows you
      the steps.
    `,
  },
  conversation: {
    title: 'Talk with a customer',
    imageAlt: 'The messages of an order, with a note for the team.',
    text: `
      Every order has one conversation, on the order’s page. Write to the customer there, and add files if you like.
      Messages can’t be edited or deleted, so both of you can rely on them. Several messages within ten minutes go out as
      one email.

      A **team note** is for your team only. The customer never sees it: not on the site, not in an email, not in an export.
    `,
  },
} satisfies Record<string, GuideChapter>
