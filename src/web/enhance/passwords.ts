import { strengthOf } from '../forms/password-strength.ts'

/** Lets people see what they type, and says of a new password how strong it is. */
export function startPasswords(root: ParentNode): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('.field-control > [type=password]')) {
    addReveal(input)
    const status = input.parentElement?.parentElement?.querySelector('.strength')
    if (status) judge(input, status)
  }
}

function addReveal(input: HTMLInputElement): void {
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

function judge(input: HTMLInputElement, status: Element): void {
  input.addEventListener('input', () => {
    const sentence = strengthOf(input.value)
    if (status.textContent !== sentence) status.textContent = sentence
  })
}
