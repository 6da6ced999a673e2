import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { addMedia, type MediaPicture } from '../../../../contract/content/media.ts'
import { callOverHttp, sentenceOf } from '../../../call.ts'
import { buttonClass } from '../../shell/button.tsx'
import { shrunk } from './shrink.ts'

const { maxBytes } = addMedia.upload
const MB = 1024 * 1024

type Props = {
  /** `message` is what the server said of it. */
  onAdded: (picture: MediaPicture, message: string) => void
}

/** Takes a picture into the library: chosen (a phone offers its camera), dropped, or pasted anywhere on the page. */
export function UploadBox({ onAdded }: Props) {
  const id = useId()
  const [step, setStep] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file || step) return
    setProblem(undefined)
    setStep('Getting the picture ready…')
    try {
      const sent = await shrunk(file)
      if (sent.size > maxBytes) throw new TooLarge(sent.size)
      setStep(`Uploading ${inMegabytes(sent.size)}…`)
      const { message, record } = await callOverHttp(addMedia, { body: { alt: '' }, file: sent, key: undefined })
      onAdded(record, message)
    } catch (error) {
      setProblem(error instanceof TooLarge ? error.message : sentenceOf(error))
    } finally {
      setStep(undefined)
    }
  }

  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!picture) return
    event.preventDefault()
    void take(picture)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => takePasted(event)
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])

  const over = (isHere: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isHere)
  }
  return (
    <section
      aria-label="Upload a picture"
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        void take(event.dataTransfer.files[0])
      }}
      className={`rounded-card border-2 border-dashed p-4 ${isOver ? 'border-pine bg-mint' : 'border-rule bg-paper'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className={`${buttonClass()} upload-button`} aria-disabled={step !== undefined}>
          <Upload className="size-5" aria-hidden />
          Upload a picture
          <input
            type="file"
            accept="image/*"
            aria-describedby={`${id}-said`}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => {
              void take(target.files?.[0])
              // The same file may be chosen again.
              target.value = ''
            }}
          />
        </label>
        <p className="text-muted">From your disk or your camera; or drop one here, or paste it.</p>
      </div>
      <div id={`${id}-said`}>
        <p role="status" className={step ? 'mt-2 font-semibold' : ''}>
          {step}
        </p>
        <p role="alert" className={problem ? 'mt-2 font-semibold text-error-deep' : ''}>
          {problem}
        </p>
      </div>
    </section>
  )
}

/** A number of bytes for people. */
export function inMegabytes(bytes: number): string {
  return bytes < MB ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MB).toFixed(1)} MB`
}

class TooLarge extends Error {
  constructor(bytes: number) {
    super(`This file has ${inMegabytes(bytes)}; a picture may have ${inMegabytes(maxBytes)}. Choose a smaller one.`)
  }
}
