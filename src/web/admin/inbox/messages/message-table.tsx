import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Message, type MessageStatus, messagePlaces } from '../../../../contract/inbox/messages.ts'
import type { ListPage } from '../../../lists/list-page.ts'
import { PagedPanel } from '../../../lists/paged-panel.tsx'
import { Table } from '../../../lists/paged-table.tsx'
import { SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { ACT, actsOn } from './acts.ts'
import { columnsFor } from './columns.tsx'
import { FurtherBack } from './further-back.tsx'
import { placeNames, type Shown, urlOf } from './messages-url.ts'

/** The tables of the page, each with its part of the address; its form has the same name. */
export const tables = {
  unread: { title: 'Unread messages', status: 'UnRead' },
  read: { title: 'Read messages', status: 'Read' },
} as const satisfies Record<string, { title: string; status: MessageStatus }>

type Props = { name: keyof typeof tables; shown: Shown; list: ListPage<Message> }

/** The unread or the read messages of a place, of which several can be ticked and marked or moved at once. */
export function MessageTable({ name, shown, list }: Props) {
  const { title, status } = tables[name]
  const saving = useSaving(name)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const row = useRef(0)
  useKeptFocus(saving, list, () => nextRow(name, row.current))
  const records = 'problem' in list ? [] : list.records
  const chosen = records.filter(({ _id }) => ticked.has(_id))
  const ticks = {
    isTicked: (id: string) => ticked.has(id),
    onTick: (id: string, isTicked: boolean) => setTicked(isTicked ? new Set([...ticked, id]) : without(ticked, id)),
  }
  return (
    <PagedPanel
      id={name}
      title={title}
      list={list}
      addressOf={(page) => urlOf({ ...shown, [name]: page })}
      empty={<NoMessages shown={shown} status={status} />}
      aside={<FurtherBack name={name} shown={shown} list={list} />}
    >
      {(records, before, heading) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: only remembers where the focus was
        <div
          onFocus={({ target }) => {
            row.current = Math.max(0, target.closest('tr')?.rowIndex ?? 1) - 1
          }}
        >
          <SavingForm saving={saving}>
            <div className="grid gap-3 px-4 pb-3 md:px-5">
              <SavingAnswer saving={saving} />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <TickAll
                  isTicked={chosen.length === records.length}
                  onTick={(isTicked) => setTicked(new Set(isTicked ? records.map(({ _id }) => _id) : []))}
                />
                {actsOn({ messageStatus: status, _place: shown.place }).map(({ act, words }) => (
                  <Button key={act} type="submit" name={ACT} value={act} look="outline" aria-disabled={saving.isBusy}>
                    {words}
                    <span className="sr-only">: the ticked messages</span>
                  </Button>
                ))}
                <p role="status" className="text-fine text-muted">
                  {chosen.length > 0 && `${chosen.length} ticked`}
                </p>
              </div>
            </div>
            <Table labelledBy={heading} columns={columnsFor(ticks, saving.isBusy)} records={records} before={before} />
          </SavingForm>
        </div>
      )}
    </PagedPanel>
  )
}

/** Only with script: without, each message is ticked by itself. */
function TickAll({ isTicked, onTick }: { isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 ${useIsLive() ? '' : 'invisible'}`}>
      <input
        type="checkbox"
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        className="size-5 accent-pine"
      />
      Tick all here
    </label>
  )
}

/** Where the row that was acted upon has gone, the one that took its place; the last one, or the word that there is none. */
function nextRow(table: string, nth: number): HTMLElement | null | undefined {
  const panel = document.getElementById(table)
  const links = panel?.querySelectorAll<HTMLElement>('tbody a[href^="/view/"]')
  return links?.[Math.min(nth, links.length - 1)] ?? panel?.querySelector<HTMLElement>('.list-empty')
}

function without(all: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...all].filter((one) => one !== id))
}

const NONE: Record<Shown['place'], Record<MessageStatus, string>> = {
  inbox: { UnRead: 'No unread messages. Everything here has been read.', Read: 'No read messages yet.' },
  archive: { UnRead: 'No unread messages in the archive.', Read: 'Nothing read is in the archive.' },
  spam: { UnRead: 'No unread messages among the spam.', Read: 'Nothing read is among the spam.' },
}

/** Instead of an empty table; after a search also the way to where else it might be. */
function NoMessages({ shown: { place, search, size }, status }: { shown: Shown; status: MessageStatus }) {
  if (search === '') return <p>{NONE[place][status]}</p>
  return (
    <p>
      {`Nothing ${status === 'UnRead' ? 'unread' : 'read'} matches “${search}” here. Look in: `}
      {messagePlaces
        .filter((other) => other !== place)
        .map((other, index) => (
          <span key={other}>
            {index > 0 && ', '}
            <Link to={urlOf({ place: other, search, size })} className="inline-block py-0.5 underline">
              {placeNames[other]}
            </Link>
          </span>
        ))}
    </p>
  )
}
