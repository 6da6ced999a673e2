import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../site-map.ts'
import { useFrameData } from './frame-data.ts'

/** Says that mail is held up, wherever the admin would expect an answer to have gone out. */
export function MailStrip() {
  const { undeliveredMail = 0 } = useFrameData()
  if (undeliveredMail === 0) return null
  return (
    <div className="flex items-start gap-3 rounded-card bg-warning-tint px-4 py-2 font-semibold text-warning">
      <TriangleAlert className="mt-3 size-5 flex-none" aria-hidden />
      <p className="flex flex-wrap items-center gap-x-3 max-sm:pt-2.5">
        {undeliveredMail === 1 ? '1 mail could not be delivered yet.' : `${undeliveredMail} mails could not be delivered yet.`}
        <Link to={adminPaths.undeliveredEmail} className="inline-flex min-h-11 items-center text-warning underline">
          See why
        </Link>
      </p>
    </div>
  )
}
