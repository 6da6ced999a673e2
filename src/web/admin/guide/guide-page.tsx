import { AdminPage } from '../shell/admin-page.tsx'
import { type GuideChapterId, guideChapterIds } from '../shell/guide-chapter-for-each-screen.ts'
import { businessChapters } from './business-chapters.ts'
import { type GuideChapter, GuideChapterText } from './guide-chapter-text.tsx'
import { siteChapters } from './site-chapters.ts'

/** All chapters, in the order in which an owner needs them. */
export const guideChapters: Record<GuideChapterId, GuideChapter> = { ...siteChapters, ...businessChapters }

/** The size of every image in CSS pixels. `npm run guide` makes the images. */
export const GUIDE_IMAGE_SIZE = { width: 1120, height: 700 }

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

function ChapterSection({ id, title, imageAlt, text }: GuideChapter & { id: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-heading font-semibold">
        {title}
      </h2>
      <div className="mt-3 grid gap-3">
        <GuideChapterText text={text} />
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
