import type { SpamReason } from '../../../contract/inbox/messages.ts'

/** Sellers of links. A customer may ask about these too, so a topic alone is no reason. */
const LINK_TOPIC =
  /\b(back ?-?links?|do-?follow|guest ?-?posts?|sponsored (posts?|articles?)|link (insertions?|exchanges?|placements?|building|juice)|niche edits?|domain authority|d[ar] ?\d{2}\+?|pbn)\b/i

const PILL_TOPIC =
  /\b(viagra|cialis|levitra|kamagra|sildenafil|tadalafil|tramadol|xanax|phentermine|modafinil|ivermectin|(online|canadian) pharmacy|diet pills|weight ?-?loss pills|male enhancement|cbd gummies)\b/i

/** The words of a seller: an offer, with a price or an invitation to buy. */
const OFFER =
  /\b(we|i|our team|my team) (can )?(offer|sell|provide|publish|place|supply)\b|\b(buy|order|get|purchase) (now|here|today|online|cheap|your|our)\b|\b(price ?list|bulk (price|discount|order)s?|special offer|limited offer|best prices?|low(est)? prices?|cheap(est)?|discount(s|ed)?|no prescription|without (a )?prescription|our (services|packages|prices|rates|sites))\b|\b(only|just|for|from) ?\$ ?\d|\$ ?\d+ ?(per|each|a post|\/)|\binterested in (buying|guest|publishing|links?|posting)\b/i

type MessageText = { subject: string; message: string }

/** Returns why a message is likely spam: it sells links or pills. Someone who asks about links sells nothing. */
export function detectAdvertising({ subject, message }: MessageText): SpamReason | undefined {
  const text = `${subject}\n${message}`
  if (!OFFER.test(text)) return undefined
  if (PILL_TOPIC.test(text)) return 'sellsPills'
  return LINK_TOPIC.test(text) ? 'sellsLinks' : undefined
}
