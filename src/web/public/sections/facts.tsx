import { Icon, type IconName } from '../../ui/icon.tsx'

const facts: { icon: IconName; name: string; text: string }[] = [
  { icon: 'card', name: 'One payment per order', text: 'No auto-renewal.' },
  { icon: 'calendar', name: 'Month by month', text: 'Order the month you need; order again when you want another.' },
  { icon: 'dollar', name: 'Prices in US dollars', text: 'What stands on the card is the price of one month.' },
]

/** What holds for every package, whatever the records say. */
export function Facts() {
  return (
    <ul className="facts">
      {facts.map(({ icon, name, text }) => (
        <li key={name}>
          <Icon name={icon} />
          <p>
            <b>{name}</b>
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
