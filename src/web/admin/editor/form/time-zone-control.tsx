import { useIsLive } from '../../shell/live.tsx'
import { type ControlProps, sharedOf } from './controls.tsx'

/** Offers the names that the browser knows; the server takes any that it knows itself. */
export function TimeZoneControl(props: ControlProps) {
  const list = `${props.control.id}-list`
  const isLive = useIsLive()
  return (
    <>
      <input {...sharedOf(props)} type="text" autoComplete="off" spellCheck={false} list={list} />
      <datalist id={list}>
        {isLive && timeZones().map(({ name, label }) => <option key={name} value={name} label={label} />)}
      </datalist>
    </>
  )
}

/** The time zones that this browser knows, each with its city and what people call it. */
function timeZones(): { name: string; label: string }[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== own)
  return [own, ...others].map((name) => ({ name, label: name.replaceAll('_', ' ').split('/').reverse().join(', ') }))
}
