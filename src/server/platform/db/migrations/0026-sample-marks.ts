import { type Kysely, sql } from 'kysely'

/** What the demo content had invented when this step was made, where it was not marked or one save took the mark away. */
const invented: readonly (readonly [kind: string, field: string, value: string])[] = [
  ['about', 'callNumber', '+1 202-555-0142'],
  ['footer-address', 'banLocation', '100 Example Street, Springfield'],
  ['footer-address', 'ukLocation', '100 Example Street, Springfield'],
  ['footer-address', 'banPhone', '+1 202-555-0142'],
  ['footer-address', 'ukPhone', '+44 20 7946 0958'],
  ['footer-address', 'footerEmail', 'hello@example.com'],
  ['footer-address', 'streetAddress', '100 Example Street'],
  ['footer-social', 'fblink', 'https://www.facebook.com/'],
  ['footer-social', 'inslink', 'https://www.instagram.com/'],
  ['video-section', 'videoLink', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'],
  ['video-member', 'facebookLink', 'https://www.facebook.com/'],
  ['video-member', 'twitterLink', 'https://x.com/'],
  ['video-member', 'linkedinLink', 'https://www.linkedin.com/'],
  ['video-member', 'youtubeLink', 'https://www.youtube.com/'],
]

/** A record of which the owner changed one field is a sample still where the rest is. */
export const sampleMarks = {
  async up(db: Kysely<unknown>) {
    for (const [kind, field, value] of invented) {
      const said = `%${JSON.stringify(field)}:${JSON.stringify(value)}%`
      await sql`update content_record set sample = 1 where kind = ${kind} and data like ${said}`.execute(db)
    }
  },
}
