import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildContentRecordFixture } from '../../../../../tests/support/content-record-fixture.ts'
import { videoSection } from '../../../../contract/content/kinds/video-section.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import { parseVideoPlayer, section } from './section.tsx'

test('turns a video URL into a player that sets no cookies', () => {
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

test('makes no player for another host', () => {
  for (const link of [
    'https://example.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.example.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=too-long-for-an-id',
    'javascript:alert(1)//youtu.be/aqz-KE-bpKQ',
  ]) {
    expect(parseVideoPlayer(link), link).toBeUndefined()
  }
})

test('marks a video of the demo content as a sample', () => {
  const record = buildContentRecordFixture(videoSection, { videoLink: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' })
  expect(renderVideoSection({ ...record, _sample: true })).toContain('Sample video: replace before launch')
  expect(renderVideoSection(record)).not.toContain('Sample video')
})

test('loads nothing from the video host before Play (P-152)', () => {
  const html = renderVideoSection(buildContentRecordFixture(videoSection, { videoLink: 'https://youtu.be/aqz-KE-bpKQ' }))
  expect(html).not.toMatch(/<iframe|<script|<link|<img[^>]+youtu/)
  expect(html).toContain('href="https://youtu.be/aqz-KE-bpKQ"')
})

test('links a page of this site without calling it a video; a local video file is a video', () => {
  const page = renderVideoSection(buildContentRecordFixture(videoSection, { videoLink: '/sample-report' }))
  expect(page).toContain('href="/sample-report"')
  expect(page).toContain('Open the sample')
  expect(page).not.toMatch(/Play|Video/)
  for (const videoLink of ['/media/film.mp4', 'https://example.com/film', 'https://vimeo.com/76979871']) {
    expect(renderVideoSection(buildContentRecordFixture(videoSection, { videoLink })), videoLink).toMatch(/Play.* video: /)
  }
})

test('shows no button for an unsafe URL', () => {
  const html = renderVideoSection(buildContentRecordFixture(videoSection, { videoLink: 'javascript:alert(1)' }))
  expect(html).not.toContain('javascript:')
  expect(html).not.toContain('<a')
})

function renderVideoSection(record: ContentRecord<typeof videoSection>): string {
  return renderToStaticMarkup(section.render({ [videoSection.kind]: [record] }))
}
