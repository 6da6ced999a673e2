import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { getTextVersionPath, type PublishedPage } from '#contract/core/public-pages.ts'
import { anonymousViewer } from '#contract/core/viewer.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { compressBest, type EncodedBodies } from './content-encoding.ts'
import { type ExtractedPageText, extractPageText } from './html-to-text.ts'
import type { Renderer } from './load-page-renderer.ts'

type Dependencies = {
  renderer: Pick<Renderer, 'render'>
  visitorCall: ApiCallFunction
  contentVersion: ContentVersionReader
  readBusiness: () => Promise<BusinessFacts>
  readListedPages: () => Promise<readonly PublishedPage[]>
  listPageChanges: NonNullable<PageRequestContext['listPageChanges']>
  origin: string
}

type PageTextWithPath = ExtractedPageText & { path: string }

export type PageTextVersions = ReturnType<typeof createTextVersionsOfPages>

/**
 * Creates plain text versions of the public pages, and a list of them, for programs (docs/decisions/0015). It derives them
 * from the pages that visitors get, once per content version.
 */
export function createTextVersionsOfPages({
  renderer,
  visitorCall,
  contentVersion,
  readBusiness,
  readListedPages,
  listPageChanges,
  origin,
}: Dependencies) {
  const pages = cachePerContentVersion(contentVersion, async () => {
    const loadedPages: PageTextWithPath[] = []
    // Rendering all pages takes as long as dozens of visits, so other requests run in between.
    for (const { path, isUnlisted } of await readListedPages()) {
      const page = isUnlisted ? undefined : await readPage(path)
      if (page) loadedPages.push(page)
      await yieldToEventLoop()
    }
    return loadedPages
  })
  const texts = cachePerContentVersion(contentVersion, async () => {
    const files = (await pages()).map(
      (page) => [getTextVersionPath(page.path), { page, encodings: compressBest(formatPageText(page)) }] as const,
    )
    return new Map(files)
  })
  const readLlmsTxt = cachePerContentVersion(contentVersion, async () =>
    compressBest(formatLlmsTxt(await pages(), await readBusiness())),
  )

  /** Returns undefined if the page can't be shown. */
  async function readPage(path: string): Promise<PageTextWithPath | undefined> {
    const url = origin + path
    const rendered = await renderer.render(new Request(url), {
      call: visitorCall,
      viewer: anonymousViewer,
      origin,
      listPageChanges,
    })
    if (rendered instanceof Response || rendered.status !== 200) return undefined
    return { path, ...extractPageText(rendered.html, url) }
  }

  function formatPageText({ path, text }: PageTextWithPath): string {
    return `${text}\n\n${origin}${path}\n`
  }

  /** Formats `llms.txt` (llmstxt.org): name, summary, business details and a list of URLs with descriptions. */
  function formatLlmsTxt(textPages: readonly PageTextWithPath[], business: BusinessFacts): string {
    const { name, addresses, phones, email } = business
    const home = textPages.find(({ path }) => path === '/')
    const links = textPages.map(({ path, title, description }) => {
      const about = title.endsWith(` | ${name}`) ? title.slice(0, -` | ${name}`.length) : title
      return `- [${escapeLinkText(about)}](${origin}${getTextVersionPath(path)})${description && `: ${toOneLine(description)}`}`
    })
    const blocks = [
      `# ${toOneLine(name)}`,
      ...(home?.description ? [`> ${toOneLine(home.description)}`] : []),
      ...[addresses[0], phones[0], email].filter((fact) => fact !== undefined).map(toOneLine),
      '## Pages',
      links.join('\n'),
    ]
    return `${blocks.join('\n\n')}\n`
  }

  return {
    /** Returns the plain text at a path, and the URL of its page. */
    async findText(path: string): Promise<{ canonical: string; encodings: EncodedBodies } | undefined> {
      const textFile = path.endsWith('.txt') ? (await texts()).get(path) : undefined
      return textFile && { canonical: origin + textFile.page.path, encodings: await textFile.encodings }
    },

    list: readLlmsTxt,

    async listImageUrls(path: string): Promise<string[]> {
      const page = (await pages()).find((candidate) => candidate.path === path)
      return (page?.images ?? []).flatMap((image) => URL.parse(image, origin + path)?.href ?? [])
    },
  }
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Escapes square brackets, which would end the link text. */
function escapeLinkText(text: string): string {
  return toOneLine(text).replace(/[[\]]/g, '\\$&')
}
