import { type ReactNode, useEffect, useState } from 'react'
import { listDrawings, listMedia, type MediaPicture } from '../../../../contract/content/media.ts'
import { callOverHttp, sentenceOf } from '../../../call.ts'
import { Button } from '../../shell/button.tsx'

const PAGE_SIZE = 24
/** How long typing must rest (ms) before it is searched for. */
const DEBOUNCE = 250

type Found<T> = { records: readonly T[]; total: number } | { problem: string }

/** The pictures of the library, newest first. */
export function Library({ onChoose }: { onChoose: (picture: MediaPicture) => void }) {
  const [search, setSearch] = useState('')
  const [size, setSize] = useState(PAGE_SIZE)
  const { found, retry } = useFound(() => callOverHttp(listMedia, { query: { page: 1, size, search } }), `${size} ${search}`)
  return (
    <>
      <label className="block max-w-100">
        Search the descriptions
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
      <Grid
        found={found}
        retry={retry}
        empty={search ? 'No picture is described with these words.' : 'There is no picture here yet. Upload the first one.'}
      >
        {(picture) => (
          <Tile key={picture._id} onClick={() => onChoose(picture)}>
            <img
              src={picture.thumbnail}
              alt={picture.alt || `No description, ${picture.width} by ${picture.height} pixels`}
              loading="lazy"
              className="size-full object-cover"
            />
          </Tile>
        )}
      </Grid>
      {found && 'total' in found && found.total > found.records.length && (
        <Button look="outline" className="mt-4" onClick={() => setSize(size + PAGE_SIZE)}>
          Show more
        </Button>
      )}
    </>
  )
}

/** The drawings that the site came with. */
export function Drawings({ onChoose }: { onChoose: (address: string) => void }) {
  const { found, retry } = useFound(async () => {
    const records = await callOverHttp(listDrawings, {})
    return { records, total: records.length }
  }, '')
  return (
    <Grid found={found} retry={retry} empty="There are no drawings.">
      {(address) => (
        <Tile key={address} onClick={() => onChoose(address)}>
          <img src={address} alt={nameOf(address)} loading="lazy" className="size-full object-contain p-2" />
        </Tile>
      )}
    </Grid>
  )
}

type GridProps<T> = {
  found: Found<T> | undefined
  retry: () => void
  empty: string
  children: (record: T) => ReactNode
}

/** Loading, failed, empty and full each look different. */
function Grid<T>({ found, retry, empty, children }: GridProps<T>) {
  if (found && 'problem' in found)
    return (
      <div role="alert" className="mt-4">
        <p className="font-semibold text-error-deep">{found.problem}</p>
        <Button look="outline" className="mt-3" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  return (
    <>
      <p role="status" className="mt-4 text-muted">
        {!found ? 'Loading…' : found.records.length === 0 ? empty : `${found.records.length} of ${found.total}`}
      </p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">{found?.records.map(children)}</ul>
    </>
  )
}

function Tile({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="block aspect-square w-full overflow-hidden rounded-field border border-rule bg-sand hover:border-ink"
      >
        {children}
      </button>
    </li>
  )
}

/** What a call answers, asked again whenever `key` has changed and rested; what was there stays until then. */
function useFound<T>(ask: () => Promise<{ records: T[]; total: number }>, key: string) {
  const [found, setFound] = useState<Found<T>>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what is asked for
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(
      async () => {
        const answer = await ask().catch((error: unknown) => ({ problem: sentenceOf(error) }))
        if (isWanted) setFound(answer)
      },
      found ? DEBOUNCE : 0,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key, tries])
  return {
    found,
    retry: () => {
      setFound(undefined)
      setTries(tries + 1)
    },
  }
}

/** `/art/faq-key.svg` is called "faq key". */
function nameOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1, address.lastIndexOf('.')).replaceAll('-', ' ')
}
