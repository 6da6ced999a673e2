import { videoCopy } from '#contract/content/kinds/video-copy.ts'
import { videoSection } from '#contract/content/kinds/video-section.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { ContentImage } from '#web/ui/content-image.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toSafeUrl } from '#web/ui/safe-url.ts'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { parseVideoPlayer } from './parse-video-player.ts'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [videoSection, videoCopy],
  miniature: { height: 21, ink: 'M6 6h22v2h-22zM6 11h18v1.5h-18zM36 4h38v13h-38z' },
}

const reads = { record: videoSection, copy: videoCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Video)

function Video({ record, copy }: SectionViewProps<typeof reads>) {
  if (!record) return null
  const url = toSafeUrl(record.videoLink)
  const player = parseVideoPlayer(record.videoLink)
  const isOwnPage = isPageLink(record.videoLink)
  return (
    <Section background="joined">
      <div className="video">
        <div>
          {!isOwnPage && copy.smallHeading && <p className="eyebrow">{copy.smallHeading}</p>}
          <h2 className="h2">{record.videoSectionTitle}</h2>
          <p>{record.videoSectionText}</p>
          <SampleNotice records={[record]} contentLabel="video" />
          {player && copy.playerNote && (
            <p className="video-note">
              <Icon name="lock" />
              {fillPlaceholders(copy.playerNote, { host: player.host })}
            </p>
          )}
        </div>
        {/* Without script, or for an unknown player, the button leads to the video's own page. */}
        {url && (
          <a
            className={isOwnPage ? 'video-player video-page' : 'video-player'}
            href={url}
            data-player={player?.url}
            data-title={record.videoSectionTitle}
          >
            <ContentImage src={record.imageLink} subject={record.videoSectionTitle} {...videoSection.fields.imageLink.place} />
            {isOwnPage ? (
              <span className="button">
                {copy.open}
                <Icon name="right" />
              </span>
            ) : (
              <span className="button">
                <Icon name="play" />
                {copy.play}
                <span className="sr-only"> video: {record.videoSectionTitle}</span>
              </span>
            )}
          </a>
        )}
      </div>
    </Section>
  )
}

/** Returns whether the link leads to a page of this site: a local path without a file extension. */
function isPageLink(link: string): boolean {
  return /^[/#](?!\/)/.test(link) && !/\.\w+$/.test(link)
}
