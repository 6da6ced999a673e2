import { type LaunchedChrome, launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { CHROMIUM_ARGUMENTS, findChromium } from '../../tests/support/chromium.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const LCP = 'largest-contentful-paint'

/** What Lighthouse says of one page as a phone sees it: scores of 0 to 100, times in ms. */
export type Audited = {
  categories: { name: string; score: number; failing: readonly string[] }[]
  lcp: number
  cls: number
  tbt: number
  /** What the page asked for while it loaded. */
  addresses: readonly URL[]
}

/** A browser that Lighthouse can drive. */
export async function launchForAudits(): Promise<LaunchedChrome> {
  const { executablePath, env } = findChromium()
  const chrome = await launch({ chromePath: executablePath, envVars: env, chromeFlags: CHROMIUM_ARGUMENTS, handleSIGINT: false })
  process.once('exit', chrome.kill)
  return chrome
}

/** All four categories, under Lighthouse's own simulated phone and network. */
export async function audit(chrome: LaunchedChrome, address: string): Promise<Audited> {
  const { categories, audits } = await run(chrome, address, { onlyCategories: CATEGORIES })
  const { details } = audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  return {
    categories: Object.values(categories).map(({ title, score, auditRefs }) => ({
      name: title,
      score: Math.round((score ?? 0) * 100),
      failing: auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
    })),
    lcp: numberOf(audits[LCP]),
    cls: numberOf(audits['cumulative-layout-shift']),
    tbt: numberOf(audits['total-blocking-time']),
    addresses: requests.map(({ url }) => new URL(String(url))),
  }
}

/** The largest paint alone, in ms. */
export async function largestPaint(chrome: LaunchedChrome, address: string): Promise<number> {
  const { audits } = await run(chrome, address, { onlyAudits: [LCP] })
  return numberOf(audits[LCP])
}

/** Throws where the page could not be looked at. */
async function run({ port }: LaunchedChrome, address: string, only: Flags) {
  const { lhr } = (await lighthouse(address, { port, logLevel: 'silent', ...only })) ?? {}
  if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse on ${address}: ${lhr?.runtimeError?.message ?? 'no result'}`)
  return lhr
}

function numberOf(figure: Result['audits'][string] | undefined): number {
  if (figure?.numericValue === undefined) throw new Error(`Lighthouse has no figure: ${figure?.errorMessage}`)
  return figure.numericValue
}
