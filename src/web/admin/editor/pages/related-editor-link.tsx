import { Link } from 'react-router'
import type { ContentKind } from '#contract/core/content-kind.ts'

/** Links to the other editor that admins often look for on this page. */
export function RelatedEditorLink({ contentKind: { editor } }: { contentKind: ContentKind }) {
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
