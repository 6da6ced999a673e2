import { Icon } from './icon.tsx'

const steps = ['Account', 'Order', 'Pay'] as const

/** Shows the steps from a price button to a payment. Without `current`, all of them are done. */
export function CheckoutSteps({ current }: { current?: (typeof steps)[number] }) {
  const currentIndex = current ? steps.indexOf(current) : steps.length
  return (
    <ol className="stages" aria-label="Order steps">
      {steps.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-done={index < currentIndex || undefined}>
          <span>{index < currentIndex ? <Icon name="tick" /> : index + 1}</span> {step}
          {index < currentIndex && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}
