import { useState } from 'react'
import {
  type DayOfWeek,
  daysOfWeek,
  formatWeeklyHours,
  MISSING_OPENING_HOURS_MARK,
  type OpeningTimeRange,
  parseWeeklyHours,
  type WeeklyHours,
} from '#contract/core/opening-hours.ts'
import { useFormFieldValue } from '../../forms/form-values-store.ts'
import { Button } from '../../shell/button.tsx'
import { type ControlProps, getControlProps } from './field-controls.tsx'
import {
  addBreak,
  buildOpeningHoursText,
  copyMondayToWeekdays,
  type DayHoursChoice,
  type DayHoursRowData,
  findHoursRowProblem,
  mergeShiftWithPrevious,
  setShiftTime,
  toHoursEditorRows,
  toTimeInputValue,
} from './hours-rows.ts'

const DAY_STATES: readonly (readonly [state: DayHoursChoice, label: string])[] = [
  ['open', 'Open'],
  ['allDay', 'Open 24 hours'],
  ['byAppointment', 'By appointment'],
  ['closed', 'Closed'],
  ['notMentioned', 'Don’t show'],
]

/** Shows a text input for the hours, and a row per day. The rows write the text. */
export function HoursControl(props: ControlProps) {
  const { editor, name, field, control } = props
  const text = useFormFieldValue(editor.form, name)
  return (
    <>
      <input {...getControlProps(props)} type="text" autoComplete="off" spellCheck={false} />
      <WeekEditor
        id={control.id}
        label={field.label}
        text={text}
        onChange={(value) => editor.form.setValues({ [name]: value })}
      />
    </>
  )
}

type Props = {
  /** The id of the text input. */
  id: string
  label: string
  text: string
  onChange: (text: string) => void
}

/** Shows a row per day. The rows write the text and follow the text that the admin types. */
function WeekEditor({ id, label, text, onChange }: Props) {
  const [parsedHours, setParsedHours] = useState(() => ({ text, rows: toHoursEditorRows(parseWeeklyHours(text) ?? {}) }))
  const week = parseWeeklyHours(text)
  // The text changed outside the rows. A text that can't be parsed leaves the rows unchanged.
  if (text !== parsedHours.text)
    setParsedHours({ text, rows: week || text.trim() === '' ? toHoursEditorRows(week ?? {}) : parsedHours.rows })
  const { rows } = parsedHours

  function updateRows(nextRows: typeof rows) {
    const newText = buildOpeningHoursText(nextRows)
    setParsedHours({ text: newText, rows: nextRows })
    onChange(newText)
  }

  return (
    <fieldset className="week-rows">
      <legend>{label}, day by day</legend>
      {daysOfWeek.map((day) => (
        <DayRow key={day} id={`${id}-${day}`} day={day} row={rows[day]} onChange={(row) => updateRows({ ...rows, [day]: row })} />
      ))}
      <div className="week-foot">
        <Button look="outline" onClick={() => updateRows(copyMondayToWeekdays(rows))}>
          Use Monday for all weekdays
        </Button>
        <p role="status">{describeVisitorText(text, week)}</p>
      </div>
    </fieldset>
  )
}

function describeVisitorText(text: string, week: WeeklyHours | undefined): string {
  if (week) return `Visitors see: ${formatWeeklyHours(week)}`
  if (text.trim() === '' || text.includes(MISSING_OPENING_HOURS_MARK)) return ''
  return 'Visitors see this text as you wrote it. To also show hours in search results, set each day above.'
}

type RowProps = { id: string; day: DayOfWeek; row: DayHoursRowData; onChange: (row: DayHoursRowData) => void }

function DayRow({ id, day, row, onChange }: RowProps) {
  const problem = findHoursRowProblem(row)
  const isOpen = row.state === 'open'
  return (
    <div className="week-row">
      <label htmlFor={id}>{day}</label>
      <select
        id={id}
        className="control"
        value={row.state}
        onChange={({ target }) => onChange({ ...row, state: target.value as DayHoursChoice })}
      >
        {DAY_STATES.map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </select>
      {isOpen && (
        <div className="week-times">
          {row.shifts.map((shift, index) => (
            <ShiftTimes
              // biome-ignore lint/suspicious/noArrayIndexKey: a shift has no id but its index
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

type ShiftProps = {
  day: DayOfWeek
  shift: OpeningTimeRange
  index: number
  row: DayHoursRowData
  onChange: (row: DayHoursRowData) => void
  problemId: string
}

function ShiftTimes({ day, shift, index, row, onChange, problemId }: ShiftProps) {
  const breakLabel = index === 0 ? '' : `, after ${index === 1 ? 'the break' : `break ${index}`}`
  const renderTimeInput = (end: keyof OpeningTimeRange, actionLabel: string) => (
    <input
      type="time"
      className="control"
      aria-label={`${day}${breakLabel}: ${actionLabel}`}
      aria-describedby={problemId}
      value={toTimeInputValue(shift[end])}
      onChange={({ target }) => onChange(setShiftTime(row, index, end, target.value))}
    />
  )
  return (
    <div className="week-shift">
      {renderTimeInput('opens', 'opens at')}
      <span aria-hidden>to</span>
      {renderTimeInput('closes', 'closes at')}
      {index === row.shifts.length - 1 && (
        <button type="button" className="week-action" onClick={() => onChange(addBreak(row))}>
          Add a break<span className="sr-only"> on {day}</span>
        </button>
      )}
      {index > 0 && (
        <button type="button" className="week-action" onClick={() => onChange(mergeShiftWithPrevious(row, index))}>
          Remove break<span className="sr-only"> on {day}</span>
        </button>
      )}
    </div>
  )
}
