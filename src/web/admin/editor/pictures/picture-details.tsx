import { type PointerEvent, useId, useState } from 'react'
import { changeMedia, cropMedia, type MediaPicture } from '../../../../contract/content/media.ts'
import { callOverHttp, sentenceOf } from '../../../call.ts'
import { Field } from '../../../forms/field.tsx'
import { Button } from '../../shell/button.tsx'
import { centredOn, type Part, regionOf, SMALLEST_PART, WHOLE } from './region.ts'
import { inMegabytes } from './upload-box.tsx'

/** Above this a picture is slow on a phone, in bytes. */
const HEAVY = 300_000

type Size = { width: number; height: number }
type Point = { x: number; y: number }
type Props = {
  picture: MediaPicture
  /** The box that it will fill; without one there is nothing to crop. */
  place: Size | undefined
  onUse: (address: string) => void
  onBack: () => void
}

/** Before a picture is used: what it shows in words, which part of it, and what of it stays in view. */
export function PictureDetails({ picture, place, onUse, onBack }: Props) {
  const id = useId()
  const [alt, setAlt] = useState(picture.alt)
  const [focus, setFocus] = useState<Point>({ x: picture.focusX, y: picture.focusY })
  const [part, setPart] = useState<Part>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function use() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      onUse(await saveDetails({ picture, place, alt, focus, part }))
    } catch (error) {
      setProblem(sentenceOf(error))
      setIsBusy(false)
    }
  }

  const region = part && place && regionOf(picture, place, part)
  function point(at: Point) {
    if (region && part) setPart({ ...part, ...centredOn(picture, region, at) })
    else setFocus({ x: tenth(at.x / picture.width), y: tenth(at.y / picture.height) })
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        // Not for the editor's form, in which the dialog stands as far as React knows.
        event.stopPropagation()
        if (!isBusy) void use()
      }}
    >
      <Preview picture={picture} region={region} focus={focus} onPoint={point} />
      {picture.bytes > HEAVY && (
        <p className="rounded-field bg-warning-tint px-4 py-2 text-warning">
          This picture has {inMegabytes(picture.bytes)}. Visitors get a smaller form of it as soon as that is made; one under 300
          KB is quick at once.
        </p>
      )}
      <Field
        id={`${id}-alt`}
        label="Description"
        isOptional
        help="What the picture shows, for those who cannot see it. Asked for once, and kept with the picture."
      >
        {(control) => (
          <input
            {...control}
            type="text"
            value={alt}
            maxLength={300}
            onChange={({ target }) => setAlt(target.value)}
            className="control"
          />
        )}
      </Field>
      {place && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-pine"
            checked={part !== undefined}
            onChange={({ target }) => setPart(target.checked ? WHOLE : undefined)}
          />
          Cut out a part in the shape of its place, {place.width} by {place.height}
        </label>
      )}
      <Sliders part={part} focus={focus} onPart={setPart} onFocus={setFocus} />
      <p role="alert" className={problem ? 'font-semibold text-error-deep' : 'sr-only'}>
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Use this picture'}
        </Button>
        <Button look="outline" onClick={onBack}>
          Choose another
        </Button>
      </div>
    </form>
  )
}

type Details = Pick<Props, 'picture' | 'place'> & { alt: string; focus: Point; part: Part | undefined }

/** Saves what was changed of the picture, and returns the address of the picture or of its part. */
async function saveDetails({ picture, place, alt, focus, part }: Details): Promise<string> {
  const params = { id: picture._id }
  const changed = {
    ...(alt.trim() !== picture.alt && { alt }),
    ...(focus.x !== picture.focusX && { focusX: focus.x }),
    ...(focus.y !== picture.focusY && { focusY: focus.y }),
  }
  if (Object.keys(changed).length > 0) await callOverHttp(changeMedia, { params, body: changed })
  if (!part || !place) return picture.url
  return (await callOverHttp(cropMedia, { params, body: regionOf(picture, place, part) })).record.url
}

type SlidersProps = {
  part: Part | undefined
  focus: Point
  onPart: (part: Part) => void
  onFocus: (focus: Point) => void
}

/** Set the part that is cut out, or the point that stays in view. */
function Sliders({ part, focus, onPart, onFocus }: SlidersProps) {
  if (part) {
    return (
      <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <legend className="font-semibold">The part</legend>
        <Slider label="Size" value={part.size} least={SMALLEST_PART} onChange={(size) => onPart({ ...part, size })} />
        <Slider label="From left to right" value={part.x} onChange={(x) => onPart({ ...part, x })} />
        <Slider label="From top to bottom" value={part.y} onChange={(y) => onPart({ ...part, y })} />
      </fieldset>
    )
  }
  return (
    <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend className="font-semibold">What stays in view where there is little room</legend>
      <Slider label="From left to right" value={focus.x} step={10} onChange={(x) => onFocus({ ...focus, x })} />
      <Slider label="From top to bottom" value={focus.y} step={10} onChange={(y) => onFocus({ ...focus, y })} />
    </fieldset>
  )
}

type PreviewProps = {
  picture: MediaPicture
  region: ReturnType<typeof regionOf> | undefined
  focus: Point
  onPoint: (at: Point) => void
}

/** The whole picture; over it the part that was chosen, or the point that stays in view. */
function Preview({ picture: { url, width, height }, region, focus, onPoint }: PreviewProps) {
  const thin = Math.max(width, height) / 200
  function take({ currentTarget: svg, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse())
    onPoint({ x: at.x, y: at.y })
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      // The sliders do the same by keyboard.
      role="img"
      aria-label="The picture"
      className="max-h-72 w-full touch-none bg-sand"
      onPointerDown={take}
      onPointerMove={(event) => event.buttons === 1 && take(event)}
    >
      <image href={url} width={width} height={height} />
      {region ? (
        <>
          <path
            d={`M0 0h${width}v${height}h${-width}z M${region.left} ${region.top}v${region.height}h${region.width}v${-region.height}z`}
            className="fill-night/60"
          />
          <rect
            x={region.left}
            y={region.top}
            width={region.width}
            height={region.height}
            fill="none"
            stroke="#fff"
            strokeWidth={thin}
          />
        </>
      ) : (
        <circle
          cx={(width * focus.x) / 100}
          cy={(height * focus.y) / 100}
          r={thin * 4}
          strokeWidth={thin}
          className="fill-brick stroke-white"
        />
      )}
    </svg>
  )
}

type SliderProps = { label: string; value: number; least?: number; step?: number; onChange: (value: number) => void }

function Slider({ label, value, least = 0, step = 1, onChange }: SliderProps) {
  return (
    <label className="block text-muted">
      {label}
      <input
        type="range"
        min={least}
        max={100}
        step={step}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="block min-h-11 w-full accent-pine"
      />
    </label>
  )
}

/** In percent, as the pages know it. */
function tenth(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 10) * 10
}
