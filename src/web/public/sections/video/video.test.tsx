import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildRecordFixture } from '../../../../../tests/support/record-fixture.ts'
import { videoSection } from '../../../../contract/content/kinds/video-section.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import { parseVideoPlayer, section } from './section.tsx'

test('a video address leads to the player of the host that sets no cookies', () => {
  const player = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1'
  for (const link of [
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com/watch?list=x&v=aqz-KE-bpKQ&t=3',
    'https://youtu.be/aqz-KE-bpKQ?si=abc',
    'https://m.youtube.com/shorts/aqz-KE-bpKQ',
  ]) {
    expect(parseVideoPlayer(link)?.url, link).toBe(player)
  }
  expect(parseVideoPlayer('https://vimeo.com/76979871')?.url).toBe('https://player.vimeo.com/video/76979871?autoplay=1&dnt=1')
})

test('no other host becomes a player', () => {
  for (const link of [
    'https://example.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.example.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=too-long-for-an-id',
    'javascript:alert(1)//youtu.be/aqz-KE-bpKQ',
  ]) {
    expect(parseVideoPlayer(link), link).toBeUndefined()
  }
})

test('a film that came with the demo content is marked as a sample', () => {
  const record = buildRecordFixture(videoSection, { videoLink: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' })
  expect(drawn({ ...record, _sample: true })).toContain('Sample video: replace before launch')
  expect(drawn(record)).not.toContain('Sample video')
})

test('nothing of the host is on the page before somebody presses Play', () => {
  const html = drawn(buildRecordFixture(videoSection, { videoLink: 'https://youtu.be/aqz-KE-bpKQ' }))
  expect(html).not.toMatch(/<iframe|<script|<link|<img[^>]+youtu/)
  expect(html).toContain('href="https://youtu.be/aqz-KE-bpKQ"')
})

test('a page of this site is opened, and not called a video; a film of this site is one', () => {
  const page = drawn(buildRecordFixture(videoSection, { videoLink: '/sample-report' }))
  expect(page).toContain('href="/sample-report"')
  expect(page).toContain('Open the sample')
  expect(page).not.toMatch(/Play|Video/)
  for (const videoLink of ['/media/film.mp4', 'https://example.com/film', 'https://vimeo.com/76979871']) {
    expect(drawn(buildRecordFixture(videoSection, { videoLink })), videoLink).toMatch(/Play.* video: /)
  }
})

test('an address that a browser must not open has no button', () => {
  const html = drawn(buildRecordFixture(videoSection, { videoLink: 'javascript:alert(1)' }))
  expect(html).not.toContain('javascript:')
  expect(html).not.toContain('<a')
})

function drawn(record: ContentRecord<typeof videoSection>): string {
  return renderToStaticMarkup(section.render({ [videoSection.kind]: [record] }))
}
