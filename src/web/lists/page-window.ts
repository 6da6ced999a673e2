/** The page numbers a pager offers: both ends, the neighbours of the current one, and `gap` for what is left out. */
export function pageWindow(current: number, last: number): (number | 'gap')[] {
  const near = [1, current - 1, current, current + 1, last]
  // A gap of a single page takes as much room as its number.
  if (current === 4) near.push(2)
  if (current === last - 3) near.push(last - 1)
  const shown = [...new Set(near)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return shown.flatMap((page, index) => (index > 0 && page - (shown[index - 1] ?? 0) > 1 ? ['gap' as const, page] : [page]))
}
