import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button, getButtonClass } from '../../shell/button.tsx'

/** Shows the steps for the person who hosts the site, with a button that copies them. */
export function CopyStepsForDeveloper({ steps }: { steps: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <details className="disclosure mt-2">
      <summary className={getButtonClass('outline')}>Copy for your developer</summary>
      <p className="mt-2 max-w-160 rounded-field border border-rule bg-paper p-3 wrap-anywhere">{steps}</p>
      <Button
        look="outline"
        className="mt-2"
        onClick={() => void navigator.clipboard.writeText(steps).then(() => setIsCopied(true))}
      >
        Copy these steps
      </Button>
      <span role="status" className="ml-3 text-muted">
        {isCopied && 'Copied. Paste it into an email.'}
      </span>
    </details>
  )
}

type LinkProps = { to: string; className?: string; children: ReactNode }

/** Links the page where an admin completes a check. Pages outside the admin area need a full load. */
export function LaunchCheckLink({ to, className = 'inline-block py-0.5 underline', children }: LinkProps) {
  const isOutsideAdmin = to === '/pricing/' || to.startsWith('/account')
  return (
    <Link to={to} reloadDocument={isOutsideAdmin} className={className}>
      {children}
    </Link>
  )
}
