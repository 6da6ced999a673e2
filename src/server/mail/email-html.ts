import type { EmailColorMode } from '#contract/operations/mail.ts'
import type { EmailBlock, EmailContent, LinkInEmail } from './define-email.ts'
import { type EmailRenderOptions, formatFacts, listBusinessContacts, listFootnotes, splitLines } from './shared-email-parts.ts'

/** HTML in which every value is escaped. */
type SafeHtml = { safeHtml: string }

type HtmlValue = string | SafeHtml | undefined | readonly SafeHtml[]

function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  return { safeHtml: String.raw({ raw: strings.raw }, ...values.map(escapeValue)) }
}

function escapeValue(value: HtmlValue): string {
  if (value === undefined) return ''
  if (typeof value !== 'string')
    return [value]
      .flat()
      .map(({ safeHtml }) => safeHtml)
      .join('')
  return (
    value
      // Characters that reverse the reading direction could disguise a text.
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}

const DARK_MODE = '@media (prefers-color-scheme:dark)'

/** Email programs that ignore this block still show the light colors, which are inline. */
const STYLES: SafeHtml = {
  safeHtml: `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{text-decoration:underline}
@media (max-width:480px){.card{padding:24px 20px 6px!important}.action{width:100%!important}.button a{display:block!important}}
${DARK_MODE}{
.page{background:#0c1613!important}
.card{background:#16251f!important;border-color:#2c413a!important}
.ink,.ink h1{color:#f4f1ea!important}
.muted{color:#b7c7c0!important}
.link{color:#8fe0c2!important}
.line{border-color:#2c413a!important}
.button{background:#8fe0c2!important}
.button a{color:#10231f!important}
.mark{background:#8fe0c2!important;color:#10231f!important}
.banner{background:#3d2f0c!important;color:#ffe2a3!important}
}
[data-ogsc] .ink,[data-ogsc] .ink h1{color:#f4f1ea!important}
[data-ogsc] .muted{color:#b7c7c0!important}
[data-ogsc] .link{color:#8fe0c2!important}
`,
}

const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const PARAGRAPH = `margin:0 0 16px;font-size:16px;line-height:1.5;color:#14212b;${FONT}`
const SMALL = `margin:0 0 6px;font-size:14px;line-height:1.5;color:#4a5a66;${FONT}`

/** Renders the HTML part. Outlook reads only tables and inline styles, so the layout uses both, and no image but the logo. */
export function renderEmailHtml(content: EmailContent, options: EmailRenderOptions): string {
  const { subject, heading, banner, intro, action, details = [] } = content
  const [firstBlock] = intro
  const preview = typeof firstBlock === 'string' ? firstBlock : ''
  const renderBlocks = (blocks: readonly EmailBlock[]) => blocks.map((block) => renderBlock(block, options))
  return html`<!doctype html>
<html lang="en-US" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbf8f3">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbf8f3" style="background:#fbf8f3">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td align="left" style="padding:0 4px 16px">${renderBrand(options)}</td></tr>
<tr><td class="card ink" align="left" bgcolor="#ffffff" style="padding:32px 32px 12px;background:#ffffff;border:1px solid #e4ddd0;border-radius:10px;word-break:break-word">
${banner ? renderBanner(banner) : undefined}<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700;color:#14212b;${FONT}">${heading}</h1>
${renderBlocks(intro)}${action ? renderButton(action, options) : undefined}${renderBlocks(details)}
</td></tr>
<tr><td align="left" style="padding:20px 4px 0">${renderFooter(content, options)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>`.safeHtml
}

/** Shows an email in the given colors, whatever the reader's system prefers. */
export function forceEmailColorScheme(emailHtml: string, color: EmailColorMode): string {
  return emailHtml.replace(DARK_MODE, color === 'dark' ? '@media all' : '@media not all')
}

/** The largest logo, in px. */
const LOGO = { width: 160, height: 40 }

/** The logo, or the first letter as text, with the name. */
function renderBrand({ business, origin, logo }: EmailRenderOptions): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
${logo ? renderLogo(logo) : renderInitial(business.name)}
<td valign="middle" style="padding-left:12px"><a class="ink" href="${origin}/" style="color:#14212b;font-size:18px;font-weight:700;text-decoration:none;${FONT}">${business.name}</a></td>
</tr></table>`
}

/** Has no description, because the name stands beside it. */
function renderLogo({ src, width, height }: NonNullable<EmailRenderOptions['logo']>): SafeHtml {
  const scale = Math.min(LOGO.width / width, LOGO.height / height)
  const [shownWidth, shownHeight] = [String(Math.round(width * scale)), String(Math.round(height * scale))]
  return html`<td valign="middle"><img src="${src}" alt="" width="${shownWidth}" height="${shownHeight}" style="display:block;width:${shownWidth}px;height:${shownHeight}px;border:0;border-radius:6px"></td>`
}

function renderInitial(name: string): SafeHtml {
  const [initial = ''] = name.toUpperCase()
  return html`<td class="mark" width="36" height="36" align="center" valign="middle" bgcolor="#0b5f4c" style="width:36px;height:36px;background:#0b5f4c;border-radius:8px;color:#ffffff;font-size:20px;font-weight:700;${FONT}" aria-hidden="true">${initial}</td>`
}

function renderBanner(text: string): SafeHtml {
  return html`<p class="banner" style="margin:0 0 20px;padding:10px 14px;background:#fff3d6;color:#7a4a00;border-radius:6px;font-size:15px;line-height:1.5;font-weight:600;${FONT}">${text}</p>
`
}

function renderButton({ label, path }: LinkInEmail, { origin }: EmailRenderOptions): SafeHtml {
  return html`<table role="presentation" class="action" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="button" align="center" bgcolor="#0b5f4c" style="background:#0b5f4c;border-radius:8px;mso-padding-alt:14px 28px"><a href="${origin + path}" style="display:inline-block;padding:14px 28px;color:#ffffff;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none;${FONT}">${label}</a></td>
</tr></table>
`
}

function renderBlock(block: EmailBlock, { business, origin }: EmailRenderOptions): SafeHtml {
  if (typeof block === 'string')
    return html`<p class="ink" style="${PARAGRAPH}">${block}</p>
`
  if ('link' in block)
    return html`<p style="${PARAGRAPH}"><a class="link" href="${origin + block.link.path}" style="color:#0b5f4c;font-weight:600">${block.link.label}</a></p>
`
  if ('list' in block)
    return html`<ul class="ink" style="${PARAGRAPH};padding-left:22px">${block.list.map((item) => html`<li style="margin:0 0 6px">${item}</li>`)}</ul>
`
  if ('facts' in block)
    return html`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px;border-collapse:collapse">${formatFacts(block.facts, business).map(renderFact)}</table>
`
  return html`<p class="ink line" style="${PARAGRAPH};padding:4px 0 4px 16px;border-left:3px solid #d8cfbf">${renderLines(block.quote)}</p>
`
}

function renderFact([label, value]: [string, string]): SafeHtml {
  const cell = `padding:9px 0;border-bottom:1px solid #e4ddd0;font-size:16px;line-height:1.4;text-align:left;vertical-align:top;${FONT}`
  return html`<tr><th scope="row" class="muted line" width="34%" style="${cell};padding-right:12px;font-weight:400;color:#4a5a66">${label}</th>
<td class="ink line" style="${cell};font-weight:600;color:#14212b">${value}</td></tr>`
}

function renderLines(text: string): SafeHtml[] {
  return splitLines(text).map((line, nth) => (nth === 0 ? html`${line}` : html`<br>${line}`))
}

function renderFooter(content: EmailContent, options: EmailRenderOptions): SafeHtml {
  const { unsubscribe } = content
  const { business, origin } = options
  const unsubscribeLink =
    unsubscribe &&
    html`<p style="${SMALL}"><a class="link" href="${origin + unsubscribe.path}" style="color:#0b5f4c">${unsubscribe.label}</a></p>
`
  return html`<p class="muted" style="${SMALL}"><strong>${business.name}</strong>${listBusinessContacts(business).map((fact) => html`<br>${fact}`)}</p>
${listFootnotes(content, options).map(
  (note) => html`<p class="muted" style="${SMALL}">${note}</p>
`,
)}${unsubscribeLink}`
}
