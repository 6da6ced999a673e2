#!/usr/bin/env bash
# WebKitGTK 2.50.6 (Debian's webkit2gtk-driver 2.50.6-1~deb12u2): a percentage in `max-width` of a grid item with `align-self:
# center` counts from the whole grid, not from the item's column (CSS Grid 1, section 6). The item is then wider than its
# column and covers its neighbor. Chromium and Firefox count from the column. `max-width` in px with a margin is right in all.
# Needs root, because Debian's packages install into the system: webkit2gtk-driver and xvfb.
#
# Output seen (a column of 400 px in a grid of 800 px; the width of `max-width: calc(100% - 50px)` is 350 px by the standard):
#   2.50.6: 400
set -euo pipefail

command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null ||
  apt-get install --yes --no-install-recommends webkit2gtk-driver=2.50.6-1~deb12u2 xvfb >/dev/null
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
cat >"$folder/page.html" <<'PAGE'
<!DOCTYPE html><div style="display: grid; grid-template-columns: 400px 400px; width: 800px; height: 100px">
<p id="item" style="align-self: center; margin: 0; max-width: calc(100% - 50px)">A long text that fills its column, so that only
the limit of its width can end it. A long text that fills its column, so that only the limit of its width can end it.</p></div>
PAGE
Xvfb :93 >/dev/null 2>&1 &
sleep 1
DISPLAY=:93 WebKitWebDriver --port=4993 >/dev/null 2>&1 &
sleep 1
post() { curl --silent --fail --max-time 40 "http://127.0.0.1:4993/session$1" --data "$2"; }
browser=$(echo /usr/lib/*/webkit2gtk-4.*/MiniBrowser)
options="{\"webkitgtk:browserOptions\":{\"binary\":\"$browser\",\"args\":[\"--automation\"]}}"
session=$(post '' "{\"capabilities\":{\"alwaysMatch\":$options}}")
id=$(sed 's/.*"sessionId":"\([^"]*\)".*/\1/' <<<"$session")
version=$(sed 's/.*"browserVersion":"\([^"]*\)".*/\1/' <<<"$session")
post "/$id/url" "{\"url\":\"file://$folder/page.html\"}" >/dev/null
width=$(post "/$id/execute/sync" '{"script":"return Math.round(item.getBoundingClientRect().width)","args":[]}' | tr -dc 0-9)
curl --silent --request DELETE "http://127.0.0.1:4993/session/$id" >/dev/null
echo "$version: $width"
[ "$width" = 400 ]
