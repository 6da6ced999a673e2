import { Trash2 } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { MediaPicture, MediaUse } from '../../../../contract/content/media.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import { recordPages } from '../../../../contract/grammar/content-kind.ts'
import { inMegabytes } from '../../editor/pictures/upload-box.tsx'
import { type Saving, SavingForm } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { Moment } from '../../shell/live.tsx'
import { Thumbnail } from '../../shell/thumbnail.tsx'
import { type Shown, urlOf } from './pictures-url.ts'

/** The forms of a row. */
export const DESCRIBE = 'describe'
export const REMOVE = 'remove'

type Props = {
  picture: MediaPicture
  shown: Shown
  /** Where it is used, if that is what the page shows. */
  uses: readonly MediaUse[] | undefined
  describing: Saving
  removing: Saving
}

/** One picture of the library. */
export function PictureRow({ picture, shown, uses, describing, removing }: Props) {
  const { _id: id, url, thumbnail, alt, width, height, bytes, addedAt } = picture
  const name = alt || `picture of ${width} by ${height} pixels`
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 border-t border-rule-light px-4 py-4 sm:px-5">
      <a href={url} target="_blank" rel="noreferrer" className="block flex-none">
        <Thumbnail src={thumbnail} alt={`Open ${name}`} className="size-28" />
      </a>
      <div className="min-w-0 grow basis-64">
        <SavingForm saving={describing} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="_id" value={id} />
          <label className="block max-w-140 grow basis-48 font-semibold">
            Description
            <input type="text" name="alt" defaultValue={alt} maxLength={300} className="control font-normal" />
          </label>
          <Button type="submit" look="outline">
            Save<span className="sr-only"> the description of {name}</span>
          </Button>
        </SavingForm>
        <p className="mt-2 text-muted">
          {width} by {height} pixels, {inMegabytes(bytes)}, added <Moment at={addedAt} />
        </p>
        <noscript>
          <p className="wrap-anywhere">Its address, for an editor: {url}</p>
        </noscript>
        <Uses picture={picture} shown={shown} uses={uses} />
      </div>
      <SavingForm saving={removing}>
        <input type="hidden" name="_id" value={id} />
        <Button type="submit" look="outline">
          <Trash2 className="size-5" aria-hidden />
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </SavingForm>
    </li>
  )
}

/** "Used in 3 places", and which ones once that is asked for. */
function Uses({ picture: { _id: id, uses: count }, shown, uses }: Pick<Props, 'picture' | 'shown' | 'uses'>) {
  if (!uses) {
    if (count === 0) return <p className="py-2 text-muted">Used nowhere</p>
    return (
      <p>
        <Link to={urlOf({ ...shown, uses: id })} preventScrollReset className="inline-block py-2 underline">
          Used in {count === 1 ? '1 place' : `${count} places`}
        </Link>
      </p>
    )
  }
  return (
    <ul aria-label="Where it is used" className="mt-1">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.recordId} ${use.field} ${use.where}`}>
          <Place use={use} />
          {use.where === 'draft' && ', in the draft'}
        </li>
      ))}
    </ul>
  )
}

/** The editor of the record, or of its list where the record's own is not told by its kind alone. */
function Place({ use: { kind, recordId, field } }: { use: MediaUse }) {
  const contentKind = contentKinds.find((one) => one.kind === kind)
  if (!contentKind) return kind
  const page = recordPages(contentKind).find(({ when }) => !when)
  const to = page ? generatePath(page.path, { id: recordId }) : contentKind.editor.home
  return (
    <Link to={to} className="inline-block py-1.5 underline">
      {contentKind.title}: {contentKind.fields[field]?.label ?? field}
    </Link>
  )
}
