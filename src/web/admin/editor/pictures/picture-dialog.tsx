import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MediaPicture } from '../../../../contract/content/media.ts'
import { Button } from '../../shell/button.tsx'
import { Drawings, Library } from './library.tsx'
import { PictureDetails } from './picture-details.tsx'
import { UploadBox } from './upload-box.tsx'

type Props = {
  /** The label of the field. */
  of: string
  place: { width: number; height: number } | undefined
  /** What the field holds. */
  address: string
  onChoose: (address: string) => void
  onClose: () => void
}

const SOURCES = ['Library', 'Our drawings', 'An address'] as const

/** Where the picture of a field comes from: one's own disk, the library, our drawings, an address. */
export function PictureDialog({ of, place, address, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState<MediaPicture>()
  const [message, setMessage] = useState('')
  const [source, setSource] = useState<(typeof SOURCES)[number]>('Library')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const heading = useRef<HTMLHeadingElement>(null)
  const isDescribing = chosen !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading
  useEffect(() => heading.current?.focus(), [isDescribing])

  /** Closed by itself, the browser gives the focus back to the button. */
  function choose(chosenAddress: string) {
    onChoose(chosenAddress)
    dialog.current?.close()
  }
  return createPortal(
    <dialog ref={dialog} aria-labelledby="picture-dialog" onClose={onClose} className="picture-dialog">
      <div className="flex items-center gap-4 border-b border-rule px-5 py-3">
        <h2 id="picture-dialog" ref={heading} tabIndex={-1} className="grow text-heading font-semibold">
          {isDescribing ? 'About this picture' : `Choose a picture: ${of}`}
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
        <p role="status" className={message && isDescribing ? 'mb-4 font-semibold text-pine-deep' : 'sr-only'}>
          {isDescribing && message}
        </p>
        {chosen ? (
          <PictureDetails picture={chosen} place={place} onUse={choose} onBack={() => setChosen(undefined)} />
        ) : (
          <div className="grid gap-5">
            <UploadBox
              onAdded={(picture, said) => {
                setMessage(said)
                setChosen(picture)
              }}
            />
            <fieldset className="min-w-0">
              <legend className="sr-only">Or take one from</legend>
              <div className="switch">
                {SOURCES.map((one) => (
                  <label key={one}>
                    <input type="radio" name="picture-source" checked={one === source} onChange={() => setSource(one)} />
                    {one}
                  </label>
                ))}
              </div>
            </fieldset>
            <div className="min-h-60">{shown()}</div>
          </div>
        )}
      </div>
    </dialog>,
    document.body,
  )

  function shown(): ReactNode {
    if (source === 'Our drawings') return <Drawings onChoose={choose} />
    if (source === 'An address') return <AddressForm address={address} onChoose={choose} />
    return (
      <Library
        onChoose={(picture) => {
          setMessage('')
          setChosen(picture)
        }}
      />
    )
  }
}

/** Any address may be pasted; the field says where it shows no picture, and takes it all the same. */
function AddressForm({ address, onChoose }: Pick<Props, 'address' | 'onChoose'>) {
  const [typed, setTyped] = useState(address)
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        // Not for the editor's form, in which the dialog stands as far as React knows.
        event.stopPropagation()
        onChoose(typed.trim())
      }}
    >
      <label className="block grow basis-60 font-semibold">
        Address of a picture
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="control font-normal"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button type="submit">Use this address</Button>
    </form>
  )
}
