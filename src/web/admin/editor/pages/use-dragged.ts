import { type DragEvent, useState } from 'react'
import type { Saving } from '../../forms/saving.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { ACT, BEFORE, RECORD } from './list-form.ts'

export type Dragged = ReturnType<typeof useDragged>

/** Rows that a mouse drags to another place, beside the buttons that do the same for everybody; or that stay in theirs. */
export function useDragged(saving: Saving, isFixed: boolean) {
  const isLive = useIsLive()
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()

  function drop(target: string, event: DragEvent<HTMLElement>) {
    event.preventDefault()
    if (dragged !== undefined && dragged !== target) {
      // Upon the lower half of a row means behind it.
      const before = isUpperHalf(event) ? target : nextOf(event.currentTarget)
      if (before !== dragged) saving.save({ [ACT]: 'place', [RECORD]: dragged, [BEFORE]: before })
    }
    end()
  }

  function end() {
    setDragged(undefined)
    setOver(undefined)
  }

  return {
    /** What makes the row of a record one of them. */
    rowOf: (id: string) => ({
      draggable: isLive && !isFixed,
      'data-record': id,
      'data-dragged': dragged === id || undefined,
      'data-over': (dragged !== undefined && over === id) || undefined,
      onDragStart: () => setDragged(id),
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(id)
      },
      onDrop: (event: DragEvent<HTMLElement>) => drop(id, event),
      onDragEnd: end,
    }),
  }
}

function isUpperHalf({ clientY, currentTarget }: DragEvent<HTMLElement>): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2
}

function nextOf(row: HTMLElement): string {
  return (row.nextElementSibling as HTMLElement | null)?.dataset.record ?? ''
}
