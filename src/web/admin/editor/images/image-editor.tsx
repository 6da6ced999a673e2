import { type PointerEvent, useId, useState } from 'react'
import { cropMediaEndpoint, type MediaImage, updateImageAltAndFocusEndpoint } from '#contract/content/media.ts'
import { callOverHttp, getCallErrorMessage } from '#web/call-over-http.ts'
import { LabeledField } from '#web/forms/form-field.tsx'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { Button, SubmitButton } from '../../shell/button.tsx'
import {
  type CropSizeAndPosition,
  centerCropOnPoint,
  computeCropRegion,
  LARGEST_CENTERED_CROP,
  MIN_CROP_PERCENT,
} from './crop-region.ts'

/** A larger image gets a warning, because it loads slowly on a phone. */
const LARGE_FILE_BYTES = 300_000

type Size = { width: number; height: number }
type Point = { x: number; y: number }
type Props = {
  sourceImage: MediaImage
  /** The size of the place that shows the image. Without one, the image can't be cropped. */
  targetSize: Size | undefined
  onUse: (url: string) => void
  onBack: () => void
}

/** Edits the description, the crop and the focus point of an image before the field uses it. */
export function ImageEditor({ sourceImage, targetSize, onUse, onBack }: Props) {
  const id = useId()
  const [alt, setAlt] = useState(sourceImage.alt)
  const [focusPoint, setFocusPoint] = useState<Point>({ x: sourceImage.focusX, y: sourceImage.focusY })
  const [crop, setCrop] = useState<CropSizeAndPosition>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function saveAndUse() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      onUse(await saveImageEdits({ sourceImage, targetSize, alt, focusPoint, crop }))
    } catch (error) {
      setProblem(getCallErrorMessage(error))
      setIsBusy(false)
    }
  }

  const region = crop && targetSize && computeCropRegion(sourceImage, targetSize, crop)
  function movePoint(position: Point) {
    if (region && crop) setCrop({ ...crop, ...centerCropOnPoint(sourceImage, region, position) })
    else
      setFocusPoint({
        x: roundToTenPercent(position.x / sourceImage.width),
        y: roundToTenPercent(position.y / sourceImage.height),
      })
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        // React would bubble the event to the editor's form, which renders the dialog's portal.
        event.stopPropagation()
        if (!isBusy) void saveAndUse()
      }}
    >
      <CropPreview sourceImage={sourceImage} region={region} focusPoint={focusPoint} onPointChange={movePoint} />
      {sourceImage.bytes > LARGE_FILE_BYTES && (
        <p className="rounded-field bg-warning-tint px-4 py-2 text-warning">
          Large image ({formatFileSize(sourceImage.bytes)}). We’ll make a smaller version for visitors.
        </p>
      )}
      <LabeledField
        id={`${id}-alt`}
        label="Description"
        isOptional
        help="What the image shows, for people who can’t see it. We keep it with the image."
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
      </LabeledField>
      {targetSize && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-pine"
            checked={crop !== undefined}
            onChange={({ target }) => setCrop(target.checked ? LARGEST_CENTERED_CROP : undefined)}
          />
          Crop to fit, {targetSize.width} by {targetSize.height}
        </label>
      )}
      {crop ? (
        <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <legend className="font-semibold">Crop area</legend>
          <Slider label="Size" value={crop.size} minValue={MIN_CROP_PERCENT} onChange={(size) => setCrop({ ...crop, size })} />
          <Slider label="Left to right" value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
          <Slider label="Top to bottom" value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
        </fieldset>
      ) : (
        <FocusChoice focusPoint={focusPoint} onChange={setFocusPoint} />
      )}
      <p role="alert" className={problem ? 'font-semibold text-error-deep' : 'sr-only'}>
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} label="Use this image" />
        <Button look="outline" onClick={onBack}>
          Choose another
        </Button>
      </div>
    </form>
  )
}

type ImageEdits = Pick<Props, 'sourceImage' | 'targetSize'> & {
  alt: string
  focusPoint: Point
  crop: CropSizeAndPosition | undefined
}

