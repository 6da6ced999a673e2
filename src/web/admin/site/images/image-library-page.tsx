import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import {
  deleteMediaEndpoint,
  listMediaEndpoint,
  listMediaUsesEndpoint,
  undeleteMediaEndpoint,
  updateImageAltAndFocusEndpoint,
} from '#contract/content/media.ts'
import { createNamedFormsAction, defineForm, type FormAnswer } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { loadListPage } from '#web/lists/load-list-page.ts'
import { PagedPanel } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { loadOrReturnFailure } from '#web/temporary-failures.ts'
import { adminPaths } from '../../admin-paths.ts'
import { UploadBox } from '../../editor/images/upload-box.tsx'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button } from '../../shell/button.tsx'
import { SearchBox } from '../../shell/list-filters.tsx'
import {
  buildImageLibraryUrl,
  DESCRIBE_IMAGE_FORM_NAME,
  LibraryImageRow,
  parseImageLibraryQuery,
  REMOVE_IMAGE_FORM_NAME,
} from './library-image-row.tsx'

const PAGE_SIZE = 20
const RESTORE_FORM = 'restore'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const pageQuery = parseImageLibraryQuery(new URL(request.url).searchParams)
  const { page, search, usesOfImageId: id } = pageQuery
  const [list, uses] = await Promise.all([
    loadListPage(page, PAGE_SIZE, (paging) => call(listMediaEndpoint, { query: { ...paging, search } })),
    id ? loadOrReturnFailure(() => call(listMediaUsesEndpoint, { params: { id } })) : [],
  ])
  return { pageQuery, list, uses: 'problem' in uses ? [] : uses.filter(({ where }) => where !== 'history') }
}

const idField = { _id: hiddenFieldSpec }

export const action = createNamedFormsAction({
  [DESCRIBE_IMAGE_FORM_NAME]: defineForm({ ...idField, alt: { type: 'text' } }, async ({ call, values }) => {
    await call(updateImageAltAndFocusEndpoint, { params: { id: values._id }, body: { alt: values.alt } })
    return { notice: 'Description saved' }
  }),
  [REMOVE_IMAGE_FORM_NAME]: defineForm(idField, async ({ call, values }) => {
    await call(deleteMediaEndpoint, { params: { id: values._id } })
    return { notice: 'Deleted.' }
  }),
  [RESTORE_FORM]: defineForm(idField, async ({ call, values }) => ({
    notice: (await call(undeleteMediaEndpoint, { params: { id: values._id } })).message,
  })),
})

/** Lists the images of the library, newest first, with their descriptions and uses. */
export function Page() {
  const { pageQuery, list, uses } = useLoaderData<typeof loader>()
  const [uploadMessage, setUploadMessage] = useState('')
  const removeSubmission = useFormSubmission(REMOVE_IMAGE_FORM_NAME, list, () => document.getElementById('undo-delete'))
  const restoreSubmission = useFormSubmission(RESTORE_FORM)
  const { revalidate } = useRevalidator()
  return (
    <AdminPage
      heading="Images"
      note="All images on your site, newest first."
      crumbs={[{ name: 'All content', to: adminPaths.allContent }, { name: 'Images' }]}
      aside={
        <SearchBox key={pageQuery.search} action={adminPaths.images} searchLabel="Search your images" search={pageQuery.search} />
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <UploadBox
          onAdded={(_, message) => {
            setUploadMessage(message)
            void revalidate()
          }}
        />
        <p role="status" className={uploadMessage ? 'font-semibold text-pine-deep' : 'sr-only'}>
          {uploadMessage}
        </p>
        <div className="form-in-panel grid gap-3">
          <SubmissionError submission={removeSubmission} />
          <SubmissionError submission={restoreSubmission} />
          <UndoDeleteForm
            removeAnswer={removeSubmission.answer}
            restoreAnswer={restoreSubmission.answer}
            restoreSubmission={restoreSubmission}
          />
        </div>
        <PagedPanel
          title="All images"
          list={list}
          getPageUrl={(page) => buildImageLibraryUrl({ ...pageQuery, page, usesOfImageId: undefined })}
          emptyContent={
            pageQuery.search ? (
              <p>
                No image matches “{pageQuery.search}”. <Link to={adminPaths.images}>Show all</Link>
              </p>
            ) : (
              <p>No images yet. Upload the first one here or in an editor.</p>
            )
          }
        >
          {(images, _, heading) => (
            <ul aria-labelledby={heading}>
              {images.map((image) => (
                <LibraryImageRow
                  key={image._id}
                  image={image}
                  pageQuery={pageQuery}
                  uses={image._id === pageQuery.usesOfImageId ? uses : undefined}
                  removeSubmission={removeSubmission}
                />
              ))}
            </ul>
          )}
        </PagedPanel>
      </div>
    </AdminPage>
  )
}

type UndoProps = {
  removeAnswer: FormAnswer | undefined
  restoreAnswer: FormAnswer | undefined
  restoreSubmission: ReturnType<typeof useFormSubmission>
}

/** Offers Undo until the admin restores the image or deletes another. */
function UndoDeleteForm({ removeAnswer, restoreAnswer, restoreSubmission }: UndoProps) {
  const id = removeAnswer?.error === undefined && removeAnswer?.values._id
  const isRestored = restoreAnswer?.error === undefined && restoreAnswer?.values._id === id
  if (!id || isRestored) return null
  return (
    <SubmissionForm
      submission={restoreSubmission}
      className="flex flex-wrap items-center gap-3 rounded-card border border-pine bg-success-tint px-4 py-2 text-pine-deep"
    >
      <input type="hidden" name="_id" value={id} />
      <p className="grow font-semibold">Deleted. You can restore it for 30 days.</p>
      <Button type="submit" id="undo-delete" look="outline">
        Undo
      </Button>
    </SubmissionForm>
  )
}
