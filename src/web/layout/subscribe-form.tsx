/** Works as a plain form; the script answers in place instead of leaving the page. */
export function SubscribeForm() {
  return (
    <form className="subscribe" method="post" action="/all-subscriber" data-call="/api/add-subscriber" noValidate>
      <label htmlFor="subemail">Subscribe by email</label>
      <div>
        <input
          id="subemail"
          name="subemail"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          aria-describedby="subscribe-reply"
        />
        <button type="submit">Subscribe</button>
      </div>
      <p id="subscribe-reply" role="status" />
    </form>
  )
}
