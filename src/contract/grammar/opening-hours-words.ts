import { type Time, timeAt } from './opening-hours-times.ts'

/** What a text about hours is made of; days count from Monday, 0. `,` joins what belongs together, `;` parts. */
export type Token = { text: string } & (
  | { kind: 'days'; days: readonly number[] }
  | { kind: 'time'; time: Time }
  | { kind: 'closed' | 'byAppointment' | 'allDay' | '-' | ',' | ';' }
  | { kind: 'unknown' }
)

const NAMES = ['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays']
const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** Words that are no beginning of a day's name, and those that mean several days. */
const OTHER_DAYS: Readonly<Record<string, readonly number[]>> = {
  m: [0],
  t: [1],
  w: [2],
  f: [4],
  weds: [2],
  weekday: WEEK.slice(0, 5),
  weekdays: WEEK.slice(0, 5),
  weekend: WEEK.slice(5),
  weekends: WEEK.slice(5),
  daily: WEEK,
  everyday: WEEK,
}

/** Said in several words; the longer ones come first. */
const PHRASES: readonly (readonly [said: string, word: string])[] = [
  ['closed all day', 'closed'],
  ['not open', 'closed'],
  ['seven days a week', 'daily'],
  ['7 days a week', 'daily'],
  ['seven days', 'daily'],
  ['7 days', 'daily'],
  ['every day', 'daily'],
  ['all week', 'daily'],
  ['24 hours a day', 'allday'],
  ['24 hours', 'allday'],
  ['24 hrs', 'allday'],
  ['24/7', 'allday'],
  ['all day', 'allday'],
  ['around the clock', 'allday'],
  // Not Wednesday.
  ['we are', ''],
]

const WORDS: Readonly<Record<string, 'closed' | 'byAppointment' | 'allDay' | '-' | ',' | ';'>> = {
  closed: 'closed',
  shut: 'closed',
  lunch: 'closed',
  break: 'closed',
  except: 'closed',
  appointment: 'byAppointment',
  appointments: 'byAppointment',
  appt: 'byAppointment',
  allday: 'allDay',
  '-': '-',
  to: '-',
  until: '-',
  till: '-',
  til: '-',
  through: '-',
  thru: '-',
  ',': ',',
  '&': ',',
  '+': ',',
  '/': ',',
  and: ',',
  ';': ';',
  '|': ';',
  or: ';',
}

/** Says nothing about days or times. */
const FILLERS = new Set(
  [
    '. : ( ) [ ] = *',
    'a all are at between business by day days each every for from hour hours hr hrs is of office on only open opening opens',
    'other others otherwise our rest the time times week working',
  ].flatMap((words) => words.split(' ')),
)

/** The words of a text, whatever the case, the dashes and the signs between them. */
export function wordsOf(text: string): Token[] {
  const atoms = spelledPlainly(text).match(/\d+|\p{L}+|\S/gu) ?? []
  const tokens: Token[] = []
  for (let at = 0; at < atoms.length; ) {
    const found = timeAt(atoms, at)
    const end = found ? found.end : at + 1
    const said = atoms.slice(at, end).join('')
    if (found) tokens.push({ kind: 'time', time: found.time, text: said })
    else if (!FILLERS.has(said)) tokens.push(tokenOf(said))
    at = end
  }
  return tokens
}

function tokenOf(text: string): Token {
  const kind = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined
  if (kind) return { kind, text }
  const days = daysOf(text)
  return days ? { kind: 'days', days, text } : { kind: 'unknown', text }
}

function daysOf(word: string): readonly number[] | undefined {
  if (Object.hasOwn(OTHER_DAYS, word)) return OTHER_DAYS[word]
  const index = word.length < 2 ? -1 : NAMES.findIndex((name) => name.startsWith(word))
  return index < 0 ? undefined : [index]
}

function spelledPlainly(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\n/g, ' ; ')
    .replace(/\s+/g, ' ')
    .replaceAll('a.m', 'am')
    .replaceAll('p.m', 'pm')
    .replaceAll('am.', 'am')
    .replaceAll('pm.', 'pm')
  return PHRASES.reduce((said, [phrase, word]) => said.replaceAll(phrase, ` ${word} `), plain)
}
