/** A block of the map in px before it is enlarged. The brand illustrations use the same size. */
const BLOCK = { width: 112, height: 70, street: 16 }
const LOTS = [6, 5, 7]
const COLUMNS = 9
const ROWS = 11

/** The highlighted lot: its block in the grid. */
const HIGHLIGHTED_LOT = { column: 4, row: 5 }

/**
 * Renders the brand's town map, rotated by 13 degrees, with the highlighted lot at the origin. `crop` selects another part
 * for each page.
 */
export function renderTownMap(crop: number): string {
  const blocks = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const column = index % COLUMNS
    const row = Math.floor(index / COLUMNS)
    const kind = isPark(column, row, crop)
      ? 'park'
      : `block${(column * 3 + row * 5 + crop * 7 + ((column * row) % 4)) % LOTS.length}`
    return `<use href="#${kind}" x="${(column - HIGHLIGHTED_LOT.column) * (BLOCK.width + BLOCK.street) - 68}" y="${(row - HIGHLIGHTED_LOT.row) * (BLOCK.height + BLOCK.street) - 52}"/>`
  })
  return `<defs>${LOTS.map(renderBlock).join('')}${PARK}</defs>
<g transform="rotate(-13)">${blocks.join('')}
<path d="M-12-17h24v34h-24z" fill="#e3f1eb" stroke="#0b5f4c" stroke-width="3"/></g>
${renderRiver(crop)}`
}

/** Renders lots on both sides of a back line, each with the footprint of its house. */
function renderBlock(lots: number, kind: number): string {
  const { width, height } = BLOCK
  const lot = width / lots
  const lines = Array.from({ length: lots - 1 }, (_, index) => `M${((index + 1) * lot).toFixed(1)} 0v${height}`).join('')
  const houses = Array.from({ length: lots * 2 }, (_, index) => {
    const left = (index % lots) * lot + 3
    // Neighbors differ, and every machine renders the same map.
    const houseWidth = lot - 6 - ((index * 5 + kind * 3) % 4)
    const houseDepth = 15 + ((index * 7 + kind * 4) % 6)
    return `M${left.toFixed(1)} ${index < lots ? 5 : height - 5 - houseDepth}h${houseWidth.toFixed(1)}v${houseDepth}h-${houseWidth.toFixed(1)}z`
  }).join('')
  return `<g id="block${kind}"><path d="M0 0h${width}v${height}H0z" fill="#fff" stroke="#d8cdbb"/>
<path d="M0 ${height / 2}h${width}${lines}" stroke="#e7dfd2"/><path d="${houses}" fill="#f0e9dc" stroke="#cfc2ac" stroke-width=".7"/></g>`
}

const TREES = [
  [16, 14],
  [30, 22],
  [22, 48],
  [58, 16],
  [88, 20],
  [96, 32],
  [84, 52],
  [62, 54],
]

const PARK = `<g id="park" fill="#e3efe4" stroke="#9dbba5"><path d="M0 0h112v70H0z"/>${TREES.map(
  ([x, y], index) => `<circle cx="${x}" cy="${y}" r="${5 + (index % 3)}"/>`,
).join('')}</g>`

function isPark(column: number, row: number, crop: number): boolean {
  return row === HIGHLIGHTED_LOT.row - 3 + (crop % 3) - (crop % 2) && column === HIGHLIGHTED_LOT.column + (crop % 2 ? -1 : 1)
}

/** The river passes above or below the highlighted lot, from the left or the right. */
function renderRiver(crop: number): string {
  const bend = `M-420 ${crop % 2 ? -250 : 96}c160-50 230 70 390 50s270-${crop % 3 ? 120 : 40} 430-${crop % 3 ? 90 : 20}`
  return `<g fill="none" stroke="#b7cdc8"><path d="${bend}" stroke-width="53"/><path d="${bend}" stroke="#dde8e6" stroke-width="50"/>
<path d="${bend}" stroke-dasharray="40 14"/></g>`
}
