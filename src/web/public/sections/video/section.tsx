import { videoSection } from '../../../../contract/content/kinds/video-section.ts'
import { videoWords } from '../../../../contract/content/kinds/video-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { safeHref } from '../../../ui/safe-href.ts'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { definePublicSection, type Outline } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [videoSection, videoWords],
  miniature: {
    height: 21,
    rects: [
      [6, 6, 22, 2],
      [6, 11, 18, 1.5],
      [36, 4, 38, 13],
    ],
  },
}

export const section = definePublicSection(outline, { reads: { record: videoSection, words: videoWords }, View: Video })

type Props = { record: RecordOf<typeof videoSection> | undefined; words: WordsOf<typeof videoWords> }

function Video({ record, words }: Props) {
  if (!record) return null
  const address = safeHref(record.videoLink)
  const player = playerOf(record.videoLink)
  const isOwnPage = leadsToPage(record.videoLink)
  return (
    <Section ground="joined">
      <div className="video">
        <div>
          {!isOwnPage && words.smallHeading && <p className="eyebrow">{words.smallHeading}</p>}
          <h2 className="h2">{record.videoSectionTitle}</h2>
          <p>{record.videoSectionText}</p>
          <SampleMark records={[record]} what="video" />
          {player && words.playerNote && (
            <p className="video-note">
              <Icon name="lock" />
              {filled(words.playerNote, { host: player.host })}
            </p>
          )}
        </div>
        {/* Without a script, or for a player we do not know, the button leads to the video's own page. */}
        {address && (
          <a
            className={isOwnPage ? 'video-player video-page' : 'video-player'}
            href={address}
            data-player={player?.address}
            data-title={record.videoSectionTitle}
          >
            <Picture src={record.imageLink} {...videoSection.fields.imageLink.place} />
            {isOwnPage ? (
              <span className="button">
                {words.open}
                <Icon name="right" />
              </span>
            ) : (
              <span className="button">
                <Icon name="play" />
                {words.play}
                <span className="sr-only"> video: {record.videoSectionTitle}</span>
              </span>
            )}
          </a>
        )}
      </div>
    </Section>
  )
}

/** Whether there is a page to read, and no film to play: an address of this site that does not end as a file does. */
function leadsToPage(link: string): boolean {
  return /^[/#](?!\/)/.test(link) && !/\.\w+$/.test(link)
}

type Player = { host: string; address: string }

/** The embedded player of a video's address, on the host that sets no cookies; none for hosts we do not know. */
export function playerOf(link: string): Player | undefined {
  const youtube =
    /^https?:\/\/(?:www\.|m\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/))([\w-]{11})(?![\w-])/
  const vimeo = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)\b/
  const onYoutube = youtube.exec(link.trim())?.[1]
  if (onYoutube) return { host: 'YouTube', address: `https://www.youtube-nocookie.com/embed/${onYoutube}?autoplay=1` }
  const onVimeo = vimeo.exec(link.trim())?.[1]
  if (onVimeo) return { host: 'Vimeo', address: `https://player.vimeo.com/video/${onVimeo}?autoplay=1&dnt=1` }
}
