import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import {
  addMedia,
  changeMedia,
  listMedia,
  type MediaPicture,
  type MediaUse,
  removeMedia,
  restoreMedia,
  usesOfMedia,
} from '../../../../contract/content/media.ts'
import { FILE_PART } from '../../../../contract/grammar/endpoint.ts'
import { fieldId, hiddenField } from '../../../forms/field.tsx'
import { type FormAnswer, fileForm, formActions, pageForm } from '../../../forms/form-action.ts'
import { type ListPage, readListPage, readOrFailure } from '../../../lists/list-page.ts'
import { PagedPanel } from '../../../lists/paged-panel.tsx'
import { visitOf } from '../../../visit.ts'
import { UploadBox } from '../../editor/pictures/upload-box.tsx'
import { lastAnswer, SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { SearchBox } from '../../shell/search-form.tsx'
import { adminPaths } from '../../site-map.ts'
import { DESCRIBE, PictureRow, REMOVE } from './picture-row.tsx'
import { readUrl, type Shown, urlOf } from './pictures-url.ts'

const PAGE_SIZE = 20
const RESTORE = 'restore'
const UPLOAD = 'upload'

type Loaded = { shown: Shown; list: ListPage<MediaPicture>; uses: MediaUse[] }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readUrl(new URL(request.url).searchParams)
  const { page, search, uses: id } = shown
  const [list, uses] = await Promise.all([
    readListPage(page, PAGE_SIZE, (paging) => call(listMedia, { query: { ...paging, search } })),
    id ? readOrFailure(() => call(usesOfMedia, { params: { id } })) : [],
  ])
  return { shown, list, uses: 'problem' in uses ? [] : uses.filter(({ where }) => where !== 'history') }
}

const idField = { _id: hiddenField }

export const action = formActions({
  [UPLOAD]: fileForm(async (callWithForm) => ({ notice: (await callWithForm(addMedia)).message })),
  [DESCRIBE]: pageForm({ ...idField, alt: { type: 'text' } }, async ({ call, values }) => {
    await call(changeMedia, { params: { id: values._id }, body: { alt: values.alt } })
    return { notice: 'The description is saved.' }
  }),
  [REMOVE]: pageForm(idField, async ({ call, values }) => {
    await call(removeMedia, { params: { id: values._id } })
    return { notice: 'Deleted.' }
  }),
  [RESTORE]: pageForm(idField, async ({ call, values }) => ({
    notice: (await call(restoreMedia, { params: { id: values._id } })).message,
  })),
})

/** All pictures of the library, newest first: their descriptions, where they are used, and a way to be rid of them. */
export function Page() {
  const { shown, list, uses } = useLoaderData<Loaded>()
  const [added, setAdded] = useState('')
  const uploading = useSaving(UPLOAD)
  const describing = useSaving(DESCRIBE)
  const removing = useSaving(REMOVE)
  const restoring = useSaving(RESTORE)
  const { revalidate } = useRevalidator()
  useKeptFocus(removing, list, () => document.getElementById('undo-delete'))
  return (
    <AdminPage
      heading="Pictures"
      note="Newest first. Each is kept once, however often it is used."
      ground="paper"
      crumbs={[{ name: 'Setting', to: adminPaths.settings }, { name: 'Pictures' }]}
      aside={
        <SearchBox
          key={shown.search}
          action={adminPaths.pictures}
          words="Search the descriptions"
          search={shown.search}
          all={adminPaths.pictures}
        />
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        {useIsLive() ? (
          <UploadBox
            onAdded={(_, message) => {
              setAdded(message)
              void revalidate()
            }}
          />
        ) : (
          <noscript>
            <UploadForm />
          </noscript>
        )}
        <p role="status" className={added ? 'font-semibold text-pine-deep' : 'sr-only'}>
          {added}
        </p>
        <div className="form-in-panel grid gap-3">
          <SavingAnswer saving={uploading} />
          <SavingAnswer saving={describing} />
          <SavingAnswer saving={removing} />
          <SavingAnswer saving={restoring} />
          <UndoDelete removed={lastAnswer(removing)} restored={lastAnswer(restoring)} restoring={restoring} />
        </div>
        <PagedPanel
          title="All pictures"
          list={list}
          addressOf={(page) => urlOf({ ...shown, page, uses: undefined })}
          empty={
            shown.search ? (
              <p>
                No picture is described with “{shown.search}”. <Link to={adminPaths.pictures}>Show all</Link>
              </p>
            ) : (
              <p>There is no picture yet. Upload the first one, here or in any editor with a picture.</p>
            )
          }
        >
          {(pictures, _, heading) => (
            <ul aria-labelledby={heading}>
              {pictures.map((picture) => (
                <PictureRow
                  key={picture._id}
                  picture={picture}
                  shown={shown}
                  uses={picture._id === shown.uses ? uses : undefined}
                  describing={describing}
                  removing={removing}
                />
              ))}
            </ul>
          )}
        </PagedPanel>
      </div>
    </AdminPage>
  )
}

/** What the upload box does, sent by the browser itself; described in its row afterwards. */
function UploadForm() {
  const id = fieldId(UPLOAD, FILE_PART)
  return (
    <form method="post" encType="multipart/form-data" className="rounded-card border-2 border-dashed border-rule bg-paper p-4">
      <label htmlFor={id} className="font-semibold">
        A picture from your disk or your camera
      </label>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <input id={id} type="file" name={FILE_PART} accept="image/*" className="chosen-file" />
        <Button type="submit">Upload</Button>
      </div>
    </form>
  )
}

type UndoProps = {
  removed: FormAnswer | undefined
  restored: FormAnswer | undefined
  restoring: ReturnType<typeof useSaving>
}

/** Stands until the deleted picture is back, or another one was deleted. */
function UndoDelete({ removed, restored, restoring }: UndoProps) {
  const id = removed?.error === undefined && removed?.values._id
  const isBack = restored?.error === undefined && restored?.values._id === id
  if (!id || isBack) return null
  return (
    <SavingForm
      saving={restoring}
      className="flex flex-wrap items-center gap-3 rounded-card border border-pine bg-success-tint px-4 py-2 text-pine-deep"
    >
      <input type="hidden" name="_id" value={id} />
      <p className="grow font-semibold">Deleted. It can be brought back for 30 days.</p>
      <Button type="submit" id="undo-delete" look="outline">
        Undo
      </Button>
    </SavingForm>
  )
}
