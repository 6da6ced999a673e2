import { type Chapter, GuideScreenLink } from './chapter.tsx'

/** The guide's chapters about the site and its content. */
export const siteChapters = {
  start: {
    title: 'Your first hour',
    imageAlt: 'The overview: what needs you today, the list before you launch, and what was sold.',
    text: (
      <>
        <p>
          The <GuideScreenLink to="/admin">overview</GuideScreenLink> tells you two things. <strong>What needs you</strong> lists
          what waits: messages nobody has read, payments to look at, orders to deliver, mail that did not arrive. While there is
          nothing, it says so.
        </p>
        <p>
          <strong>Before you launch</strong> is the list to work through once: whose account is paid, mail that really goes out, a
          second factor for your own account, and every place that still holds an invented sample. Each line leads to where it is
          settled. When the last one is done, the list is gone.
        </p>
        <p>
          <strong>Search engines</strong> are kept out of a public site until no sample is left, so that nothing invented ends up
          in search results. The overview says how it is. One press lets them in earlier.
        </p>
        <p>
          <strong>Visits</strong> says how often each page was looked at in the last 30 days, how many messages came, and how many
          orders were started and paid. They are numbers and nothing else: no cookie, nobody recognized, and whoever asks not to
          be tracked is not counted. Your own visits are left out.
        </p>
      </>
    ),
  },
  edit: {
    title: 'Change what visitors read',
    imageAlt: 'The menu of the parts of the site, each with a small picture of where it stands.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/setting">Website content</GuideScreenLink> has a card for each part of the site, in the order of
          the pages. Know a word that stands on the site, but not where it is kept? Type it into the box at the top: the way leads
          straight to its field.
        </p>
        <p>
          Open a card, change the words, <strong>Save</strong>: the next visitor reads them. Beside the words that say it worked
          there is <strong>Undo</strong>. Fields marked <strong>Sample</strong> hold what we invented so that the site looks
          finished; put your own there. A social link counts as a sample until it names your profile. Enter <code>#</code> if you
          don’t have one.
        </p>
        <p>
          The headings around a list, the links, the buttons and the small print stand below what they belong to, as its words;
          the menu and the footer have cards of their own. A line that you empty is not shown.
        </p>
        <p>
          Did somebody else save the same part meanwhile? Nothing is lost: you are shown each field in which you differ, and
          choose for each whether yours or theirs stays.
        </p>
      </>
    ),
  },
  preview: {
    title: 'See it while you type',
    imageAlt: 'A form, and beside it the page with the words as they are typed.',
    text: (
      <>
        <p>
          Beside the form stands the real page with your words in it, before anybody else sees them. Choose phone, tablet or
          desktop above it. Click any words, button or picture there to go to its field; the field that you are in is outlined
          there. On a phone the page is a tab beside the form.
        </p>
        <p>In a list the item that you edit is outlined, and a new one already stands in its place before you add it.</p>
      </>
    ),
  },
  history: {
    title: 'Nothing you type is lost',
    imageAlt: 'The history of a record: two versions compared, with the changed words marked.',
    text: (
      <>
        <p>
          What you type and do not save waits for you in its form, on this device and any other, also after your session has
          ended. Without a connection a save says so, keeps everything, and can be tried again.
        </p>
        <p>
          <strong>History</strong>, at the top of a form, has every version that was ever saved: who, when, and which fields.
          Compare any two, and bring an old one back into the form; nothing changes for visitors until you save it.
        </p>
      </>
    ),
  },
  lists: {
    title: 'Lists: order, hide, delete',
    imageAlt: 'A list with the buttons of each row, and the form that adds to it below.',
    text: (
      <>
        <p>
          Questions, services, packages, people: they are lists. The arrows move a row up or down, and so does the mouse.{' '}
          <strong>Hide</strong> takes it off the site and keeps it here. <strong>Duplicate</strong> is the quick way to a second
          one like it. The form for a new one stands below the list.
        </p>
        <p>
          A quote can say where and when it was said and that you may publish it, and the counters when they were counted and
          where the numbers come from: visitors read it below them. A question stands on the home page, the pricing page or both.
        </p>
        <p>
          A service has a page of its own as soon as <strong>What we do</strong> and <strong>What you receive</strong> are written
          in its editor. The address follows the title; an old one leads to the new one.
        </p>
        <p>
          <strong>Delete</strong> can be taken back: at once with Undo, and for 30 days from the trash under the list. Where the
          design has room for so many and no more (three packages, four steps), a full list says so. Does a button elsewhere lead
          to what you hide or delete? You are told first, below its row.
        </p>
        <p>
          The <GuideScreenLink to="/edit-samples">sample report and audit</GuideScreenLink> show visitors what they will receive.
          Their parts stand in your order; figures are a small table, a line for each row, and you can paste the rows of a
          spreadsheet. The chart follows while you type. Name a column “Score of 100”, and a bar for 50 fills half; name it “LCP
          (target: 2.5 s or less)”, and the report marks what is above it. Hide a sample, and the links to it go with it.
        </p>
      </>
    ),
  },
  drafts: {
    title: 'Change much, publish once',
    imageAlt: 'The draft of the site: all changes that wait, old and new words marked.',
    text: (
      <>
        <p>
          <strong>Save</strong> is for now. <strong>Save as draft</strong>, beside it, collects: nobody sees it until you publish.
          The <GuideScreenLink to="/drafts">draft</GuideScreenLink> lists every change with the words that go and the words that
          come.
        </p>
        <p>
          Look at the whole site as it would be with <strong>Preview</strong>, then publish everything together, now or at a time
          that you set, or drop what you do not want after all. What would be wrong on the site then is asked about first. What is
          hidden from or deleted from a list can wait for that as well: the link is below the list.
        </p>
      </>
    ),
  },
  check: {
    title: 'Check my site',
    imageAlt: 'What is wrong on the public pages, page by page, each point with the way to its field.',
    text: (
      <p>
        <GuideScreenLink to="/check-my-site">Check my site</GuideScreenLink> reads every public page as visitors get it and lists
        what is wrong there: links that lead nowhere, pictures that are gone, titles that are cut off, samples that are left. Each
        point leads to the field that fixes it. Before a save breaks a link, you are asked first, and you can save anyway. Hiding,
        deleting, moving and publishing ask the same way. Smaller points, such as a long title, are listed after the save.
      </p>
    ),
  },
  pictures: {
    title: 'Pictures',
    imageAlt: 'The library of pictures, each with its description and where it is used.',
    text: (
      <>
        <p>
          Wherever a picture belongs, the picture itself is the button. Take one from your disk or your phone’s camera, drop or
          paste it, choose from what you have uploaded before or from our drawings, or name an address. Then choose the part that
          is shown, and the point that must stay in view on every screen.
        </p>
        <p>
          Describe what it shows in a sentence: people who cannot see it hear that, and search engines read it. You are asked
          once; the description stays with the picture. <GuideScreenLink to="/pictures">Pictures</GuideScreenLink> has all of
          them. We make small and modern versions ourselves; you need not.
        </p>
      </>
    ),
  },
  business: {
    title: 'Name, address, phone, hours: in one place',
    imageAlt: 'The business’s own facts, with a row for each day of the week.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/add-address-footer">Business info</GuideScreenLink> says who you are and when you are there. The
          header, the footer, the contact page, search engines, invoices and every mail take it from there. Hours are a row for
          each day, with a break or by appointment where you like.
        </p>
        <p>
          <strong>Place on the map</strong> and <strong>Area served</strong> are for search engines: where your office is, and the
          cities or counties that you work in. People who look for somebody near them are shown businesses that say both. Leave
          them empty rather than guess.
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
    imageAlt: 'What search engines show of each page, and the way to say it yourself.',
    text: (
      <>
        <p>
          <GuideScreenLink to="/edit-search">Search results</GuideScreenLink> show each page as people find it. A page speaks for
          itself and follows its content; where you know better, write your own title and description. You see where they would be
          cut. The picture that stands beside a shared link is drawn from the title, or is one of yours.
        </p>
        <p>
          When an address ends, for example of a page on your old site, say under{' '}
          <GuideScreenLink to="/edit-redirects">Redirects</GuideScreenLink> where it moved, or that it is gone. People with old
          links then arrive where they should. <GuideScreenLink to="/old-addresses">Old addresses</GuideScreenLink> lists the
          addresses that lead nowhere, most visited first, and takes a whole list of redirects at once.
        </p>
      </>
    ),
  },
} satisfies Record<string, Chapter>
