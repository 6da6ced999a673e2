import type { Card } from './cards.ts'
import { EditorCard } from './editor-card.tsx'

type Props = {
  id: string
  title: string
  note: string
  cards: readonly Card[]
  /** More than two cards: on a wide window the group takes the whole width. */
  isWide: boolean
}

/** A group of the menu; the sidebar leads to its heading. */
export function EditorGroup({ id, title, note, cards, isWide }: Props) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className={`mt-8 ${isWide ? 'min-[90rem]:col-span-2' : ''}`}>
      <div className="flex flex-wrap items-baseline gap-x-3 border-t border-ink py-4">
        <h2 id={id} tabIndex={-1} className="text-heading font-semibold">
          {title}
        </h2>
        <p className="text-muted">{note}</p>
      </div>
      <ul
        className={`grid gap-4 sm:grid-cols-2 xl:grid-cols-3 ${isWide ? 'min-[90rem]:grid-cols-4' : 'min-[90rem]:grid-cols-2'}`}
      >
        {cards.map((card) => (
          <EditorCard key={card.path} card={card} />
        ))}
      </ul>
    </section>
  )
}
