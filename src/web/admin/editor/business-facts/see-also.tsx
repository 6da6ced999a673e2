import { Link } from 'react-router'
import type { ContentKind } from '../../../../contract/core/content-kind.ts'

/** The way to what people look for on this page and edit on another. */
export function SeeAlso({ contentKind: { editor } }: { contentKind: ContentKind }) {
  if (!editor.seeAlso) return null
  const { says, link, to } = editor.seeAlso
  return (
    <>
      {says}{' '}
      <Link to={to} className="inline-block py-0.5 text-ink underline">
        {link}
      </Link>
    </>
  )
}
