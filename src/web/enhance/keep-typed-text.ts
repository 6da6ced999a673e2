/** How long the browser keeps text that wasn't sent. */
const MAX_AGE_MS = 14 * 24 * 60 * 60_000
const PREFIX = 'typed '

/** `base` is what the page showed before the person typed `text`. */
type KeptTexts = { at: number; texts: Record<string, [base: string, text: string]> }

/**
 * Keeps what is typed into the forms with `data-keep` in the browser's local storage, so that it survives a closed tab (P-332).
 * The key names the account. A text comes back only where the page still shows what the person had changed.
 */
export function keepTypedText(root: ParentNode): void {
  try {
    for (const form of root.querySelectorAll<HTMLFormElement>('form[data-keep]')) keepTextOfForm(form)
  } catch {
    // The browser forbids the storage, or it is full.
  }
}

/** Deletes what is kept of a form that was sent. */
export function forgetTypedText(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(buildKey(form))
  } catch {
    // The browser forbids the storage, so nothing is kept.
  }
}

function buildKey(form: HTMLFormElement): string {
  const account = form.querySelector<HTMLInputElement>('[name=_account]')?.value
  return `${PREFIX}${account} ${location.pathname} ${form.dataset.keep}`
}

function keepTextOfForm(form: HTMLFormElement): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && isOutdated(read(key))) localStorage.removeItem(key)
  const key = buildKey(form)
  const { texts } = read(key)
  const isRefused = document.querySelector('.problem-summary')
  const sentTexts = Array.from(document.querySelectorAll('.message-own .message-text'), ({ textContent }) => textContent)
  for (const field of form.querySelectorAll<HTMLInputElement>('.field-control > :is(textarea, [type=text])')) {
    const { name, value } = field
    const shown = field.dataset.base ?? field.defaultValue
    const [base = '', text] = texts[name] ?? []
    if (isRefused) {
      // The page shows what was typed, and the next one may not.
    } else if (text !== undefined && base === shown && value === shown && !sentTexts.includes(text.trim())) field.value = text
    else delete texts[name]
    field.addEventListener('input', () => {
      texts[name] = [isRefused ? base : shown, field.value]
      write(key, texts)
    })
  }
  if (form.querySelector('[name=_account]')) write(key, texts)
}

function read(key: string): KeptTexts {
  return JSON.parse(localStorage.getItem(key) ?? '{"at":0,"texts":{}}') as KeptTexts
}

function write(key: string, texts: KeptTexts['texts']): void {
  if (Object.keys(texts).length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ at: Date.now(), texts } satisfies KeptTexts))
}

function isOutdated({ at }: KeptTexts): boolean {
  return Date.now() - at > MAX_AGE_MS
}
