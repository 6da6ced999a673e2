const iconPaths = {
  tick: 'm5 12.5 4.5 4.5L19.5 7',
  cross: 'M6 6l12 12M18 6 6 18',
  receipt: 'M6 3.5h12v17l-2.4-1.6-2.4 1.6-2.4-1.6-2.4 1.6L6 20.5zM9 8h6M9 12h6',
  leave: 'M10 4H4.5v16H10M9.5 12H20M16 8l4 4-4 4',
  right: 'M4 12h15M13 6l6 6-6 6',
  left: 'M20 12H5M11 6l-6 6 6 6',
  up: 'M12 20V5M6 11l6-6 6 6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  play: 'M7 4.5v15l13-7.5z',
  lock: 'M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11M12 14.5v2',
  warning: 'M12 4 2.8 20h18.4zM12 10v5M12 17.6v.01',
  card: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  dollar: 'M12 3.5v17M16.5 8c0-4-9-4-9 0s9 4 9 8-9 4-9 0',
  pin: 'M12 21s7-6.6 7-11.5a7 7 0 0 0-14 0C5 14.4 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  phone: 'M4 5c0-.6.4-1 1-1h3.2l1.6 4.2-2 1.5a12 12 0 0 0 6.5 6.5l1.5-2L20 15.8V19c0 .6-.4 1-1 1C10.7 20 4 13.3 4 5z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.5l3.5 2',
  mail: 'M3.5 5.5h17v13h-17zM4 6l8 7 8-7',
  facebook: 'M14 21v-8h2.8l.5-3.2H14V8c0-1 .4-1.6 1.7-1.6h1.7V3.5c-.5-.1-1.2-.2-2-.2-2.6 0-4.2 1.5-4.2 4.2v2.3H8.4V13h2.8v8z',
  instagram: 'M4 4h16v16H4zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16.7 7.3v.01',
  x: 'M4.5 4.5h4l11 15h-4zM19 4.5l-6 6.6M10.8 13.2 5 19.5',
  linkedin: 'M5.5 10v8.5M5.5 6v.01M10.5 18.5V10M10.5 14c0-5 8-5.3 8 0v4.5',
  youtube:
    'M3 8c0-1.5.8-2.3 2.3-2.4 4.4-.3 9-.3 13.4 0C20.2 5.7 21 6.5 21 8v8c0 1.5-.8 2.3-2.3 2.4-4.4.3-9 .3-13.4 0C3.8 18.3 3 17.5 3 16zM10 9v6l5-3z',
} as const

export type IconName = keyof typeof iconPaths

/** Renders a line icon in the text color. Screen readers skip it, so a control needs another name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  )
}
