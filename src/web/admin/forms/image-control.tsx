import { Image, ImageOff } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { isSafeLink } from '../../../contract/text.ts'
import { ADDRESS, type ControlProps, controlProps } from './control-props.ts'
import { usePicture } from './use-picture.ts'

/** The address of a picture beside the picture itself. A broken address is mentioned, never refused. */
export function ImageControl(props: ControlProps) {
  const { editor, name, id, describedBy } = props
  const typed = useWatch({ control: editor.form.control, name }) ?? ''
  const { address, isBroken, ref } = usePicture(typed)
  const NoPicture = isBroken ? ImageOff : Image
  const hasPicture = address !== '' && isSafeLink(address)
  return (
    <div className="flex items-start gap-3">
      <div className="picture-box mt-1.5 grid h-24 w-29 flex-none place-items-center overflow-hidden rounded-field border border-rule bg-sand">
        {hasPicture && !isBroken ? (
          <img ref={ref} key={address} src={address} alt="" className="size-full object-contain" />
        ) : (
          <NoPicture className="size-6 text-survey" aria-hidden />
        )}
      </div>
      <div className="min-w-0 grow">
        <input
          {...controlProps(props)}
          {...ADDRESS}
          aria-describedby={[describedBy, isBroken && `${id}-picture`].filter(Boolean).join(' ') || undefined}
          className="control"
        />
        <p id={`${id}-picture`} role="status" className="mt-1 text-help text-warning">
          {hasPicture && isBroken && 'This address shows no picture. You can save it all the same.'}
        </p>
      </div>
    </div>
  )
}
