import { FILE_PART } from '../../contract/endpoint.ts'
import { Refusal } from '../../contract/refusal.ts'

/** How many sentences are said of one file. */
const MOST_SAID = 20

/** A file that is not imported, with a sentence for each thing that is wrong with it. */
export function refusedFile(sentences: readonly string[], status = 400): Refusal {
  const more = sentences.length - MOST_SAID
  const said = more > 0 ? [...sentences.slice(0, MOST_SAID), `And ${more} more.`] : sentences
  const fields = said.map((sentence, nth) => [nth === 0 ? FILE_PART : `${FILE_PART}${nth + 1}`, sentence])
  return new Refusal(status, `Nothing was imported. ${said[0]}`, Object.fromEntries(fields))
}
