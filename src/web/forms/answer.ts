import { data } from 'react-router'
import { isRefusal } from '../../contract/refusal.ts'

/** What a form's page gets back after a refusal: the sentences, and what was typed. */
export type Answer = { error: string; fields: Record<string, string>; values: Record<string, string> }

/** The text fields of a posted form; browsers send every line break as two characters, of which one is kept. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const entries = [...(await request.formData())].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

/** Turns a refusal into the page's answer, with its status; any other error goes on. */
export function answerOf(error: unknown, values: Record<string, string>) {
  if (!isRefusal(error)) throw error
  return data<Answer>({ error: error.message, fields: error.fields ?? {}, values }, { status: error.status })
}
