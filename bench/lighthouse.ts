import { isItemPath, itemPages } from '../src/contract/grammar/public-pages.ts'
import { budgets } from './budgets.ts'
import { type Audited, audit, launchForAudits, times } from './support/audit.ts'
import { publicPaths, scratchFolder, startProduct } from './support/product.ts'
import { median, ratioOf } from './support/rounds.ts'
import { startStaticPeer } from './support/static-peer.ts'
import { figureRow, type Row, ratioRow } from './support/table.ts'

const ROUNDS = 5
/** Audits that may fail, each with its reason. None does. */
const ACCEPTED: Readonly<Record<string, string>> = {}

/** Every public page through Lighthouse as a phone, and its largest paint against the same bytes from a static server. */
export async function lighthouse() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const chrome = await launchForAudits()
  const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`

  const pages: { path: string; audited: Audited }[] = []
  for (const path of await publicPaths(product)) {
    // The first view of a page renders it; visitors get the kept one.
    await fetch(at(product.port, path))
    pages.push({ path, audited: await audit(chrome, at(product.port, path)) })
  }
  const own = pages.flatMap(({ audited }) => audited.addresses).filter(({ port }) => port === String(product.port))
  const paths = new Set(own.map(({ pathname, search }) => pathname + search))
  const peer = await startStaticPeer(product, [...paths], folder.path)

  const rows = pages.flatMap(({ path, audited }) => rowsOf(path, audited))
  for (const path of onePerTemplate(pages.map(({ path }) => path))) {
    const ratios: number[] = []
    const deaf: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await times(chrome, at(product.port, path))
      deaf.push(ours.tbt)
      ratios.push(ours.lcp / (await times(chrome, at(peer.port, path))).lcp)
    }
    rows.push(figureRow(`${path} TBT`, median(deaf), budgets.tbt))
    rows.push(ratioRow(`${path} LCP against ${peer.name}`, ratioOf(ratios), budgets.lcp))
  }
  chrome.kill()
  await Promise.all([product.stop(), peer.stop()])
  folder.remove()
  return { title: 'every public page as a phone sees it, simulated slow 4G', rows }
}

/** Pages of records of one kind are alike to a clock: the first of them stands for all. */
function onePerTemplate(paths: readonly string[]): string[] {
  const templateOf = (path: string) => itemPages.find((page) => isItemPath(page, path))?.path ?? path
  return paths.filter((path, nth) => paths.findIndex((one) => templateOf(one) === templateOf(path)) === nth)
}

function rowsOf(path: string, { categories, lcp, cls }: Audited): Row[] {
  return [
    ...categories.map(({ name, score, failing }) => {
      const isKept = score === 100 || (failing.length > 0 && failing.every((id) => id in ACCEPTED))
      const note = failing.map((id) => (ACCEPTED[id] ? `${id} (${ACCEPTED[id]})` : id)).join(', ')
      return { ...figureRow(`${path} ${name}`, score, budgets.scores, note), isKept }
    }),
    figureRow(`${path} LCP`, lcp, { unit: ' ms' }),
    figureRow(`${path} CLS`, cls, budgets.cls),
  ]
}
