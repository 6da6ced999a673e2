import qrcode from 'qrcode-generator'

/** White modules around the code (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4

/** Renders a QR code on the server as one SVG path, without script and without an outside image. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const rows = Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => code.isDark(y, x)))
  const path = rows
    .map((row, y) =>
      findDarkRuns(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(''),
    )
    .join('')
  const viewBoxSize = size + 2 * QUIET_ZONE_MODULES
  return (
    <svg
      className="qr-code"
      viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${viewBoxSize} ${viewBoxSize}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** Returns the start and the length of each dark run in a row. */
function findDarkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}
