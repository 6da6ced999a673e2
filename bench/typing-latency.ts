import type { BrowserContext, Page } from 'playwright-core'
import { contentKinds } from '../src/contract/content-kinds.ts'
import { type ContentKind, findEditorPageForRecord } from '../src/contract/core/content-kind.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { budgets } from './budget-definitions.ts'
import { median } from './support/compare-servers.ts'
import { createScratchFolder, signInAsAdmin, startProduct, toBrowserCookies } from './support/product-server.ts'
import { buildFigureRow, type ReportRow } from './support/report-table.ts'

const FORM_COUNT = 3
const TYPED_TEXT = 'Found street by street, as fast as it is typed.'
/** Milliseconds between two keys of a quick typist. */
const KEY_INTERVAL = 80
const SLOWDOWNS = [1, 4]

/** Milliseconds from a key to the form's next frame, and to the letter in the preview. */
type KeyTiming = { frame: number; preview?: number }

/** Measures typing in the largest forms beside the live preview (docs/decisions/0046). */
export async function benchmarkTyping() {
  const folder = createScratchFolder()
  const product = await startProduct(folder.path)
  const origin = `http://127.0.0.1:${product.port}`
  const cookie = await signInAsAdmin(product)
  const browser = await launchChromium()
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 1000 } })
  await context.addCookies(toBrowserCookies(origin, cookie))
  const rows: ReportRow[] = []
  for (const contentKind of findLargestForms()) {
    for (const slowdown of SLOWDOWNS)
      rows.push(...buildRows(contentKind, slowdown, await measureTyping(contentKind, slowdown, context)))
  }
  await browser.close()
  await product.stop()
  folder.remove()
  return { title: 'typing in the largest forms, the preview beside them', rows }
}

/** Picks from the kinds that visitors see, because only these have a preview. */
function findLargestForms(): ContentKind[] {
  const visibleKinds = contentKinds.filter(({ shownOn, api }) => shownOn.length > 0 && api.update !== undefined)
  const size = ({ fields }: ContentKind) => Object.keys(fields).length
  return visibleKinds.toSorted((a, b) => size(b) - size(a)).slice(0, FORM_COUNT)
}

async function measureTyping(contentKind: ContentKind, slowdown: number, context: BrowserContext): Promise<KeyTiming[]> {
  const page = await context.newPage()
  const [record] = (await (await page.request.get(`/api${contentKind.api.list}`)).json()) as ({ _id: string } & Record<
    string,
    string
  >)[]
  if (!record) throw new Error(`The demo content has no ${contentKind.kind}`)
  await page.goto(findEditorPageForRecord(contentKind, record)?.path.replace(':id', record._id) ?? '')
  await page.frameLocator('iframe').locator('h1').first().waitFor()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const [field = ''] = Object.entries(contentKind.fields).find(([, { input, hidden }]) => input === 'text' && !hidden) ?? []
  await page.locator(`#edit-${contentKind.kind}-${field}`).focus()
  await recordKeyTimings(page)
  await page.keyboard.type(TYPED_TEXT, { delay: KEY_INTERVAL * slowdown })
  await page.waitForLoadState('networkidle')
  const keys = await page.evaluate(() => (window as unknown as { keys: KeyTiming[] }).keys)
  await page.close()
  return keys
}

/** Records the timing of each key in the focused field. The event's time is when the key arrived. */
function recordKeyTimings(page: Page): Promise<void> {
  return page.evaluate(() => {
    const keys: { frame: number; preview?: number }[] = []
    Object.assign(window, { keys })
    document.activeElement?.addEventListener('input', ({ timeStamp }) => {
      const key: { frame: number; preview?: number } = { frame: Number.NaN }
      keys.push(key)
      requestAnimationFrame(() => setTimeout(() => Object.assign(key, { frame: performance.now() - timeStamp })))
      const preview = document.querySelector('iframe')?.contentDocument?.body
      const observer = new MutationObserver(() => {
        key.preview = performance.now() - timeStamp
        observer.disconnect()
      })
      if (preview) observer.observe(preview, { subtree: true, childList: true, characterData: true })
    })
  })
}

function buildRows({ title }: ContentKind, slowdown: number, keys: readonly KeyTiming[]): ReportRow[] {
  const what = slowdown === 1 ? title : `${title}, processor slowed ${slowdown} times`
  const frames = keys.map(({ frame }) => frame)
  const preview = keys.flatMap((key) => key.preview ?? [])
  return [
    buildFigureRow(
      `${what}: key to next frame`,
      median(frames),
      budgets.keyToFrame,
      `${keys.length} keys, slowest ${Math.round(Math.max(...frames))} ms`,
    ),
    buildFigureRow(
      `${what}: key to preview`,
      median(preview),
      budgets.keyToPreview,
      `${preview.length} keys, slowest ${Math.round(Math.max(...preview))} ms`,
    ),
  ]
}
