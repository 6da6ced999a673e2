import { useEffect } from 'react'
import { useFrameData } from '../frame-data.ts'
import { useToast } from './toast.tsx'

/** What an admin was sent here with: a form on the site, which is open to admins too, leads to their pages. */
export function Notice() {
  const { notice } = useFrameData()
  const showToast = useToast()
  useEffect(() => {
    if (notice) showToast(notice)
  }, [notice, showToast])
  if (!notice) return null
  return (
    <noscript>
      <p className="bg-success-tint px-(--edge) py-3 font-semibold text-pine-deep">{notice}</p>
    </noscript>
  )
}
