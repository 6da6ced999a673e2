import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { MAX_LIBRARY_PIXELS, type MediaImage, uploadMediaEndpoint } from '#contract/content/media.ts'
import { callOverHttp, getCallErrorMessage } from '#web/call-over-http.ts'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { getButtonClass } from '../../shell/button.tsx'
import { shrinkImage } from './shrink-image.ts'

const { maxBytes } = uploadMediaEndpoint.upload

type Props = {
  /** `message` is the server's answer. */
  onAdded: (image: MediaImage, message: string) => void
}

/** Uploads an image that the admin chooses, drops here or pastes anywhere on the page. Phones offer the camera. */
export function UploadBox({ onAdded }: Props) {
  const id = useId()
  const [progressMessage, setProgressMessage] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isDraggedOver, setIsDraggedOver] = useState(false)

  async function uploadFile(file: File | undefined) {
    if (!file || progressMessage) return
    setProblem(undefined)
    setProgressMessage('Getting the image ready…')
    try {
      const uploadBlob = await shrinkImage(file)
      if (uploadBlob.size > maxBytes) throw new FileTooLargeError(uploadBlob.size)
      setProgressMessage(`Uploading ${formatFileSize(uploadBlob.size)}…`)
      const { message, record } = await callOverHttp(uploadMediaEndpoint, { body: { alt: '' }, file: uploadBlob, key: undefined })
      onAdded(record, message)
    } catch (error) {
      setProblem(error instanceof FileTooLargeError ? error.message : getCallErrorMessage(error))
    } finally {
      setProgressMessage(undefined)
    }
  }

  const uploadPastedFile = useEffectEvent((event: ClipboardEvent) => {
    const image = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!image) return
    event.preventDefault()
    void uploadFile(image)
  })
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => uploadPastedFile(event)
    addEventListener('paste', handlePaste)
    return () => removeEventListener('paste', handlePaste)
  }, [])

  const createDragHandler = (isOverBox: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsDraggedOver(isOverBox)
  }
  return (
    <section
      aria-label="Upload an image"
      onDragOver={createDragHandler(true)}
      onDragLeave={createDragHandler(false)}
      onDrop={(event) => {
        createDragHandler(false)(event)
        void uploadFile(event.dataTransfer.files[0])
      }}
      className={`rounded-card border-2 border-dashed p-4 ${isDraggedOver ? 'border-pine bg-mint' : 'border-rule bg-paper'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className={`${getButtonClass()} upload-button has-aria-disabled:opacity-70`}>
          <Upload className="size-5" aria-hidden />
          Upload an image
          <input
            type="file"
            accept="image/*"
            aria-describedby={`${id}-status`}
            aria-invalid={problem ? true : undefined}
            aria-disabled={progressMessage !== undefined}
            onChange={({ target }) => {
              void uploadFile(target.files?.[0])
              // Without this, choosing the same file again fires no event.
              target.value = ''
            }}
          />
        </label>
        <p className="text-muted">
          From your computer or camera, up to {maxBytes / 1024 ** 2} MB and {MAX_LIBRARY_PIXELS / 1e6} million pixels. You can
          also drop or paste an image here.
        </p>
      </div>
      <div id={`${id}-status`}>
        <p role="status" className={progressMessage ? 'mt-2 font-semibold' : ''}>
          {progressMessage}
        </p>
        <p role="alert" className={problem ? 'mt-2 font-semibold text-error-deep' : ''}>
          {problem}
        </p>
      </div>
    </section>
  )
}

class FileTooLargeError extends Error {
  constructor(bytes: number) {
    super(`This file is ${formatFileSize(bytes)}. The limit is ${formatFileSize(maxBytes)}: choose a smaller one.`)
  }
}
