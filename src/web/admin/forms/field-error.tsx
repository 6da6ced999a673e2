import { CircleAlert } from 'lucide-react'

export function FieldError({ id, sentence }: { id: string; sentence?: string }) {
  if (!sentence) return null
  return (
    <p id={id} className="mt-1 flex items-start gap-2 font-semibold text-error">
      <CircleAlert className="mt-0.5 size-4.5 flex-none" aria-hidden />
      {sentence}
    </p>
  )
}
