/** Where the draft of the whole site is looked through and published. */
export const DRAFTS = '/drafts'

/** The name of the button that saves a form into the draft, with the value `1`. */
export const AS_DRAFT = '_as_draft'

/** An editor's address at which it shows its record as it will be, and saves into the draft alone. */
export function draftedAddress(editor: string): string {
  return `${editor}?draft=1`
}

export function isDraftShown(params: URLSearchParams): boolean {
  return params.get('draft') === '1'
}
