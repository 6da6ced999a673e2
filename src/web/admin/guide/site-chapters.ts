import type { GuideChapter } from './guide-chapter-text.tsx'

/** The guide's chapters about the site and its content. */
export const siteChapters = {
  start: {
    title: 'Your first hour',
    imageAlt: 'The overview: what to do today, the launch checklist and your sales.',
    text: `
      Start at the [overview](/admin). **To do today** lists unread messages, payments to check, orders to deliver and
      emails that didn’t arrive.

      **Before you launch** is a checklist: your payment account, email, two-step verification and the sample content to
      replace. Each line links to the screen where you do it. The list disappears when everything is done.

      **Search engines** stay out while your site has sample content, so that made-up text never shows up in search results.
      You can let them in earlier from the overview.

      **Visits** shows page views, messages and orders of the last 30 days. We only count: no cookies, no profiles. Visitors
      who opt out of tracking aren’t counted, and neither are you.
    `,
  },
  edit: {
    title: 'Change your website',
    imageAlt: 'A card for each part of the site, with a small image that shows where it is.',
    text: `
      [All content](/setting) has a card for each part of your site, in page order. Looking for certain text? Type it into
      the search box, and follow the link to its field.

      Open a card, change the text and press **Save**. Visitors see it right away, and you can **Undo**. Fields marked
      **Sample** have made-up content: replace it with yours. Made-up quotes, legal texts and names can’t be kept. A social link counts as a sample until it names your profile.
      Enter \`#\` if you don’t have one.

      Answers, legal text and service text have buttons that make the selected words bold, italic, a link or a list. In the
      form, the text then has marks such as \`**\`. The page shows the formatting instead.

      Headings, links and small print of a list are below the list, under “Other text”. The menu and the footer have their
      own cards. A line that you leave blank isn’t shown.

      If another admin saved the same part while you were typing, nothing is lost. We show you both versions of each field,
      and you choose one.
    `,
  },
  preview: {
    title: 'See it while you type',
    imageAlt: 'A form, and next to it the page with the text as you type it.',
    text: `
      Next to the form you see the real page with your text, before anyone else does. Choose phone, tablet or desktop above
      it. Click any text, button or image in the preview to edit it. On a phone, the preview is a tab.

      In a list, the item that you edit is outlined. A new item shows in its place before you add it.
    `,
  },
  history: {
    title: 'Nothing you type is lost',
    imageAlt: 'The history of an item: two versions compared, with the changes marked.',
    text: `
      We keep your unsaved text for you, on every device, even after you’re logged out. If you lose your connection, your
      text stays in the form, and you can save again.

      **History**, at the top of a form, has every saved version: who saved it, when and which fields changed. Compare any
      two, and restore an old one into the form. Visitors see no change until you save.
    `,
  },
  lists: {
    title: 'Lists: reorder, hide, delete',
    imageAlt: 'A list with the buttons of each row, and the form that adds an item.',
    text: `
      Questions, services, packages and people are lists. Drag a row, or use its arrows, to move it. **Hide** takes it off
      your site but keeps it here. **Duplicate** makes a copy to change. Add new items in the form below the list.

      A testimonial can show where and when it was said, and that the client agreed to it. Counters can show a date and a
      source. A question can be on the home page, the pricing page or both.

      A service gets its own page once you fill in **What we do** and **What you receive**. Its web address follows its
      title, and old addresses redirect to the new one.

      You can undo **Delete** right away, or restore the item from the trash below the list for 30 days. We warn you if a
      link leads to what you hide or delete.

      The [sample report and audit](/edit-samples) show visitors what they’ll get. Figures are a small table with one line
      per row; you can paste rows from a spreadsheet. A column named “Score of 100” draws bars up to 100. In a column named
      “LCP (target: 2.5 s or less)”, values above the target are marked.
    `,
  },
  drafts: {
    title: 'Change a lot, publish once',
    imageAlt: 'Drafts: all changes that are not live yet, with old and new text marked.',
    text: `
      **Save** publishes right away. **Save as draft** keeps the change for later, and visitors don’t see it.
      [Drafts](/drafts) lists every change with its old and new text.

      Preview the whole site with your drafts. Then publish them together, now or at a time you choose. If you discard one
      by mistake, choose **Undo discard**. **Undo publishing** takes everything back while the page is open. To hide or
      delete list items in draft, choose **Change this list in draft** below the list.
    `,
  },
  check: {
    title: 'Check my site',
    imageAlt: 'Problems on the public pages, page by page, each with a link to its field.',
    text: `
      [Check my site](/check-my-site) reads every public page and lists problems: broken links, missing images, titles that
      are cut off or compete, pages with little text or no link to them, old names and phone numbers, sample content. Each
      issue links to the field that fixes it. If a save would break a link, we ask first, and you can save anyway. The same
      goes for hiding, deleting, moving and publishing. Smaller issues, such as a long title, are listed after the save.
    `,
  },
  pictures: {
    title: 'Images',
    imageAlt: 'The image library: each image with its description and where it is used.',
    text: `
      To change an image, click it. Upload a file, take a photo with your phone, drop or paste an image, or choose one from
      your library or our illustrations. Then choose the part to show and the focal point, which stays visible on every
      screen.

      Describe the image in one sentence, for people who can’t see it and for search engines. The description stays with the
      image. All your images are under [Images](/pictures). We make smaller versions for you.
    `,
  },
  business: {
    title: 'Your name, address, phone and hours',
    imageAlt: 'Business info, with a row for each day of the week.',
    text: `
      Enter them once, in [Business info](/add-address-footer). The header, the footer, the contact page, search engines,
      invoices and emails use them. Set hours for each day, with a break or by appointment. Your Facebook and Instagram
      links are at the end of the same page.

      **Place on the map** and **Area served** help search engines show you to people nearby. If you’re not sure, leave them
      blank.

      If your old phone number or address is still in other places, we list them after you save. Change them one by one or
      all at once.
    `,
  },
  search: {
    title: 'Get found',
    imageAlt: 'How each page looks in search results.',
    text: `
      [Search results](/edit-search) shows how each page looks on a results page. By default, a page uses its own content.
      You can write your own title and description, and see where they’d be cut off. The image of a shared link is made from
      the title, or you choose one.

      If a page has moved or is gone, such as a page of your old site, add it under [Redirects](/edit-redirects), so that
      old links still work. [Old addresses](/old-addresses) lists addresses that visitors didn’t find, most visited first.
      There you can also import the list that your old site exported. A preview shows what each row becomes.
    `,
  },
} satisfies Record<string, GuideChapter>
