import { type ReactNode, useEffect, useState } from 'react'
import { listIllustrationsEndpoint, listMediaEndpoint, type MediaImage } from '#contract/content/media.ts'
import { callOverHttp, getCallErrorMessage } from '#web/call-over-http.ts'
import { Button } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'

const PAGE_SIZE = 24
/** The pause in typing (ms) after which the search starts. */
const DEBOUNCE_MS = 250

type LoadResult<T> = { records: readonly T[]; total: number } | { problem: string }

/** Shows the uploaded images, newest first. */
export function LibraryImagePicker({ onChoose }: { onChoose: (image: MediaImage) => void }) {
  const [search, setSearch] = useState('')
  const [size, setSize] = useState(PAGE_SIZE)
  const { result, retry } = useDebouncedLoad(
    () => callOverHttp(listMediaEndpoint, { query: { page: 1, size, search } }),
    `${size} ${search}`,
  )
  return (
    <>
      <label className="block max-w-100">
        Search your images
        <input
          type="search"
          className="control"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setSize(PAGE_SIZE)
          }}
        />
      </label>
      <ImageGrid
        result={result}
        retry={retry}
        emptyMessage={search ? 'No image matches.' : 'No images yet. Upload the first one.'}
      >
        {(image) => (
          <ImageTile key={image._id} image={image} onClick={() => onChoose(image)}>
            <img
              src={image.thumbnail}
              alt={image.alt || `No description, ${image.width} by ${image.height} pixels`}
              loading="lazy"
              className="size-full object-cover"
            />
          </ImageTile>
        )}
      </ImageGrid>
      {result && 'total' in result && result.total > result.records.length && (
        <Button look="outline" className="mt-4" onClick={() => setSize(size + PAGE_SIZE)}>
          Show more
        </Button>
      )}
    </>
  )
}

/** Shows the illustrations that ship with the product. */
export function IllustrationPicker({ onChoose }: { onChoose: (url: string) => void }) {
  const { result, retry } = useDebouncedLoad(async () => {
    const records = await callOverHttp(listIllustrationsEndpoint, {})
    return { records, total: records.length }
  }, '')
  return (
    <ImageGrid result={result} retry={retry} emptyMessage="No illustrations.">
      {(url) => (
        <ImageTile key={url} onClick={() => onChoose(url)}>
          <img src={url} alt={getIllustrationName(url)} loading="lazy" className="size-full object-contain p-2" />
        </ImageTile>
      )}
    </ImageGrid>
  )
}

type GridProps<T> = {
  result: LoadResult<T> | undefined
  retry: () => void
  emptyMessage: string
  children: (record: T) => ReactNode
}

/** Looks different while it loads, after a failure, when empty and when filled (P-187). */
function ImageGrid<T>({ result, retry, emptyMessage, children }: GridProps<T>) {
  if (result && 'problem' in result)
    return (
      <div role="alert" className="mt-4">
        <p className="font-semibold text-error-deep">{result.problem}</p>
        <Button look="outline" className="mt-3" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  return (
    <>
      <p role="status" className="mt-4 text-muted">
        {!result ? 'Loading…' : result.records.length === 0 ? emptyMessage : `${result.records.length} of ${result.total}`}
      </p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">{result?.records.map(children)}</ul>
    </>
  )
}

/** `image` adds the file name and the date. */
function ImageTile({ image, onClick, children }: { image?: MediaImage; onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="block aspect-square w-full overflow-hidden rounded-field border border-rule bg-sand hover:border-ink"
      >
        {children}
      </button>
      {image && (
        <p className="mt-1 text-fine text-muted">
          {image.fileName && <span className="block truncate">{image.fileName}</span>}
          <DateTime at={image.addedAt} />
        </p>
      )}
    </li>
  )
}

/** Loads again when `key` changes, after a pause. Keeps the last result until the next one arrives. */
function useDebouncedLoad<T>(load: () => Promise<{ records: T[]; total: number }>, key: string) {
  const [result, setResult] = useState<LoadResult<T>>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies what `load` loads
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(
      async () => {
        const answer = await load().catch((error: unknown) => ({ problem: getCallErrorMessage(error) }))
        if (isCurrent) setResult(answer)
      },
      result ? DEBOUNCE_MS : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, tries])
  return {
    result,
    retry: () => {
      setResult(undefined)
      setTries(tries + 1)
    },
  }
}

/** Returns "faq key" for `/art/faq-key.svg`. */
function getIllustrationName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('.')).replaceAll('-', ' ')
}
