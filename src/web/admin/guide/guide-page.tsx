import { Link } from 'react-router'
import { AdminPage } from '../shell/admin-page.tsx'
import { type GuideChapterId, guideChapterIds } from '../shell/guide-chapter-for-each-screen.ts'
import guide from './guide.md?raw'

/** The paragraphs may have `**bold**`, `[label](/path)` and code in backticks. */
type GuideChapter = { title: string; imageAlt: string; paragraphs: readonly string[] }

/** The size of every image in CSS pixels. `npm run guide` makes the images. */
export const GUIDE_IMAGE_SIZE = { width: 1120, height: 700 }

/** All chapters by id. Each begins with its title and its image, `/guide/{id}.webp`. */
export const guideChapters = Object.fromEntries(guide.split(/^# /m).slice(1).map(parseChapter)) as Record<
  GuideChapterId,
  GuideChapter
>

function parseChapter(chapter: string): [id: string, GuideChapter] {
  const [title = '', image = '', ...paragraphs] = chapter.trim().split('\n\n')
  const [, imageAlt = '', id = ''] = /^!\[(.+)\]\(\/guide\/(\w+)\.webp\)$/.exec(image) ?? []
  return [id, { title, imageAlt, paragraphs: paragraphs.map((paragraph) => paragraph.replaceAll('\n', ' ')) }]
}

/** Shows the owner's guide. Every admin screen links its chapter. */
export function Page() {
  return (
    <AdminPage background="white" heading="Help" note="How to run your site, step by step.">
      <div className="gap-10 px-(--edge) py-6 lg:grid lg:grid-cols-[1fr_15rem]">
        <nav aria-label="Chapters" className="mb-8 lg:order-2 lg:mb-0">
          <ol className="grid gap-x-6 border-t border-ink sm:grid-cols-2 lg:sticky lg:top-6 lg:grid-cols-1">
            {guideChapterIds.map((id) => (
              <li key={id} className="border-b border-rule-light">
                <a href={`#${id}`} className="flex min-h-11 items-center text-ink no-underline hover:underline">
                  {guideChapters[id].title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-190 gap-12">
          {guideChapterIds.map((id) => (
            <ChapterSection key={id} id={id} {...guideChapters[id]} />
          ))}
        </div>
      </div>
    </AdminPage>
  )
}

function ChapterSection({ id, title, imageAlt, paragraphs }: GuideChapter & { id: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-heading font-semibold">
        {title}
      </h2>
      <div className="mt-3 grid gap-3">
        {paragraphs.map((paragraph) => (
          <GuideParagraph key={paragraph} text={paragraph} />
        ))}
      </div>
      <img
        src={`/guide/${id}.webp`}
        alt={imageAlt}
        {...GUIDE_IMAGE_SIZE}
        loading="lazy"
        className="mt-5 h-auto w-full rounded-card border border-rule"
      />
    </section>
  )
}

/** Finds bold text, links and code. */
const MARKS = /(\*\*[^*]+\*\*|\[[^[\]]+\]\([^()]+\)|`[^`]+`)/

export function GuideParagraph({ text }: { text: string }) {
  return (
    <p>
      {text.split(MARKS).map((part) => {
        if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>
        if (part.startsWith('`')) return <code key={part}>{part.slice(1, -1)}</code>
        if (!part.startsWith('[')) return part
        const [label = '', to = ''] = part.slice(1, -1).split('](')
        return (
          // The account page is outside of the admin frame.
          <Link key={part} to={to} reloadDocument={to === '/account'} className="underline">
            {label}
          </Link>
        )
      })}
    </p>
  )
}