/** Saves the changes and returns the URL of the image, or of its cropped copy. */
async function saveImageEdits({ sourceImage, targetSize, alt, focusPoint, crop }: ImageEdits): Promise<string> {
  const params = { id: sourceImage._id }
  const changedFields = {
    ...(alt.trim() !== sourceImage.alt && { alt }),
    ...(focusPoint.x !== sourceImage.focusX && { focusX: focusPoint.x }),
    ...(focusPoint.y !== sourceImage.focusY && { focusY: focusPoint.y }),
  }
  if (Object.keys(changedFields).length > 0) await callOverHttp(updateImageAltAndFocusEndpoint, { params, body: changedFields })
  if (!crop || !targetSize) return sourceImage.url
  return (await callOverHttp(cropMediaEndpoint, { params, body: computeCropRegion(sourceImage, targetSize, crop) })).record.url
}

/** The nine places that the choice offers are 50 percent apart. */
const FOCUS_ROWS = ['Top', 'Middle', 'Bottom']
const FOCUS_COLUMNS = ['left', 'center', 'right']

/** Chooses what stays in view where the page crops the image. A click on the image sets any other place. */
function FocusChoice({ focusPoint, onChange }: { focusPoint: Point; onChange: (focusPoint: Point) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="font-semibold">Focal point</legend>
      <p className="text-help text-muted">
        This part stays visible when phones and wide screens cut off the edges. Click the image, or choose a part.
      </p>
      <div className="mt-2 grid w-max grid-cols-3 gap-1">
        {FOCUS_ROWS.map((row, rowIndex) =>
          FOCUS_COLUMNS.map((column, columnIndex) => (
            <label
              key={`${row} ${column}`}
              className="grid size-11 cursor-pointer place-items-center rounded-field border border-rule bg-white hover:border-ink"
            >
              <input
                type="radio"
                name={name}
                className="size-5 accent-pine"
                aria-label={row === 'Middle' && column === 'center' ? 'Center' : `${row} ${column}`}
                checked={focusPoint.x === columnIndex * 50 && focusPoint.y === rowIndex * 50}
                onChange={() => onChange({ x: columnIndex * 50, y: rowIndex * 50 })}
              />
            </label>
          )),
        )}
      </div>
    </fieldset>
  )
}

type CropPreviewProps = {
  sourceImage: MediaImage
  region: ReturnType<typeof computeCropRegion> | undefined
  focusPoint: Point
  onPointChange: (position: Point) => void
}

/** Shows the whole image with the crop or the focus point over it. */
function CropPreview({ sourceImage: { url, width, height }, region, focusPoint, onPointChange }: CropPreviewProps) {
  const lineWidth = Math.max(width, height) / 200
  function handlePointer({ currentTarget: svg, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const position = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse())
    onPointChange({ x: position.x, y: position.y })
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      // The sliders and the choice below do the same by keyboard.
      role="img"
      aria-label="The image"
      className="max-h-72 w-full touch-none bg-sand"
      onPointerDown={handlePointer}
      onPointerMove={(event) => event.buttons === 1 && handlePointer(event)}
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
            strokeWidth={lineWidth}
          />
        </>
      ) : (
        <circle
          cx={(width * focusPoint.x) / 100}
          cy={(height * focusPoint.y) / 100}
          r={lineWidth * 4}
          strokeWidth={lineWidth}
          className="fill-brick stroke-white"
        />
      )}
    </svg>
  )
}

type SliderProps = { label: string; value: number; minValue?: number; onChange: (value: number) => void }

function Slider({ label, value, minValue = 0, onChange }: SliderProps) {
  return (
    <label className="block text-muted">
      {label}
      <input
        type="range"
        min={minValue}
        max={100}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="block min-h-11 w-full accent-pine"
      />
    </label>
  )
}

/** Returns a percentage in steps of 10, the precision of focus points. */
function roundToTenPercent(fraction: number): number {
  return Math.round(Math.min(1, Math.max(0, fraction)) * 10) * 10
}
