import { useState } from 'react'
import {
  type Day,
  days,
  formatWeek,
  MISSING_TIMES,
  readWeek,
  type Shift,
  type Week,
} from '../../../../contract/grammar/opening-hours.ts'
import { useFormValue } from '../../forms/form-values.ts'
import { Button } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { type ControlProps, sharedOf } from './controls.tsx'
import {
  type DayState,
  inputTime,
  problemOf,
  type Row,
  rowsOf,
  textOf,
  withBreak,
  withoutBreak,
  withTime,
  withWeekdaysAlike,
} from './week-rows.ts'

const STATES: readonly (readonly [state: DayState, label: string])[] = [
  ['open', 'Open'],
  ['allDay', 'Open 24 hours'],
  ['byAppointment', 'By appointment'],
  ['closed', 'Closed'],
  ['unsaid', 'Not mentioned'],
]

/** The text of the hours, and the rows that write it. */
export function HoursControl(props: ControlProps) {
  const { editor, name, field, control } = props
  const text = useFormValue(editor.form, name)
  return (
    <>
      <input {...sharedOf(props)} type="text" autoComplete="off" spellCheck={false} />
      <WeekRows id={control.id} label={field.label} text={text} onChange={(value) => editor.form.set({ [name]: value })} />
    </>
  )
}

type Props = {
  /** The id of the field's own control. */
  id: string
  label: string
  text: string
  onChange: (text: string) => void
}

/**
 * A row for each day, which writes the text of the field above it and follows what is typed there. Without script
 * there is the text alone.
 */
function WeekRows({ id, label, text, onChange }: Props) {
  const isLive = useIsLive()
  const [known, setKnown] = useState(() => ({ text, rows: rowsOf(readWeek(text) ?? {}) }))
  const week = readWeek(text)
  // Typed, discarded or restored; what cannot be read leaves the rows as they were.
  if (text !== known.text) setKnown({ text, rows: week || text.trim() === '' ? rowsOf(week ?? {}) : known.rows })
  const { rows } = known

  function change(next: typeof rows) {
    const written = textOf(next)
    setKnown({ text: written, rows: next })
    onChange(written)
  }

  return (
    <fieldset disabled={!isLive} className="week-rows">
      <legend>{label}, day by day</legend>
      {days.map((day) => (
        <DayRow key={day} id={`${id}-${day}`} day={day} row={rows[day]} onChange={(row) => change({ ...rows, [day]: row })} />
      ))}
      <div className="week-foot">
        <Button look="outline" onClick={() => change(withWeekdaysAlike(rows))}>
          Use Monday for all weekdays
        </Button>
        <p role="status">{readText(text, week)}</p>
      </div>
    </fieldset>
  )
}

/** What visitors will read. */
function readText(text: string, week: Week | undefined): string {
  if (week) return `Visitors read: ${formatWeek(week)}`
  if (text.trim() === '' || text.includes(MISSING_TIMES)) return ''
  return 'Visitors read this text as you wrote it. To show your hours in search results too, set each day above.'
}

type RowProps = { id: string; day: Day; row: Row; onChange: (row: Row) => void }

function DayRow({ id, day, row, onChange }: RowProps) {
  const problem = problemOf(row)
  const isOpen = row.state === 'open'
  return (
    <div className="week-row">
      <label htmlFor={id}>{day}</label>
      <select
        id={id}
        className="control"
        value={row.state}
        onChange={({ target }) => onChange({ ...row, state: target.value as DayState })}
      >
        {STATES.map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </select>
      {isOpen && (
        <div className="week-times">
          {row.shifts.map((shift, index) => (
            <ShiftTimes
              // biome-ignore lint/suspicious/noArrayIndexKey: a part of the day has no name but its place
              key={index}
              day={day}
              shift={shift}
              index={index}
              row={row}
              onChange={onChange}
              problemId={`${id}-problem`}
            />
          ))}
        </div>
      )}
      <p id={`${id}-problem`} role="status" className="week-problem">
        {problem}
      </p>
    </div>
  )
}

type ShiftProps = { day: Day; shift: Shift; index: number; row: Row; onChange: (row: Row) => void; problemId: string }

function ShiftTimes({ day, shift, index, row, onChange, problemId }: ShiftProps) {
  const part = index === 0 ? '' : `, after ${index === 1 ? 'the break' : `break ${index}`}`
  const time = (end: keyof Shift, words: string) => (
    <input
      type="time"
      className="control"
      aria-label={`${day}${part}: ${words}`}
      aria-describedby={problemId}
      value={inputTime(shift[end])}
      onChange={({ target }) => onChange(withTime(row, index, end, target.value))}
    />
  )
  return (
    <div className="week-shift">
      {time('opens', 'opens at')}
      <span aria-hidden>to</span>
      {time('closes', 'closes at')}
      {index === row.shifts.length - 1 && (
        <button type="button" className="week-act" onClick={() => onChange(withBreak(row))}>
          Add a break<span className="sr-only"> on {day}</span>
        </button>
      )}
      {index > 0 && (
        <button type="button" className="week-act" onClick={() => onChange(withoutBreak(row, index))}>
          Remove break<span className="sr-only"> on {day}</span>
        </button>
      )}
    </div>
  )
}
