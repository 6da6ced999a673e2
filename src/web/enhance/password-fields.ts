/** Lets people see what they type, and says of a new password how strong it is. */
export function startPasswordFields(root: ParentNode): void {
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
  // Browsers remember what is sent as plain text.
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

/** What people try first. */
const COMMON_PASSWORDS = /^(.)\1*$|pass|word|qwert|asdf|abc|1234|letmein|welcome|login|admin|rankstead/i

/**
 * One sentence on how hard a new password is to guess; empty for an empty one. Advice only: any
 * password of 6 characters is taken (P-46).
 */
export function describePasswordStrength(password: string): string {
  if (!password) return ''
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i].filter((kind) => kind.test(password)).length
  const points = new Set(password).size + 2 * kinds + Math.floor(password.length / 8) + (COMMON_PASSWORDS.test(password) ? -6 : 0)
  if (points < 11) return 'Weak: easy to guess. Another word makes it stronger.'
  return points < 16 ? 'Fair. Longer is stronger.' : 'Strong.'
}
