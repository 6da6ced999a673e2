/** A field that people neither see nor reach; a program that fills in all it finds gives itself away. */
export function Honeypot() {
  return (
    <label className="unseen" aria-hidden="true">
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  )
}
