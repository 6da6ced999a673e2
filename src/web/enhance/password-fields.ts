/** Adds a Show button to password fields, and rates a new password while the visitor types. */
export function enhancePasswordFields(root: ParentNode): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('.field-control > [type=password]')) {
    addShowPasswordButton(input)
    const status = input.parentElement?.parentElement?.querySelector('.strength')
    if (status) showPasswordStrength(input, status)
  }
}

function addShowPasswordButton(input: HTMLInputElement): void {
  const button = document.createElement('button')
  const show = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? 'Hide' : 'Show'
    button.ariaLabel = `${button.textContent} password`
  }
  button.type = 'button'
  button.className = 'reveal'
  button.addEventListener('click', () => show(input.type === 'password'))
  // Hides the password before submission: browsers remember what a text field sends.
  input.form?.addEventListener('submit', () => show(false))
  show(false)
  input.after(button)
}

function showPasswordStrength(input: HTMLInputElement, status: Element): void {
  input.addEventListener('input', () => {
    const sentence = describePasswordStrength(input.value)
    if (status.textContent !== sentence) status.textContent = sentence
  })
}

/** Patterns that password guessers try first. */
const COMMON_PASSWORDS = /^(.)\1*$|pass|word|qwert|asdf|abc|1234|welcome|login|admin|rankstead/i

/** Returns one sentence on how hard a password is to guess. It is advice: every password of 6 characters is allowed (P-46). */
export function describePasswordStrength(password: string): string {
  if (!password) return ''
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i].filter((kind) => kind.test(password)).length
  const points = new Set(password).size + 2 * kinds + Math.floor(password.length / 8) + (COMMON_PASSWORDS.test(password) ? -6 : 0)
  if (points < 11) return 'Weak: easy to guess. Longer is stronger.'
  return points < 16 ? 'Fair. Longer is stronger.' : 'Strong.'
}
