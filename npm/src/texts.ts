// Generated from src/ by `npm run generate`; change the declarations there.

/** What `learn` of `values.js` is told: the words, the catalog, the errors, a prefix. */
export const texts: [words: string, catalog: string, errors: string, prefix: string] = [
  String.raw`
^(set-|navigate$)
[^\t\n\f\r ]
[^\s\S]
^(light|dark|auto)$
^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$
^[A-Za-z][A-Za-z0-9/_+-]*$
^([Uu][Tt][Cc][-+0-9]|[Zz]($|[-+0-9])|[Gg][Mm][Tt]([1-9]|[-+]?0.|[-+]([^0]|$)))
^[^ \\\x00-\x1f\x7f]([^\\\x00-\x1f\x7f]*[^ \\\x00-\x1f\x7f])?$
^(//|[^/?#]*:)
^f_\w+\.\w+=[\s\S]*[^\t\n\f\r ]
scheme
locale
timezone
filterUrlParameter
path
sessionId
f_
=[\s\S]*
^([^%]*)%3D
$1=
("([^"\\]|\\.)*")|\+
$1
&
\u0026
\+
\u002b
%
\u0025
#
\u0023
^(https://[^/@?#]+|http://(([^/@?#]*\.)?localhost|127(\.(\d\d?|[01]\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(:\d*)?)(/[^?#]*)?\??#?$
^(\w+://[^/]+)[\s\S]*$
/*\??#?$
dashboard
app
chat
{}
/embed/dashboard/{}
/embed/d/{}/app
/embed/chat
[^.]|\.\.\.
^/?
/
^(|session|sessionId)$
{}={}
\?
?
{session}
\{session\}
session
session={session}
sessionId={session}
\w+=\{session\}&|.\w+=\{session\}$|\{session\}
set-color-scheme
set-theme
set-locale
set-timezone
set-filter
navigate
refresh
set-session
source
direction
type
payload
timestamp
svc-embed
event
action
svc:event:
svc:action:
^svc:action:
^svc:event:[\s\S]
mode
signed
private
expiresAt
expiresInMs
expiredAt
name
EmbedSessionExchangeError
context
session-renewal
origin
envelope
starting
active
expiring
expired
stopped
idle
scheduled
minting
confirming
backing-off
mount
foreground
rejected
manual
reload
announce
url
load
ownId
post
replay
keep
mint
abort
settle
resolveReady
rejectReady
close
surface
kind
publicId
deploymentId
filters
length
renewal
mintTimeoutMs
confirmMs
retryMinMs
retryMaxMs
maxAttempts
spreadMs
lifetimeMs
readyTimeoutMs
onExhausted
stop`,
  String.raw`envelope source svc-embed
direction direction event
envelope timestamp 8 surface 4
payload payload 32

unknown
ready embedTenant 6 deploymentId 10 mode 4 surface 4 publicId 5
view surface 4 path 4 publicId 5 title 5
navigate path 4 previousPath 5
dashboard-loaded publicId 5 widgetCount 9 loadDurationMs 9
download format 4 target 4 widgetId 5 title 5 rowCount 9
drilldown member 4 value 255 widgetId 5
ai-query query 4 status 4 chatId 5 agentId 5
session-expiring expiresAt 8 expiresInMs 8
session-expired expiredAt 8
error message 4 name 5 context 5 fatal 17`,
  String.raw`invalid-base-url baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment. Plain http is for loopback hosts alone.
invalid-option surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.
invalid-option surface.publicId must be the dashboard's public id.
invalid-option surface.deploymentId must be the deployment's number.
invalid-option params must not carry the session: the id comes from getSession.
invalid-option Durations and counts, in renewal and readyTimeoutMs, must be numbers that are not negative.
invalid-option renewal must be an object of options.
invalid-option renewal.onExhausted must be 'stop' or 'reload'.
invalid-option renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs up to retryMaxMs.
invalid-option The colour scheme must be 'light', 'dark' or 'auto'.
invalid-option The locale must be a language tag such as 'en', 'de-CH' or 'pt_BR'.
invalid-option The action's name must be a string such as 'set-theme'.
invalid-option The payload must be a plain object without functions and DOM nodes.
invalid-option This embed has no session to renew: it is private, or has no getSession.
invalid-filter A filter must be { member: '<semantic_view>.<dimension>', value, operator }, with a value or an operator that JSON can express, or 'f_<member>=<JSON>'; filters is an array of such.
invalid-timezone The time zone must be an IANA name such as 'Europe/Berlin' or 'UTC'. The embed ignores bare UTC offsets.
invalid-path The path must lie inside the embed, such as '/dashboard/sales': no scheme, no host, no backslash, and in surface.path no fragment.
invalid-path The path has a place for the session id, but there is no getSession.
reserved-action set-session is the bridge's own: call renew() instead.
invalid-target The iframe cannot be loaded anew: its src is not a page of the tenant's origin.
invalid-target The session id could not be posted: the iframe is in no document. Put it back, or destroy the embed.
invalid-target The page has 1,024 embeds already. Destroy one of them first.
destroyed The embed was destroyed. Mount or connect a new one.
ready-timeout The embed did not report ready in time. Check that its page loads, and that baseUrl is its origin; one that was ready before connect() cannot report it again.
mint-failed getSession threw or rejected; its error is the cause. Check the page's own backend. session.nextAttemptAt tells when it is called again.
mint-timeout getSession did not settle within renewal.mintTimeoutMs and was aborted. session.nextAttemptAt tells when it is called again.
mint-invalid getSession must return the session id, a string that is not empty. Check the page's own backend.
mint-repeated getSession returned an id that it had returned before. Ids are single-use: mint a fresh one on every call, and let no cache answer.
mint-stale The session id may have been older than 5 minutes when it arrived. A fresh one is minted.
exchange-rejected The embed refused the session id: it was unknown, already redeemed, or expired. A fresh one is minted.
signed-out getSession threw SignedOutError: renewal has stopped. Mount the embed again after the next sign-in.`,
  String.raw`svc:event:`,
];
