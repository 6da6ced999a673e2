import { type DragEvent, useState } from 'react'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { ACTION_FIELD, PLACE_BEFORE_FIELD, RECORD_ID_FIELD } from './record-list-action.ts'

export type RowDragController = ReturnType<typeof useRowDrag>

/** Reorders list rows with the mouse. The row buttons do the same without a mouse. */
export function useRowDrag(submission: FormSubmission, isDisabled: boolean) {
  const [draggedId, setDraggedId] = useState<string>()
  const [hoveredId, setHoveredId] = useState<string>()

  function drop(target: string, event: DragEvent<HTMLElement>) {
    event.preventDefault()
    if (draggedId !== undefined && draggedId !== target) {
      // A drop on the lower half of a row places the record after that row.
      const before = isUpperHalf(event) ? target : getNextRecordId(event.currentTarget)
      if (before !== draggedId)
        submission.submitValues({ [ACTION_FIELD]: 'place', [RECORD_ID_FIELD]: draggedId, [PLACE_BEFORE_FIELD]: before })
    }
    endDrag()
  }

  function endDrag() {
    setDraggedId(undefined)
    setHoveredId(undefined)
  }

  return {
    getRowProps: (id: string) => ({
      draggable: !isDisabled,
      'data-record': id,
      'data-dragged': draggedId === id || undefined,
      'data-drop-target': (draggedId !== undefined && hoveredId === id) || undefined,
      onDragStart: () => setDraggedId(id),
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (draggedId === undefined) return
        event.preventDefault()
        setHoveredId(id)
      },
      onDrop: (event: DragEvent<HTMLElement>) => drop(id, event),
      onDragEnd: endDrag,
    }),
  }
}

function isUpperHalf({ clientY, currentTarget }: DragEvent<HTMLElement>): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2
}

function getNextRecordId(row: HTMLElement): string {
  return (row.nextElementSibling as HTMLElement | null)?.dataset.record ?? ''
}
