import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { parseMediaId } from '#contract/content/media-urls.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import { renderInChildProcess } from '#platform/run-in-child-process.ts'
import type { ServedMediaFile } from '#server/content/media/media.ts'

/** What the rendering process does. `image` is in base64. */
export type LogoTask = { files: 'inline'; image: string } | { files: 'icons'; image?: string; initial: string }

export type LogoRenderer = ReturnType<typeof createLogoRenderer>

type Dependencies = { readFile: (name: string) => Promise<ServedMediaFile | undefined>; problem: LogProblem }

/** How many logos and sets of icons the memory holds. A site has one of each; old invoices may have others. */
const MAX_CACHED = 4

/** Renders the owner's logo for documents and as icons. It reads images of the library only, never from outside. */
export function createLogoRenderer({ readFile, problem }: Dependencies) {
  const cache = new Map<string, Promise<Record<string, Buffer>>>()

  function render(key: string, task: LogoTask): Promise<Record<string, Buffer>> {
    const rendering = cache.get(key) ?? renderFiles(task)
    cache.delete(key)
    cache.set(key, rendering)
    for (const oldestKey of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldestKey)
    rendering.catch(() => cache.delete(key))
    return rendering
  }

  async function readImage(url: string): Promise<string | undefined> {
    if (!parseMediaId(url)) return undefined
    return (await readFile(url.slice('/media/'.length)))?.bytes.toString('base64')
  }

  return {
    /** Returns the logo as PNG, or undefined for one outside of the library and for a damaged one. */
    async loadLogo(url: string): Promise<Buffer | undefined> {
      const image = await readImage(url)
      if (image === undefined) return undefined
      return render(url, { files: 'inline', image }).then(
        (files) => files['logo.png'],
        (error) => problem(error, 'the logo could not be rendered; the business name stands alone'),
      ) as Promise<Buffer | undefined>
    },

    /** Returns the icons by file name. Without a readable logo, they show the first letter of the name. */
    async loadIcons({ name, logo = '' }: BusinessFacts): Promise<Record<string, Buffer>> {
      const image = await readImage(logo)
      const [initial = ''] = name.toUpperCase()
      const renderInitial = () => render(`icon ${initial}`, { files: 'icons', initial })
      if (image === undefined) return renderInitial()
      return render(`icon ${logo}`, { files: 'icons', image, initial }).catch((error) => {
        problem(error, 'the icons could not be rendered from the logo')
        return renderInitial()
      })
    },
  }
}

async function renderFiles(task: LogoTask): Promise<Record<string, Buffer>> {
  const output = await renderInChildProcess('render-logo-process', task)
  const files = JSON.parse(Buffer.from(output).toString()) as Record<string, string>
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, Buffer.from(file, 'base64')]))
}
