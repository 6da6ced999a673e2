import {
  type DayOfWeek,
  daysOfWeek,
  formatWeeklyHours,
  MISSING_OPENING_HOURS_MARK,
  type OpeningTimeRange,
  type WeeklyHours,
} from '#contract/core/opening-hours.ts'

export type DayHoursChoice = 'notMentioned' | 'open' | 'allDay' | 'byAppointment' | 'closed'

/** A day while the admin edits it. `shifts` may be incomplete, and stay while `state` isn't `open`. */
export type DayHoursRowData = { state: DayHoursChoice; shifts: readonly OpeningTimeRange[] }
type OpeningHoursRows = Record<DayOfWeek, DayHoursRowData>

const DEFAULT_SHIFT: OpeningTimeRange = { opens: '09:00', closes: '17:00' }
const DEFAULT_BREAK: OpeningTimeRange = { opens: '12:00', closes: '13:00' }

/** Midnight at the end of a day. Time inputs write it as `00:00`. */
const END_OF_DAY = '24:00'

export function toHoursEditorRows(week: WeeklyHours): OpeningHoursRows {
  return mapDays((day) => {
    const hours = week[day]
    if (hours === undefined) return { state: 'notMentioned', shifts: [DEFAULT_SHIFT] }
    if (typeof hours === 'string') return { state: hours, shifts: [DEFAULT_SHIFT] }
    const [first] = hours
    const isAllDay = hours.length === 1 && first?.opens === '00:00' && first.closes === END_OF_DAY
    return isAllDay ? { state: 'allDay', shifts: [DEFAULT_SHIFT] } : { state: 'open', shifts: hours }
  })
}

/** Returns the text of the field. A day with invalid times gets a mark that validation refuses. */
export function buildOpeningHoursText(rows: OpeningHoursRows): string {
  const buildWeek = (includedDays: readonly DayOfWeek[]): WeeklyHours =>
    Object.fromEntries(includedDays.flatMap((day) => toDayEntries(day, rows[day])))
  const daysWithProblems = daysOfWeek.filter((day) => findHoursRowProblem(rows[day]) !== undefined)
  const missingTimeTexts = daysWithProblems.map((day) => `${day} ${MISSING_OPENING_HOURS_MARK}`)
  return [formatWeeklyHours(buildWeek(daysOfWeek.filter((day) => !daysWithProblems.includes(day)))), ...missingTimeTexts]
    .filter(Boolean)
    .join(', ')
}

/** Returns an error sentence about the row's times. */
export function findHoursRowProblem({ state, shifts }: DayHoursRowData): string | undefined {
  if (state !== 'open') return undefined
  if (shifts.some(({ opens, closes }) => opens === '' || closes === '')) return 'Fill in both times.'
  if (shifts.some(({ opens, closes }) => opens >= closes)) return 'The closing time must be after the opening time.'
  const isInOrder = shifts.every(({ opens }, index) => index === 0 || (shifts[index - 1]?.closes ?? '') <= opens)
  return isInOrder ? undefined : 'The times overlap.'
}

/** Splits the last shift at noon. If noon is outside the shift, adds an empty shift instead. */
export function addBreak({ state, shifts }: DayHoursRowData): DayHoursRowData {
  const last = shifts.at(-1) ?? DEFAULT_SHIFT
  const isAroundNoon = last.opens < DEFAULT_BREAK.opens && DEFAULT_BREAK.closes < last.closes
  const parts = isAroundNoon
    ? [
        { opens: last.opens, closes: DEFAULT_BREAK.opens },
        { opens: DEFAULT_BREAK.closes, closes: last.closes },
      ]
    : [last, { opens: '', closes: '' }]
  return { state, shifts: [...shifts.slice(0, -1), ...parts] }
}

/** Joins the shift at `index` with the one before it. */
export function mergeShiftWithPrevious({ state, shifts }: DayHoursRowData, index: number): DayHoursRowData {
  const [before, after] = [shifts[index - 1], shifts[index]]
  if (!before || !after) return { state, shifts }
  const joined = { opens: before.opens, closes: after.closes || before.closes }
  return { state, shifts: [...shifts.slice(0, index - 1), joined, ...shifts.slice(index + 1)] }
}

/** Sets one time of a shift to the value of a time input. */
export function setShiftTime(
  { state, shifts }: DayHoursRowData,
  index: number,
  end: keyof OpeningTimeRange,
  value: string,
): DayHoursRowData {
  const time = end === 'closes' && value === '00:00' ? END_OF_DAY : value
  return { state, shifts: shifts.map((shift, shiftIndex) => (shiftIndex === index ? { ...shift, [end]: time } : shift)) }
}

export function toTimeInputValue(time: string): string {
  return time === END_OF_DAY ? '00:00' : time
}

export function copyMondayToWeekdays(rows: OpeningHoursRows): OpeningHoursRows {
  return mapDays((day) => (daysOfWeek.indexOf(day) < 5 ? rows.Monday : rows[day]))
}

function toDayEntries(day: DayOfWeek, { state, shifts }: DayHoursRowData): [DayOfWeek, NonNullable<WeeklyHours[DayOfWeek]>][] {
  if (state === 'notMentioned') return []
  if (state === 'allDay') return [[day, [{ opens: '00:00', closes: END_OF_DAY }]]]
  return [[day, state === 'open' ? shifts : state]]
}

function mapDays(buildRow: (day: DayOfWeek) => DayHoursRowData): OpeningHoursRows {
  return Object.fromEntries(daysOfWeek.map((day) => [day, buildRow(day)])) as OpeningHoursRows
}
