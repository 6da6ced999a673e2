/** `line` is for whoever started the site, `problem` for the log. */
export type MailLog = { line: (text: string) => void; problem: (error: unknown, sentence: string) => void }
