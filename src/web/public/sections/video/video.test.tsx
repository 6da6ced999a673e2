import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { videoSection } from '#contract/content/kinds/video-section.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { parseVideoPlayer } from './parse-video-player.ts'
import { section } from './section.tsx'

const ID = 'aqz-KE-bpKQ'
const YOUTUBE = 'https://www.youtube-nocookie.com/embed'
const VIMEO = 'https://player.vimeo.com/video/123456789'

test.each([
  [`https://www.youtube.com/watch?v=${ID}`, `${YOUTUBE}/${ID}?autoplay=1`],
  [`https://youtu.be/${ID}?si=abc`, `${YOUTUBE}/${ID}?autoplay=1`],
  [`https://m.youtube.com/shorts/${ID}`, `${YOUTUBE}/${ID}?autoplay=1`],
  [`https://youtube.com/live/${ID}?feature=share`, `${YOUTUBE}/${ID}?autoplay=1`],
  [`https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`, `${YOUTUBE}/${ID}?autoplay=1`],
  [`https://www.youtube-nocookie.com/embed/${ID}?rel=0`, `${YOUTUBE}/${ID}?autoplay=1`],
  [`https://youtu.be/${ID}?t=42`, `${YOUTUBE}/${ID}?autoplay=1&start=42`],
  [`https://www.youtube.com/watch?v=${ID}&t=1m30s`, `${YOUTUBE}/${ID}?autoplay=1&start=90`],
  [`https://www.youtube.com/watch?v=${ID}#t=1h0m5s`, `${YOUTUBE}/${ID}?autoplay=1&start=3605`],
  [`https://www.youtube.com/embed/${ID}?start=7`, `${YOUTUBE}/${ID}?autoplay=1&start=7`],
  [`https://youtube.com/watch?list=PL000&v=${ID}&t=3`, `${YOUTUBE}/${ID}?autoplay=1&list=PL000&start=3`],
  [`https://youtube.com/watch?list=WL&v=${ID}`, `${YOUTUBE}/${ID}?autoplay=1`],
  ['https://www.youtube.com/embed/videoseries?list=PL000', `${YOUTUBE}/videoseries?autoplay=1&list=PL000`],
  ['https://www.youtube.com/playlist?list=PL000', `${YOUTUBE}/videoseries?autoplay=1&list=PL000`],
  ['https://www.youtube.com/embed?listType=playlist&list=UU000', `${YOUTUBE}/videoseries?autoplay=1&list=UU000`],
  ['https://www.youtube.com/embed/live_stream?channel=UC000', `${YOUTUBE}/live_stream?autoplay=1&channel=UC000`],
  ['https://vimeo.com/123456789', `${VIMEO}?autoplay=1&dnt=1`],
  ['https://www.vimeo.com/123456789/', `${VIMEO}?autoplay=1&dnt=1`],
  ['https://vimeo.com/123456789/abcdef1234', `${VIMEO}?h=abcdef1234&autoplay=1&dnt=1`],
  ['https://vimeo.com/123456789/abcdef1234?share=copy&fl=sv#t=1m5s', `${VIMEO}?h=abcdef1234&autoplay=1&dnt=1#t=65s`],
  ['https://vimeo.com/123456789?h=abcdef1234', `${VIMEO}?h=abcdef1234&autoplay=1&dnt=1`],
  ['https://player.vimeo.com/video/123456789?h=abcdef1234&badge=0', `${VIMEO}?h=abcdef1234&autoplay=1&dnt=1`],
  ['https://vimeo.com/channels/staffpicks/123456789', `${VIMEO}?autoplay=1&dnt=1`],
  ['https://vimeo.com/groups/homes/videos/123456789', `${VIMEO}?autoplay=1&dnt=1`],
  ['https://vimeo.com/showcase/77/video/123456789?h=abcdef1234', `${VIMEO}?h=abcdef1234&autoplay=1&dnt=1`],
  ['https://vimeo.com/manage/videos/123456789/abcdef1234', `${VIMEO}?h=abcdef1234&autoplay=1&dnt=1`],
  ['https://vimeo.com/showcase/77', 'https://vimeo.com/showcase/77/embed?autoplay=1&dnt=1'],
  ['https://vimeo.com/event/555', 'https://vimeo.com/event/555/embed?autoplay=1&dnt=1'],
  ['https://vimeo.com/event/555/abcdef1234', 'https://vimeo.com/event/555/embed/abcdef1234?autoplay=1&dnt=1'],
  ['https://vimeo.com/event/555/embed/abcdef1234', 'https://vimeo.com/event/555/embed/abcdef1234?autoplay=1&dnt=1'],
])('turns a video URL into a player that sets no cookies and plays the same: %s', (link, player) => {
  expect(parseVideoPlayer(link)?.url).toBe(player)
})

test('makes no player for another host or a page without a public video', () => {
  for (const link of [
    'https://example.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.example.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=too-long-for-an-id',
    'https://www.youtube.com/embed/videoseries',
    'https://www.youtube.com/playlist?list=WL',
    'https://www.youtube.com/@springfield-homes',
    'https://vimeo.com/springfieldhomes',
    'https://vimeo.com/user1/review/123456789/abcdef1234',
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
