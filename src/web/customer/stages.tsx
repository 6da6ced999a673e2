const stages = ['Your details', 'Pay', 'Receipt']

/** Where somebody is on the way from the order form to the receipt; `current` counts from 1. */
export function Stages({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol className="stages" aria-label="Steps of an order">
      {stages.map((stage, index) => (
        <li key={stage} aria-current={index + 1 === current ? 'step' : undefined}>
          <span>{index + 1}</span> {stage}
        </li>
      ))}
    </ol>
  )
}
