import { useEffect, useState } from 'react'
import { type ControlProps, getControlProps } from './field-controls.tsx'

/** Suggests the browser's time zone names. The server accepts every name that it knows. */
export function TimeZoneControl(props: ControlProps) {
  const listId = `${props.control.id}-list`
  const [zones, setZones] = useState<ReturnType<typeof listTimeZones>>([])
  // The server may know other names.
  useEffect(() => setZones(listTimeZones()), [])
  return (
    <>
      <input {...getControlProps(props)} type="text" autoComplete="off" spellCheck={false} list={listId} />
      <datalist id={listId}>
        {zones.map(({ name, label }) => (
          <option key={name} value={name} label={label} />
        ))}
      </datalist>
    </>
  )
}

/** Returns the time zones of this browser, its own first. The label puts the city first. */
function listTimeZones(): { name: string; label: string }[] {
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const others = Intl.supportedValuesOf('timeZone').filter((name) => name !== browserZone)
  return [browserZone, ...others].map((name) => ({ name, label: name.replaceAll('_', ' ').split('/').reverse().join(', ') }))
}
