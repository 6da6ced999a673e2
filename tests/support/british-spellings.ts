/** Stems of verbs that Americans spell with a z. */
const IZE_VERB_STEMS =
  'optim|organ|recogn|real|special|custom|final|summar|categor|priorit|author|minim|maxim|util|apolog|local|standard|personal|visual|memor|critic|emphas|modern'

/** Spellings that are wrong in American English. `cancelled` is an exact text on controls and in URLs (P-87, P-101). */
export const britishSpellings: readonly RegExp[] = [
  /neighbour|colour|favour|flavour|honour|labour|behaviour|endeavour|harbour|rumour/i,
  new RegExp(`\\b(${IZE_VERB_STEMS})is(e|ed|es|er|ers|ing|ation|ations)\\b`, 'i'),
  /\banaly(se|sed|sing)\b/i,
  /\b(centred?|centres|metres?|theatres?|grey|licence|defence|offence|programmes?|cheques?|catalogue)\b/i,
  /\b(fulfil|fulfilment|enrol|judgement|acknowledgement|whilst|amongst|learnt|spelt|ageing|mould|postcode|fortnight)\b/i,
  /\b(enquir|sceptic|travell|labell(ed|ing)|modell|signall|levell)/i,
]
