/** Sign-in with the identity provider (spec section 2). A form of its own, because it starts something: a link could be followed by accident. */
export function GoogleButton({ from }: { from: string | undefined }) {
  return (
    <form method="post" action="/login/provider">
      {from && <input type="hidden" name="from" value={from} />}
      <button type="submit" className="button button-plain">
        <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
          <path fill="#4285f4" d="M47 24.5c0-1.6-.1-3.2-.4-4.7H24v9h12.9a11 11 0 0 1-4.8 7.2v6h7.7c4.6-4.2 7.2-10.4 7.2-17.5z" />
          <path fill="#34a853" d="M24 48c6.5 0 11.9-2.1 15.9-5.9l-7.8-6a14.4 14.4 0 0 1-21.5-7.6h-8v6.2A24 24 0 0 0 24 48z" />
          <path fill="#fbbc05" d="M10.6 28.5a14.4 14.4 0 0 1 0-9.1v-6.2h-8a24 24 0 0 0 0 21.5z" />
          <path fill="#ea4335" d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.8-6.8A24 24 0 0 0 2.6 13.2l8 6.2A14.3 14.3 0 0 1 24 9.5z" />
        </svg>
        Join With Google
      </button>
    </form>
  )
}
