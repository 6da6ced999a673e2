import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Business } from '../../../contract/content/business.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { type ListedPage, textAddressOf } from '../../../contract/grammar/public-pages.ts'
import { visitor } from '../../../contract/grammar/viewer.ts'
import { type ContentVersion, cachedPerVersion } from '../../platform/db/content-version.ts'
import { type Encodings, encodeWell } from './encodings.ts'
import { type PlainPage, readPlainPage } from './plain-text.ts'
import type { Renderer } from './render.ts'

type Parts = {
  renderer: Pick<Renderer, 'render'>
  /** The data door as a visitor's. */
  visitorCall: Call
  contentVersion: ContentVersion
  readBusiness: () => Promise<Business>
  readListedPages: () => Promise<readonly ListedPage[]>
  origin: string
}

type ReadPage = PlainPage & { path: string }

export type PlainPages = ReturnType<typeof createPlainPages>

/**
 * What the public pages say, for programs that read and do not look (docs/decisions/0061): each page as plain text, and
 * the list of them. Made from the documents that visitors get, once for each content version.
 */
export function createPlainPages({ renderer, visitorCall, contentVersion, readBusiness, readListedPages, origin }: Parts) {
  const pages = cachedPerVersion(contentVersion, async () => {
    const read: ReadPage[] = []
    // One after the other, and other work gets its turn after each: together they take as long as some dozen visits.
    for (const { path } of await readListedPages()) {
      const page = await readOne(path)
      if (page) read.push(page)
      await nextTurn()
    }
    return read
  })
  const texts = cachedPerVersion(contentVersion, async () => {
    const files = (await pages()).map(
      (page) => [textAddressOf(page.path), { page, encodings: encodeWell(textOf(page)) }] as const,
    )
    return new Map(files)
  })
  const list = cachedPerVersion(contentVersion, async () => encodeWell(listOf(await pages(), await readBusiness())))

  /** Undefined for a page that cannot be shown. */
  async function readOne(path: string): Promise<ReadPage | undefined> {
    const address = origin + path
    const rendered = await renderer.render(new Request(address), { call: visitorCall, viewer: visitor, origin })
    if (rendered instanceof Response || rendered.status !== 200) return undefined
    return { path, ...readPlainPage(rendered.html, address) }
  }

  function textOf({ path, text }: ReadPage): string {
    return `${text}\n\n${origin}${path}\n`
  }

  /** llmstxt.org: the name, a summary, what is worth knowing, and a list of addresses with what is there. */
  function listOf(all: readonly ReadPage[], business: Business): string {
    const { name, addresses, phones, email } = business
    const home = all.find(({ path }) => path === '/')
    const links = all.map(({ path, title, description }) => {
      const about = title.endsWith(` | ${name}`) ? title.slice(0, -` | ${name}`.length) : title
      return `- [${inLink(about)}](${origin}${textAddressOf(path)})${description && `: ${oneLine(description)}`}`
    })
    const blocks = [
      `# ${oneLine(name)}`,
      ...(home?.description ? [`> ${oneLine(home.description)}`] : []),
      ...[addresses[0], phones[0], email].filter((fact) => fact !== undefined).map(oneLine),
      '## Pages',
      links.join('\n'),
    ]
    return `${blocks.join('\n\n')}\n`
  }

  return {
    /** The plain text at an address, and the page that it is of. */
    async textAt(address: string): Promise<{ canonical: string; encodings: Encodings } | undefined> {
      const found = address.endsWith('.txt') ? (await texts()).get(address) : undefined
      return found && { canonical: origin + found.page.path, encodings: await found.encodings }
    },

    list,

    /** The whole addresses of the pictures on a page. */
    async imagesOn(path: string): Promise<string[]> {
      const page = (await pages()).find((one) => one.path === path)
      return (page?.images ?? []).flatMap((image) => URL.parse(image, origin + path)?.href ?? [])
    },
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Square brackets would end the words of a link. */
function inLink(text: string): string {
  return oneLine(text).replace(/[[\]]/g, '\\$&')
}
