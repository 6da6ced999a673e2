import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MediaImage } from '#contract/content/media.ts'
import { Button } from '../../shell/button.tsx'
import { ImageEditor } from './image-editor.tsx'
import { IllustrationPicker, LibraryImagePicker } from './image-pickers.tsx'
import { UploadBox } from './upload-box.tsx'

type Props = {
  fieldLabel: string
  targetSize: { width: number; height: number } | undefined
  /** The field's current value. */
  url: string
  onChoose: (url: string) => void
  onClose: () => void
}

const SOURCES = ['Library', 'Illustrations', 'Image URL'] as const

/** Chooses an image for a field: an upload, a library image, an illustration or any URL. */
export function ImagePickerDialog({ fieldLabel, targetSize, url, onChoose, onClose }: Props) {
  /** `message` is the server's answer to an upload. */
  const [chosen, setChosen] = useState<{ image: MediaImage; message: string }>()
  const [source, setSource] = useState<(typeof SOURCES)[number]>('Library')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const heading = useRef<HTMLHeadingElement>(null)
  const hasChosenImage = chosen !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading
  useEffect(() => heading.current?.focus(), [hasChosenImage])

  /** Closes with the dialog's own method, so that the browser returns the focus to the button. */
  function chooseUrl(chosenUrl: string) {
    onChoose(chosenUrl)
    dialog.current?.close()
  }
  return createPortal(
    <dialog ref={dialog} aria-labelledby="image-dialog" onClose={onClose} className="image-dialog">
      <div className="flex items-center gap-4 border-b border-rule px-5 py-3">
        <h2 id="image-dialog" ref={heading} tabIndex={-1} className="grow text-heading font-semibold">
          {hasChosenImage ? 'About this image' : `Choose an image: ${fieldLabel}`}
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="grid size-11 flex-none place-items-center rounded-field hover:bg-paper"
          onClick={() => dialog.current?.close()}
        >
          <X className="size-5" aria-hidden />
        </button>
      </div>
      <div className="p-5">
        <p role="status" className={chosen?.message ? 'mb-4 font-semibold text-pine-deep' : 'sr-only'}>
          {chosen?.message}
        </p>
        {chosen ? (
          <ImageEditor sourceImage={chosen.image} targetSize={targetSize} onUse={chooseUrl} onBack={() => setChosen(undefined)} />
        ) : (
          <div className="grid gap-5">
            <UploadBox
              // An image that the admin has chosen during the upload stays.
              onAdded={(image, message) => setChosen((current) => current ?? { image, message })}
            />
            <fieldset className="min-w-0">
              <legend className="sr-only">Or choose one from</legend>
              <div className="switch">
                {SOURCES.map((name) => (
                  <label key={name}>
                    <input type="radio" name="picture-source" checked={name === source} onChange={() => setSource(name)} />
                    {name}
                  </label>
                ))}
              </div>
            </fieldset>
            <div className="min-h-60">{renderSource()}</div>
          </div>
        )}
      </div>
    </dialog>,
    document.body,
  )

  function renderSource(): ReactNode {
    if (source === 'Illustrations') return <IllustrationPicker onChoose={chooseUrl} />
    if (source === 'Image URL') return <ImageUrlForm url={url} onChoose={chooseUrl} />
    return <LibraryImagePicker onChoose={(image) => setChosen({ image, message: '' })} />
  }
}

/** Accepts any URL. The field warns if it shows no image (P-14). */
function ImageUrlForm({ url, onChoose }: Pick<Props, 'url' | 'onChoose'>) {
  const [typedUrl, setTypedUrl] = useState(url)
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        // React would bubble the event to the editor's form, which renders the dialog's portal.
        event.stopPropagation()
        onChoose(typedUrl.trim())
      }}
    >
      <label className="block grow basis-60 font-semibold">
        URL of the image
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="control font-normal"
          value={typedUrl}
          onChange={({ target }) => setTypedUrl(target.value)}
        />
      </label>
      <Button type="submit">Use this URL</Button>
    </form>
  )
}
