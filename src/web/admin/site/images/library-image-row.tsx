import { Trash2 } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { MediaImage, MediaUse } from '#contract/content/media.ts'
import { addFileNameToMediaUrl } from '#contract/content/media-urls.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { listRecordEditorPages } from '#contract/core/content-kind.ts'
import { buildListUrl, parsePageNumber } from '#web/lists/load-list-page.ts'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { adminPaths } from '../../admin-paths.ts'
import {
  type FormSubmission,
  PostButton,
  SubmissionError,
  SubmissionForm,
  useFormSubmission,
} from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { Thumbnail } from '../../shell/thumbnail.tsx'

/** Names a row's forms within their page. */
export const DESCRIBE_IMAGE_FORM_NAME = 'describe'
export const REMOVE_IMAGE_FORM_NAME = 'remove'

type Props = {
  image: MediaImage
  pageQuery: ImageLibraryQuery
  /** The image's uses, if the page lists them. */
  uses: readonly MediaUse[] | undefined
  removeSubmission: FormSubmission
}

export function LibraryImageRow({ image, pageQuery, uses, removeSubmission }: Props) {
  const { _id: id, url, thumbnail, alt, width, height, bytes, addedAt, fileName } = image
  const describeSubmission = useFormSubmission(DESCRIBE_IMAGE_FORM_NAME)
  const name = alt || fileName || `image of ${width} by ${height} pixels`
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 border-t border-rule-light px-4 py-4 sm:px-5">
      <a href={addFileNameToMediaUrl(url, fileName)} target="_blank" rel="noreferrer" className="block flex-none">
        <Thumbnail src={thumbnail} alt={`Open ${name}`} className="size-28" />
      </a>
      <div className="min-w-0 grow basis-64">
        {describeSubmission.answer?.values._id === id && <SubmissionError submission={describeSubmission} />}
        <SubmissionForm submission={describeSubmission} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="_id" value={id} />
          <label className="block max-w-140 grow basis-48 font-semibold">
            Description
            <input type="text" name="alt" defaultValue={alt} maxLength={300} className="control font-normal" />
          </label>
          <Button type="submit" look="outline" aria-disabled={describeSubmission.isBusy}>
            Save<span className="sr-only"> the description of {name}</span>
          </Button>
        </SubmissionForm>
        <p className="mt-2 text-muted wrap-anywhere">
          {fileName && `${fileName}, `}
          {width} by {height} pixels, {formatFileSize(bytes)}, added <DateTime at={addedAt} />
        </p>
        <ImageUses image={image} pageQuery={pageQuery} uses={uses} />
      </div>
      <PostButton submission={removeSubmission} values={{ _id: id }}>
        <Trash2 className="size-5" aria-hidden />
        Delete<span className="sr-only"> {name}</span>
      </PostButton>
    </li>
  )
}

/** Shows the number of uses. A link lists them. */
function ImageUses({ image: { _id: id, uses: count }, pageQuery, uses }: Pick<Props, 'image' | 'pageQuery' | 'uses'>) {
  if (!uses) {
    if (count === 0) return <p className="py-2 text-muted">Not used</p>
    return (
      <p>
        <Link
          to={buildImageLibraryUrl({ ...pageQuery, usesOfImageId: id })}
          preventScrollReset
          className="inline-block py-2 underline"
        >
          Used in {count === 1 ? '1 place' : `${count} places`}
        </Link>
      </p>
    )
  }
  return (
    <ul aria-label="Where it is used" className="mt-1">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.recordId} ${use.field} ${use.where}`}>
          <ImageUseLink use={use} />
          {use.where === 'draft' && ', in the draft'}
        </li>
      ))}
    </ul>
  )
}

/** Links the record's editor, or its list if the kind has a separate editor for some records. */
function ImageUseLink({ use: { kind, recordId, field } }: { use: MediaUse }) {
  const contentKind = contentKinds.find((candidate) => candidate.kind === kind)
  if (!contentKind) return kind
  const page = listRecordEditorPages(contentKind).find(({ when }) => !when)
  const to = page ? generatePath(page.path, { id: recordId }) : contentKind.editor.home
  return (
    <Link to={to} className="inline-block py-1.5 underline">
      {contentKind.title}: {contentKind.fields[field]?.label ?? field}
    </Link>
  )
}

/** The page's URL parameters. */
type ImageLibraryQuery = {
  page: number
  search: string
  /** The image that the page lists the uses of. */
  usesOfImageId?: string
}

export function parseImageLibraryQuery(params: URLSearchParams): ImageLibraryQuery {
  const usesOfImageId = params.get('uses') ?? undefined
  return { page: parsePageNumber(params), search: params.get('search')?.trim() ?? '', ...(usesOfImageId && { usesOfImageId }) }
}

/** Returns the page's URL without default values. */
export function buildImageLibraryUrl({ page, search, usesOfImageId }: Partial<ImageLibraryQuery>): string {
  return buildListUrl(adminPaths.images, { search, page, uses: usesOfImageId })
}
