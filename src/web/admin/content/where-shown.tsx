import { publicPages } from '../../../contract/public-pages.ts'
import type { Section } from '../../../contract/section.ts'
import { MiniPage } from '../setting/mini-page.tsx'

/** Tells where visitors meet this section, with a way there. */
export function WhereShown({ section: { kind, shownOn } }: { section: Section }) {
  if (shownOn.length === 0) return null
  return (
    <aside aria-label="Where this shows" className="mt-8 flex max-w-160 items-start gap-5 border-t border-rule pt-6">
      <MiniPage kinds={[kind]} page={shownOn[0] ?? ''} />
      <div>
        <h2 className="font-semibold">Where this shows</h2>
        <p className="text-muted">
          Visitors see this on {new Intl.ListFormat('en-GB').format(shownOn).replace('Every', 'every')}.
        </p>
        <ul className="mt-1">
          {shownOn.map((name) => (
            <li key={name}>
              {/* A full load: public pages are documents of their own. */}
              <a href={addressOf(name)} className="inline-block py-1.5 underline">
                View {name === 'Every page' ? 'the site' : name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

/** The public page behind a name in `shownOn`; the home page for what is on every page. */
function addressOf(name: string): string {
  return publicPages.find((page) => page.name === name)?.path ?? '/'
}
