/** Names who does the work. An email wraps before its @ first. */
export function AssigneeEmail({ email }: { email: string | undefined }) {
  if (!email) return 'No one yet'
  const at = email.lastIndexOf('@')
  return (
    <span className="inline-block min-w-28 wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
