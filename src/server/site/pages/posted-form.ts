import { Refusal } from '../../../contract/grammar/refusal.ts'

/** The one form in which a page gets a form; a page that takes a file hands one of the other type on as it comes. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'
export const FILE_FORM_TYPE = 'multipart/form-data'

export const UNREADABLE_FORM = 'The form could not be read. Please go back and send it again.'
export const MAX_FORM_BYTES = 64 * 1024

/**
 * Parses a posted form and writes its fields again, as `FORM_TYPE`: what a page reads is then exactly
 * what was read here, whatever was strange about the original. Throws a 400 where it is no form of ours.
 */
export async function readForm(body: Buffer, contentType: string): Promise<Buffer> {
  const fields: [string, string][] = []
  for (const [name, value] of await parse(body, contentType)) {
    if (typeof value !== 'string') throw new Refusal(400, 'No form here takes files. Please send it without one.')
    fields.push([name, value])
  }
  return Buffer.from(new URLSearchParams(fields).toString())
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(body as RequestInit['body'], { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal(400, UNREADABLE_FORM)
  }
}
