import type { ReactNode } from 'react'
import type { ConversationSide, OrderMessage } from '#contract/work/conversation.ts'
import { buildOrderFileUrl, type OrderFile } from '#contract/work/order-files.ts'
import { formatFileSize } from '../ui/format-file-size.ts'

/** A piece of a text. One with `href` is a link. */
type TextPiece = { text: string; href?: string }

/** Punctuation that ends a sentence and not a link. */
const TRAILING = '.,;:!?)]}’”"\''

type Props = {
  messages: readonly OrderMessage[]
  /** The side that reads the page. */
  viewer: ConversationSide
  /** How the page names the other side. */
  otherName: string
  renderTime: (at: number) => ReactNode
}

/** Lists messages, oldest first. */
export function MessageList({ messages, viewer, otherName, renderTime }: Props) {
  return (
    <ol className="messages">
      {messages.map((message) => {
        const { _id, text, from, author, sentAt, internal, unread, files } = message
        const isOwn = from === viewer
        return (
          <li key={_id} className={internal ? 'message message-note' : isOwn ? 'message message-own' : 'message'}>
            <p className="message-head">
              <strong>{internal ? 'Note for the team' : isOwn ? (viewer === 'team' ? 'Our team' : 'You') : otherName}</strong>
              {author && isOwn && <span>{author}</span>}
              {renderTime(sentAt)}
              {unread && <span className="message-new">New</span>}
            </p>
            {text && <MessageText text={text} />}
            {files.length > 0 && (
              <ul className="message-files">
                {files.map((file) => (
                  <li key={file._id}>
                    <FileLink file={file} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function MessageText({ text }: { text: string }) {
  return (
    <p className="message-text">
      {splitLinks(text).map(({ text: piece, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other identity and never move
          <a key={index} href={href} rel="nofollow noopener noreferrer">
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </p>
  )
}

/** Splits a text at its web addresses. */
export function splitLinks(text: string): TextPiece[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/i).flatMap((piece, index): TextPiece[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ text: piece }]
    let end = piece.length
    while (end > 0 && TRAILING.includes(piece.charAt(end - 1))) end--
    const href = piece.slice(0, end)
    const rest = end < piece.length ? [{ text: piece.slice(end) }] : []
    return URL.canParse(href) ? [{ text: href, href }, ...rest] : [{ text: piece }]
  })
}

function FileLink({ file: { _id, name, bytes, preview } }: { file: OrderFile }) {
  return (
    <a href={buildOrderFileUrl(_id)} download className="message-file">
      {preview && <img src={preview} alt="" width={72} height={72} loading="lazy" />}
      <span>
        <bdi>{name}</bdi> <small>{formatFileSize(bytes)}</small>
      </span>
    </a>
  )
}
